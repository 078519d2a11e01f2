import Canvas
import Library
import Model

extension SignInState {
  /// The application's keys, while they are typed in.
  package struct Keys: Equatable, Sendable {
    package var access = TextField()
    package var secret = TextField()
    /// Whether the second one has the keyboard.
    package var isSecret = false
    /// Why they could not be saved.
    package var problem: Problem?

    package init() {}

    package var field: TextField {
      get { isSecret ? secret : access }
      set { if isSecret { secret = newValue } else { access = newValue } }
    }

    /// Two lines pasted into the empty form are both keys.
    mutating func apply(_ edit: TextField.Edit) {
      problem = nil
      if case .insert(let text) = edit, access.text.isEmpty, secret.text.isEmpty {
        let lines = text.split(whereSeparator: \.isNewline)
          .filter { $0.contains { !$0.isWhitespace } }
        if lines.count == 2 {
          access.apply(.insert(String(lines[0])))
          secret.apply(.insert(String(lines[1])))
          isSecret = true
          return
        }
      }
      field.apply(edit)
    }
  }
}

/// The form for the application's keys.
extension SignInReducer {
  static func openKeys(_ state: inout AppState) -> CommandResult {
    state.signIn.keys = SignInState.Keys()
    return .done
  }

  static func closeKeys(_ state: inout AppState) -> CommandResult {
    // From the second line back to the first.
    if state.signIn.keys?.isSecret == true {
      state.signIn.keys?.isSecret = false
    } else {
      state.signIn.keys = nil
    }
    return .done
  }

  static func focusKeys(_ state: inout AppState, onSecret: Bool) -> CommandResult {
    state.signIn.keys?.isSecret = onSecret
    return .done
  }

  static func submitKeys(_ state: inout AppState) -> [Effect] {
    guard let keys = state.signIn.keys else { return [] }
    guard !keys.access.text.collapsed.isEmpty, !keys.secret.text.collapsed.isEmpty else {
      // Where the other one is still missing, it is next; an empty line has to be filled first.
      if keys.field.text.collapsed.isEmpty {
        return [state.show(.unavailable(.open, .keysIncomplete))]
      }
      state.signIn.keys?.isSecret.toggle()
      return []
    }
    // Until they are in the file, nothing else may begin.
    guard !state.signIn.isRereading else { return [] }
    state.signIn.isRereading = true
    let path = state.launch.configurationPath
    return [.signIn(.saveKeys(access: keys.access.text, secret: keys.secret.text, path: path))]
  }
}

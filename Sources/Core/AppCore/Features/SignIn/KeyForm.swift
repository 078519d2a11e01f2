import Canvas
import Model

extension SignInState {
  /// The form for the application's keys.
  package struct Keys: Equatable, Sendable {
    package var access = TextField()
    package var secret = TextField()
    /// Whether the second field has the keyboard.
    package var isSecret = false
    /// The problem of the last attempt to save the keys.
    package var problem: Problem?

    package var field: TextField {
      get { isSecret ? secret : access }
      set { if isSecret { secret = newValue } else { access = newValue } }
    }

    /// Applies an edit to the focused field.
    ///
    /// Two lines pasted into the empty form fill both fields.
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

/// Handles the form for the application's keys.
extension SignInReducer {
  static func openKeys(_ state: inout AppState) -> CommandResult {
    state.signIn.keys = SignInState.Keys()
    return .done
  }

  static func closeKeys(_ state: inout AppState) -> CommandResult {
    // Esc in the second field returns to the first.
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
      // If only the other field is empty, it gets the focus. An empty focused field is reported.
      if keys.field.text.collapsed.isEmpty {
        return [state.show(.unavailable(.open, .keysIncomplete))]
      }
      state.signIn.keys?.isSecret.toggle()
      return []
    }
    // Until the keys are saved, they can't be submitted again.
    guard !state.signIn.isRereading else { return [] }
    state.signIn.isRereading = true
    let path = state.launch.configurationPath
    return [.signIn(.saveKeys(access: keys.access.text, secret: keys.secret.text, path: path))]
  }
}

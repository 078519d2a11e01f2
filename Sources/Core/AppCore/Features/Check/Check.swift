import Canvas
import Model

/// A check that a service requires before it responds, and the line for the user's input.
package struct CheckState: Equatable, Sendable {
  package let check: ServiceCheck
  package internal(set) var line = TextField()

  package init(_ check: ServiceCheck) { self.check = check }
}

package enum CheckAction: Equatable, Sendable {
  /// The check that a service requires now; `nil` if none is required any more.
  case asked(ServiceCheck?)
  /// The user pressed the URL of the check's page.
  case pagePressed
}

package enum CheckEffect: Equatable, Sendable {
  /// Passes the user's input to the request that waits for it; `nil` if the user has cancelled.
  case answer(number: Int, String?)

  package var id: Effect.ID {
    switch self {
    case .answer(let number, _): Effect.ID(.app, "check \(number)")
    }
  }
}

package enum CheckReducer {
  static func reduce(_ state: inout AppState, _ action: CheckAction) -> [Effect] {
    switch action {
    case .asked(let check):
      state.check = check.map(CheckState.init)
      return []
    case .pagePressed: return state.check.map { openPage(state, $0.check) } ?? []
    }
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let check = state.check else { return .ignored }
    switch command {
    case .open where check.line.text.allSatisfy(\.isWhitespace):
      return .handled(openPage(state, check.check))
    case .open: return .handled(answer(&state, check.line.text))
    case .back: return .handled(answer(&state, nil))
    default: return .ignored
    }
  }

  /// Applies an edit.
  ///
  /// Pasted text is submitted immediately without being shown, because it may contain a token.
  /// Pasted letters are shown.
  static func type(_ state: inout AppState, _ edit: TextField.Edit) -> [Effect] {
    guard let check = state.check else { return [] }
    var line = check.line
    line.apply(edit)
    if case .insert(let text) = edit, text.count > 1, check.check.kind != .letters {
      return answer(&state, line.text)
    }
    state.check?.line = line
    return []
  }

  private static func answer(_ state: inout AppState, _ text: String?) -> [Effect] {
    guard let check = state.check else { return [] }
    state.check = nil
    return [.check(.answer(number: check.check.number, text))]
  }

  private static func openPage(_ state: AppState, _ check: ServiceCheck) -> [Effect] {
    state.launch.hasBrowser
      ? [.signIn(.openBrowser(url: check.page))]
      : [.terminal(.copy(ClipboardText(check.page.text)))]
  }
}

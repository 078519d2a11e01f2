import Canvas
import Library
import Model

/// What a service wants to know before it answers, with the line for it.
package struct CheckState: Equatable, Sendable {
  package let check: ServiceCheck
  package internal(set) var line = TextField()

  package init(_ check: ServiceCheck) { self.check = check }
}

package enum CheckAction: Equatable, Sendable {
  /// What the person is asked now; nil: nothing any more.
  case asked(ServiceCheck?)
  /// The page was pressed.
  case pagePressed
}

package enum CheckEffect: Equatable, Sendable {
  /// Gives a question's answer to the call that waits for it; nil where the person has none.
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

  /// A paste is the answer, and is sent without being shown: a token may be in it.
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

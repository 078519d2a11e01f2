import Library

/// The overlay with every key that works where it was opened.
package struct HelpState: Equatable, Sendable {
  /// Where it was opened: its commands come first.
  package let place: Place
  /// Rows scrolled down; the frame says when these are more than there are.
  package var scroll = 0
  /// The line that narrows it to what is sought, while that is open.
  package internal(set) var filter: TextField?

  /// More rows than the longest help has: how its texts are broken is the screen's matter.
  static let endless = 1_000
  /// The most characters of a filter; longer than any description.
  static let limit = 60

  package init(place: Place) { self.place = place }
}

package enum HelpAction: Equatable, Sendable {
  case scrolled(rows: Int)
}

package enum HelpReducer {
  package static func reduce(_ state: inout AppState, _ action: HelpAction) -> [Effect] {
    switch action {
    case .scrolled(let rows):
      guard let help = state.help else { return [] }
      state.help?.scroll = max(0, min(HelpState.endless, help.scroll + rows))
    }
    return []
  }

  static func type(_ state: inout AppState, _ edit: TextField.Edit) {
    guard var line = state.help?.filter else { return }
    // An empty line is left by the key that would have shortened it.
    if line.text.isEmpty, case .delete = edit { return leaveFilter(&state) }
    let length = line.text.count
    if case .insert(let text) = edit {
      line.apply(.insert(String(text.prefix(max(0, HelpState.limit - length)))))
    } else {
      line.apply(edit)
    }
    state.help?.filter = line
    state.help?.scroll = 0
  }

  private static func leaveFilter(_ state: inout AppState) {
    state.help?.filter = nil
    state.help?.scroll = 0
  }

  /// All rows but one, within a frame and above the line of keys.
  private static func page(_ state: AppState) -> Int { max(1, state.program.viewport.rows - 4) }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .moveUp: return .handled(reduce(&state, .scrolled(rows: -1)))
    case .moveDown: return .handled(reduce(&state, .scrolled(rows: 1)))
    case .pageUp: return .handled(reduce(&state, .scrolled(rows: -page(state))))
    case .pageDown: return .handled(reduce(&state, .scrolled(rows: page(state))))
    case .first: return .handled(reduce(&state, .scrolled(rows: -HelpState.endless)))
    case .last: return .handled(reduce(&state, .scrolled(rows: HelpState.endless)))
    case .filter:
      state.help?.filter = TextField()
      state.help?.scroll = 0
      return .done
    case .back where state.help?.filter != nil:
      leaveFilter(&state)
      return .done
    case .help:
      state.help = nil
      return .done
    default: return .ignored
    }
  }
}

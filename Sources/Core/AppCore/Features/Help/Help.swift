/// The help overlay, with all keys that work in the place below.
package struct HelpState: Equatable, Sendable {
  /// The place that the help was opened over; its commands are listed first.
  package let place: Place
  /// The scroll position in rows.
  ///
  /// After drawing, the loop subtracts the rows beyond the end.
  package var scroll = 0
  /// The line of the filter; `nil` if it is closed.
  package internal(set) var filter: TextField?

  /// The maximum scroll position, more than the longest help has rows.
  ///
  /// The number of rows depends on line breaks, which only the screen knows.
  static let maxScrollRow = 1_000
  /// The maximum number of characters in the filter, more than any description has.
  static let maxCharacters = 60

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
      state.help?.scroll = max(0, min(HelpState.maxScrollRow, help.scroll + rows))
    }
    return []
  }

  static func type(_ state: inout AppState, _ edit: TextField.Edit) {
    guard var line = state.help?.filter else { return }
    // Deleting in an empty line closes it.
    if line.text.isEmpty, case .delete = edit { return leaveFilter(&state) }
    line.apply(edit, limit: HelpState.maxCharacters)
    state.help?.filter = line
    state.help?.scroll = 0
  }

  private static func leaveFilter(_ state: inout AppState) {
    state.help?.filter = nil
    state.help?.scroll = 0
  }

  /// Returns the rows of a page: the screen without the border and the key hints, minus one row of
  /// overlap.
  private static func page(_ state: AppState) -> Int { max(1, state.program.viewport.rows - 4) }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .moveUp: return .handled(reduce(&state, .scrolled(rows: -1)))
    case .moveDown: return .handled(reduce(&state, .scrolled(rows: 1)))
    case .pageUp: return .handled(reduce(&state, .scrolled(rows: -page(state))))
    case .pageDown: return .handled(reduce(&state, .scrolled(rows: page(state))))
    case .first: return .handled(reduce(&state, .scrolled(rows: -HelpState.maxScrollRow)))
    case .last: return .handled(reduce(&state, .scrolled(rows: HelpState.maxScrollRow)))
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

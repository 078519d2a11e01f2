import Library

/// The overlay with every key that works where it was opened.
package struct HelpState: Equatable, Sendable {
  /// Where it was opened: its commands come first.
  package let place: Place
  /// Rows scrolled down; the frame tells when these are more than there are.
  package var scroll = 0

  /// More rows than the longest help has: how its texts are broken is the screen's matter.
  static let endless = 1_000

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

  /// All rows but one, within a frame and above the line of keys.
  private static func page(_ state: AppState) -> Int { max(1, state.viewport.rows - 4) }

  static func perform(_ state: inout AppState, _ command: Command) -> Handling {
    switch command {
    case .moveUp: return .mine(reduce(&state, .scrolled(rows: -1)))
    case .moveDown: return .mine(reduce(&state, .scrolled(rows: 1)))
    case .pageUp: return .mine(reduce(&state, .scrolled(rows: -page(state))))
    case .pageDown: return .mine(reduce(&state, .scrolled(rows: page(state))))
    case .first: return .mine(reduce(&state, .scrolled(rows: -HelpState.endless)))
    case .last: return .mine(reduce(&state, .scrolled(rows: HelpState.endless)))
    case .help:
      state.help = nil
      return .done
    default: return .notMine
    }
  }
}

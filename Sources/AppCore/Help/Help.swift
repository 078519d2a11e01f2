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
  case closePressed
}

package enum HelpReducer {
  package static func reduce(_ state: inout AppState, _ action: HelpAction) -> [Effect] {
    switch action {
    case .scrolled(let rows):
      guard let help = state.help else { return [] }
      state.help?.scroll = max(0, min(HelpState.endless, help.scroll + rows))
    case .closePressed:
      state.help = nil
    }
    return []
  }

  static func perform(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .moveUp: reduce(&state, .scrolled(rows: -1))
    case .moveDown: reduce(&state, .scrolled(rows: 1))
    case .pageUp: reduce(&state, .scrolled(rows: -8))
    case .pageDown: reduce(&state, .scrolled(rows: 8))
    case .first: reduce(&state, .scrolled(rows: -HelpState.endless))
    case .last: reduce(&state, .scrolled(rows: HelpState.endless))
    case .back, .help: reduce(&state, .closePressed)
    default: []
    }
  }
}

/// How lists were shown last, remembered from start to start.
package enum ViewEffect: Equatable, Sendable {
  case readModes
  case keepMode(FeedID, FeedMode)

  package var id: Effect.ID {
    switch self {
    case .readModes: Effect.ID(.app, "view modes")
    case .keepMode(let list, _): Effect.ID(.app, "view mode \(list.rawValue)")
    }
  }
}

extension FeedReducer {
  /// Shows a list in one column or as a grid; what was at its top stays there.
  static func show(_ state: inout AppState, _ list: FeedID, as mode: FeedMode) -> [Effect] {
    guard state.launch.edition == .extended, state[list].mode != mode else { return [] }
    relayout(&state) { $0[list].mode = mode }
    return state.listInView == list ? moved(&state, in: list) : []
  }
}

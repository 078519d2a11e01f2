import Library
import Model

/// How lists were shown last, remembered from start to start.
package enum ViewEffect: Equatable, Sendable {
  case readModes
  case keepMode(ListID.Kind, FeedMode)

  package var id: Effect.ID {
    switch self {
    case .readModes: Effect.ID(.app, "view modes")
    case .keepMode(let list, _): Effect.ID(.app, "view mode \(list.rawValue)")
    }
  }
}

extension FeedReducer {
  /// Shows a list in one column or as a grid; what was at its top stays there.
  static func show(
    _ state: inout AppState,
    _ kind: ListID.Kind,
    as mode: FeedMode
  ) -> [Effect] {
    guard state.offers(.grid), state.views[kind].mode != mode else { return [] }
    state.relayout { $0.views[kind].mode = mode }
    guard let list = state.listInView, list.kind == kind else { return [] }
    return moved(&state, in: list)
  }
}

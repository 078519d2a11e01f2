import Library
import Model

/// How large the photographs of a list are shown.
package enum RowSize: Int, Hashable, Sendable, CaseIterable {
  case tiny = 1
  case small, medium, large
  /// One photograph in a row, as large as there is room.
  case single
}

/// The sizes of a kind of lists.
package struct RowSizes: Equatable, Sendable {
  package var present = RowSize.medium
  /// The one before.
  package var other = RowSize.single

  package init(present: RowSize = .medium, other: RowSize = .single) {
    self.present = present
    self.other = other
  }
}

/// Reads and keeps the size of each list between starts.
package enum ViewEffect: Equatable, Sendable {
  case readSizes
  case writeSize(ListID.Kind, RowSize)

  package var id: Effect.ID {
    switch self {
    case .readSizes: Effect.ID(.app, "row sizes")
    case .writeSize(let list, _): Effect.ID(.app, "row size \(list.rawValue)")
    }
  }
}

extension FeedReducer {
  /// Shows a list in another size; the photograph that is looked at stays where it is.
  static func show(_ state: inout AppState, _ kind: ListID.Kind, in size: RowSize) -> [Effect] {
    guard state.views.sizes(of: kind).present != size else { return [] }
    state.relayout { $0.views.resize(kind, to: size) }
    guard let list = state.listInView, list.kind == kind else { return [] }
    return moved(&state, in: list)
  }

  /// The same by a key, and remembers it: the next size that looks different here.
  static func resize(
    _ state: inout AppState,
    by command: Command,
    in list: ListID
  ) -> [Effect] {
    let sizes = state.views.sizes(of: list.kind)
    let present = state.metrics(of: list)
    func isSame(_ size: RowSize) -> Bool { state.metrics(of: list, in: size).looksLike(present) }
    let sizesThatWay: [RowSize] =
      switch command {
      case .smaller: RowSize.allCases.reversed().filter { $0.rawValue < sizes.present.rawValue }
      case .larger: RowSize.allCases.filter { $0.rawValue > sizes.present.rawValue }
      default: [sizes.other]
      }
    guard let size = sizesThatWay.first(where: { !isSame($0) }) else {
      return RowSize.allCases.allSatisfy(isSame)
        ? [state.show(.unavailable(command, .noRoom))] : []
    }
    let shown = show(&state, list.kind, in: size)
    return state.offers(.cache) ? shown + [.view(.writeSize(list.kind, size))] : shown
  }
}

import Model

/// An effect that reads or stores the sizes that lists and the gallery are shown in.
package enum ViewEffect: Equatable, Sendable {
  case readSizes
  case writeSize(ListID.Kind, RowSize)
  case writeGallerySize(RowSize)

  package var id: Effect.ID {
    switch self {
    case .readSizes: Effect.ID(.app, "row sizes")
    case .writeSize(let list, _): Effect.ID(.app, "row size \(list.rawValue)")
    case .writeGallerySize: Effect.ID(.app, "gallery size")
    }
  }
}

extension FeedReducer {
  /// Shows a kind of list in another size.
  ///
  /// The selected photo, or the first visible one if the selected one isn't visible, stays at its
  /// relative height.
  static func show(_ state: inout AppState, _ kind: ListID.Kind, in size: RowSize) -> [Effect] {
    guard state.views.sizes(of: kind).present != size else { return [] }
    state.relayout { $0.views.resize(kind, to: size) }
    guard let list = state.listInView, list.kind == kind else { return [] }
    return state.followChange(of: list)
  }

  /// Shows a list in the next size or format that looks different here, and stores it.
  static func resize(
    _ state: inout AppState,
    by command: Command,
    in list: ListID
  ) -> [Effect] {
    let sizes = state.views.sizes(of: list.kind)
    let present = state.metrics(of: list)
    func isSame(_ size: RowSize) -> Bool { state.metrics(of: list, in: size).looksLike(present) }
    let all = RowSize.allCases
    let index = all.firstIndex(of: sizes.present) ?? 0
    let sizesThatWay: [RowSize] =
      switch command {
      case .smaller: all[..<index].reversed()
      case .larger: Array(all[(index + 1)...])
      default: sizes.nextFormats
      }
    guard let size = sizesThatWay.first(where: { !isSame($0) }) else {
      return all.allSatisfy(isSame)
        ? [state.show(.unavailable(command, state.singleSizeReason))] : []
    }
    let shown = show(&state, list.kind, in: size)
    return state.offers(.cache) ? shown + [.view(.writeSize(list.kind, size))] : shown
  }
}

extension AppState {
  /// The reason why photos have only one size here.
  var singleSizeReason: UnavailableReason { program.isPlain ? .plainLines : .noRoom }
}

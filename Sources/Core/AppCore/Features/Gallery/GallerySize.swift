import Model

// The size of the gallery's photos.
extension GalleryReducer {
  /// The sizes that the gallery offers, from the smallest to the largest.
  private static let sizes: [RowSize] = [.tiny, .small, .medium, .large]

  /// Shows the gallery in the next size that looks different here, and stores it.
  static func resize(_ state: inout AppState, by command: Command) -> [Effect] {
    let metrics = state.galleryMetrics
    func isSame(_ size: RowSize) -> Bool { state.galleryMetrics(in: size) == metrics }
    let index = sizes.firstIndex(of: state.gallerySize) ?? 0
    let sizesThatWay =
      command == .smaller ? sizes[..<index].reversed() : Array(sizes[(index + 1)...])
    guard let size = sizesThatWay.first(where: { !isSame($0) }) else {
      return sizes.allSatisfy(isSame)
        ? [state.show(.unavailable(command, state.singleSizeReason))] : []
    }
    let shown = show(&state, in: size)
    return state.offers(.cache) ? shown + [.view(.writeGallerySize(size))] : shown
  }

  /// Shows the gallery in a size, and keeps the selected photo where it is on the screen.
  static func show(_ state: inout AppState, in size: RowSize) -> [Effect] {
    guard sizes.contains(size) else { return [] }
    rearrange(&state) { $0.program.galleryView.size = size }
    return moved(&state)
  }
}

import Model

/// The format and size of a list's photos, from the smallest to the largest.
///
/// The raw values are stored in the database.
package enum RowSize: Int, Hashable, Sendable, CaseIterable {
  case tiny = 1
  case small, medium, large
  /// Square tiles in two columns.
  case columns = 6
  /// One photo per row, as large as the body allows.
  case single = 5

  package enum Format: Equatable, Sendable {
    /// Rows of equal height that fill the width.
    case rows
    case twoColumns
    case oneColumn
  }

  package var format: Format {
    switch self {
    case .tiny, .small, .medium, .large: .rows
    case .columns: .twoColumns
    case .single: .oneColumn
    }
  }
}

/// The row sizes of a kind of list.
package struct RowSizes: Equatable, Sendable {
  package private(set) var present = RowSize.medium
  /// The last size with rows of several photos.
  private var rows = RowSize.medium

  package init(present: RowSize = .medium) { resize(to: present) }

  mutating func resize(to size: RowSize) {
    present = size
    if size.format == .rows { rows = size }
  }

  /// The sizes of the other formats, in the order that the layout key selects them.
  fileprivate var nextFormats: [RowSize] {
    switch present.format {
    case .rows: [.columns, .single]
    case .twoColumns: [.single, rows]
    case .oneColumn: [rows, .columns]
    }
  }
}

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

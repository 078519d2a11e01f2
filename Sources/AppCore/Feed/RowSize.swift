import Library
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

  /// Returns the sizes that a kind of list offers, from the smallest to the largest.
  package static func offered(by kind: ListID.Kind) -> [RowSize] {
    allCases.filter { $0 != .columns || kind == .search }
  }
}

/// The row sizes of a kind of list.
package struct RowSizes: Equatable, Sendable {
  package var present = RowSize.medium
  /// The size before the present one.
  package var other = RowSize.single
  /// The last size with rows of several photos; `nil` if the present size has rows.
  private var rows: RowSize?

  package init(present: RowSize = .medium, other: RowSize = .single) {
    self.present = present
    self.other = other
  }

  mutating func resize(to size: RowSize) {
    if size.format == .rows {
      rows = nil
    } else if present.format == .rows {
      rows = present
    }
    (present, other) = (size, present)
  }

  /// The sizes of the other formats, in the order that `otherSize` selects them.
  fileprivate var nextFormats: [RowSize] {
    switch present.format {
    case .rows: [.columns, .single]
    case .twoColumns: [.single, rows ?? .medium]
    case .oneColumn: [rows ?? .medium, .columns]
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
    return moved(&state, in: list)
  }

  /// Shows a list in the next size that looks different here, and stores the size.
  ///
  /// In lists with several formats, `otherSize` moves through the formats.
  static func resize(
    _ state: inout AppState,
    by command: Command,
    in list: ListID
  ) -> [Effect] {
    let sizes = state.views.sizes(of: list.kind)
    let present = state.metrics(of: list)
    func isSame(_ size: RowSize) -> Bool { state.metrics(of: list, in: size).looksLike(present) }
    let offered = RowSize.offered(by: list.kind)
    let index = offered.firstIndex(of: sizes.present) ?? 0
    let sizesThatWay: [RowSize] =
      switch command {
      case .smaller: offered[..<index].reversed()
      case .larger: Array(offered[(index + 1)...])
      default: offered.contains(.columns) ? sizes.nextFormats : [sizes.other]
      }
    guard let size = sizesThatWay.first(where: { !isSame($0) }) else {
      return offered.allSatisfy(isSame)
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

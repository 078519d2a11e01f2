import Canvas
import Model

// The user's own collections, shown below their favourites.

extension ProfileReducer {
  /// Loads the user's collections when the end of the favourites is near.
  static func loadCollections(_ state: inout AppState) -> [Effect] {
    guard state.listInView == .favourites, state[.favourites].hasEnded,
      let subject = state.ownCollectionsSubject
    else { return [] }
    let offers = state.offers(of: subject)
    let isWanted = offers.load == .idle && (offers.next == .first || offers.isCached)
    guard isWanted, state.views.favourites.isNearEnd(in: state.rows(of: .favourites)) else {
      return []
    }
    return state.loadOffers(subject, page: .first)
  }

  /// Loads the first page of the user's collections again.
  static func reloadCollections(_ state: inout AppState) -> [Effect] {
    state.ownCollectionsSubject.map { state.loadOffers($0, page: .first) } ?? []
  }
}

extension AppState {
  /// The subject of the user's own collections; `nil` until their user name is known.
  var ownCollectionsSubject: OfferSubject? {
    guard offers(.collections) else { return nil }
    return collector.map { .collections(of: $0) }
  }

  /// The collections below the favourites; `nil` before the end of the favourites, or if there are
  /// none.
  package var ownCollections: DirectoryState.Offers? {
    guard offers(.favourites), self[.favourites].hasEnded, let subject = ownCollectionsSubject
    else { return nil }
    let offers = offers(of: subject)
    return offers.all.isEmpty && offers.load == .idle ? nil : offers
  }

  /// Returns the rows of the collections below the favourites; `nil` if none are shown.
  ///
  /// - Parameter body: the part of the screen that shows the favourites.
  func collectionsHeight(below body: Rect) -> Int? {
    ownCollections == nil ? nil : CollectionShelf.height(in: body, isPlain: program.isPlain)
  }

  /// The layout of the collections below the favourites; `nil` if they aren't visible.
  package var collectionShelf: CollectionShelf? {
    guard listInView == .favourites, let collections = ownCollections else { return nil }
    let body = metrics(of: .favourites).body
    let area: Rect?
    if self[.favourites].order.isEmpty {
      let height = CollectionShelf.height(in: body, isPlain: program.isPlain)
      let y = min(body.y + CollectionShelf.messageRows, body.maxY - height)
      area = Rect(x: body.x, y: y, width: body.width, height: height)
    } else {
      area = tiles(of: .favourites).footer
    }
    let focus: Int? = if case .collection(let index) = profileFocus { index } else { nil }
    let viewport = program.isPlain ? nil : program.viewport
    return area.map {
      CollectionShelf(collections.all, focus: focus, in: $0, of: body, viewport)
    }
  }
}

/// A shelf of collections: a heading, and covers with their names below.
package struct CollectionShelf: Equatable, Sendable {
  package struct Cover: Equatable, Sendable {
    package let offer: ListOffer
    package let isFocused: Bool
    /// The box of the cover in screen coordinates, like `caption`; may extend beyond the body.
    package let picture: Rect
    package let caption: Rect
  }

  package let heading: Rect
  /// The covers that fit into the width, including the focused one.
  package let covers: [Cover]

  /// The rows above the shelf for the message that there are no favourites.
  package static let messageRows = 4
  private static let gap = 2

  /// Lays out the shelf.
  ///
  /// - Parameters:
  ///   - focus: the index of the focused collection; `nil` if none is focused.
  ///   - area: the box of the shelf, with `height(in:)` rows.
  ///   - body: the part of the screen that shows the list.
  ///   - viewport: the size of the screen's cells; `nil` for lines of text without covers.
  init(_ offers: [ListOffer], focus: Int?, in area: Rect, of body: Rect, _ viewport: Viewport?) {
    let y = area.y + (Self.isLow(body) ? 0 : 1)
    heading = Rect(x: area.x + 1, y: y, width: max(0, area.width - 2), height: 1)
    let rows = Self.rows(in: body)
    let columns = viewport?.columns(forRows: rows, width: 16, height: 9) ?? heading.width
    let count = viewport == nil ? rows : max(1, (heading.width + Self.gap) / (columns + Self.gap))
    let last = max(count - 1, min(focus ?? 0, offers.count - 1))
    let shown = offers.indices.filter { $0 > last - count && $0 <= last }
    let isPlain = viewport == nil
    let origin = Point(heading.x, heading.maxY + (isPlain ? 0 : 1))
    covers = shown.enumerated().map { place, index in
      let picture = Rect(
        x: origin.x + (isPlain ? 0 : place * (columns + Self.gap)),
        y: origin.y + (isPlain ? place : 0),
        width: columns,
        height: isPlain ? 0 : rows
      )
      return Cover(
        offer: offers[index],
        isFocused: index == focus,
        picture: picture,
        caption: Rect(x: picture.x, y: picture.maxY, width: columns, height: 1)
      )
    }
  }

  /// Returns the rows of the shelf: heading, covers, names, and the upper side of the selection
  /// frame.
  ///
  /// If there is room, an empty row is added above.
  static func height(in body: Rect, isPlain: Bool) -> Int {
    rows(in: body) + (isLow(body) ? 1 : 2) + (isPlain ? 0 : 2)
  }

  private static func isLow(_ body: Rect) -> Bool { body.height < 14 }

  /// Returns the rows of a cover.
  private static func rows(in body: Rect) -> Int {
    body.height >= 24 ? 6 : isLow(body) ? 3 : 5
  }
}

import Canvas
import Library
import Model

// The collections of the signed-in person, below their favourites.

extension ProfileReducer {
  /// Asks for the person's collections once the end of the favourites is near.
  static func loadCollections(_ state: inout AppState) -> [Effect] {
    guard state.listInView == .favourites, state[.favourites].hasEnded,
      let subject = state.ownCollectionsSubject
    else { return [] }
    let offers = state.offers(of: subject)
    let isWanted = offers.load == .idle && (offers.next == 1 || offers.isCached)
    guard isWanted, state.views.favourites.isNearEnd(in: state.rows(of: .favourites)) else {
      return []
    }
    return state.loadOffers(subject, page: 1)
  }

  /// Asks for the first page of the person's collections again.
  static func reloadCollections(_ state: inout AppState) -> [Effect] {
    state.ownCollectionsSubject.map { state.loadOffers($0, page: 1) } ?? []
  }
}

extension AppState {
  /// The signed-in person's collections; nil until their user name is known.
  var ownCollectionsSubject: OfferSubject? {
    guard offers(.collections) else { return nil }
    return library.collector.map { .collections(of: $0) }
  }

  /// The collections shown below the favourites; nil before the favourites end, and where there are
  /// none to show.
  package var ownCollections: DirectoryState.Offers? {
    guard offers(.favourites), self[.favourites].hasEnded, let subject = ownCollectionsSubject
    else { return nil }
    let offers = offers(of: subject)
    return offers.all.isEmpty && offers.load == .idle ? nil : offers
  }

  /// Rows that the collections take below the favourites; nil if none are shown.
  ///
  /// - Parameter body: the part of the screen that the favourites are seen in.
  func collectionsHeight(below body: Rect) -> Int? {
    ownCollections == nil ? nil : CollectionShelf.height(in: body)
  }

  /// The collections below the favourites as they stand on the screen; nil if they are out of
  /// sight.
  package var collectionShelf: CollectionShelf? {
    guard listInView == .favourites, let collections = ownCollections else { return nil }
    let body = metrics(of: .favourites).body
    let area: Rect?
    if self[.favourites].order.isEmpty {
      let height = CollectionShelf.height(in: body)
      area = Rect(x: body.x, y: body.maxY - height, width: body.width, height: height)
    } else {
      area = tiles(of: .favourites).footer
    }
    let focus: Int? = if case .collection(let index) = profileFocus { index } else { nil }
    return area.map {
      CollectionShelf(collections.all, focus: focus, in: $0, of: body, program.viewport)
    }
  }
}

/// A row of collections: a heading, and covers with their names below.
package struct CollectionShelf: Equatable, Sendable {
  package struct Cover: Equatable, Sendable {
    package let offer: ListOffer
    package let isFocused: Bool
    /// In screen coordinates, like `caption`; may reach out of the body.
    package let picture: Rect
    package let caption: Rect
  }

  package let heading: Rect
  /// The covers that the width has room for, the focused one among them.
  package let covers: [Cover]

  private static let gap = 2

  /// - Parameters:
  ///   - focus: the index of the focused collection; nil if none is.
  ///   - area: as many rows as `height(in:)` says.
  ///   - body: the part of the screen that the list is seen in.
  init(_ offers: [ListOffer], focus: Int?, in area: Rect, of body: Rect, _ viewport: Viewport) {
    let y = area.y + (Self.isLow(body) ? 0 : 1)
    heading = Rect(x: area.x + 1, y: y, width: max(0, area.width - 2), height: 1)
    let rows = Self.rows(in: body)
    let columns = viewport.columns(forRows: rows, width: 16, height: 9)
    let count = max(1, (heading.width + Self.gap) / (columns + Self.gap))
    let last = max(count - 1, min(focus ?? 0, offers.count - 1))
    let shown = offers.indices.filter { $0 > last - count && $0 <= last }
    let (x, top) = (heading.x, heading.maxY + 1)
    covers = shown.enumerated().map { place, index in
      let picture = Rect(x: x + place * (columns + Self.gap), y: top, width: columns, height: rows)
      return Cover(
        offer: offers[index],
        isFocused: index == focus,
        picture: picture,
        caption: Rect(x: picture.x, y: picture.maxY, width: columns, height: 1)
      )
    }
  }

  /// Rows of the heading, the covers, their names, and of the frame around the focused one; where
  /// there is room, an empty row comes first.
  static func height(in body: Rect) -> Int { rows(in: body) + (isLow(body) ? 4 : 5) }

  private static func isLow(_ body: Rect) -> Bool { body.height < 14 }

  /// Rows of a cover.
  private static func rows(in body: Rect) -> Int {
    body.height >= 24 ? 6 : isLow(body) ? 3 : 5
  }
}

/// The header of a list: the data that the service sends about a topic, a collection, an album or a
/// photographer.
///
/// Texts are as the service sent them; control characters aren't removed yet.
package struct ListInfo: Equatable, Sendable {
  package var title: String
  package var description: String?
  /// The name of the collection's owner.
  package var owner: String?
  /// The number of photos in the list, as counted by the service.
  package var total: Int?
  /// The list's page on the service's website, without attribution parameters.
  ///
  /// `nil` if no page is known that passes the checks of `WebPage`.
  package var pageURL: WebPage?
  package var cover: Cover?

  package init(
    title: String,
    description: String? = nil,
    owner: String? = nil,
    total: Int? = nil,
    pageURL: WebPage? = nil,
    cover: Cover? = nil
  ) {
    self.title = title
    self.description = description
    self.owner = owner
    self.total = total?.clamped(to: SanityLimits.count)
    self.pageURL = pageURL
    self.cover = cover
  }
}

/// The cover picture of a topic or a collection.
package struct Cover: Equatable, Sendable {
  package var picture: Picture
  /// The original's width in pixels.
  package var width: Int
  /// The original's height in pixels.
  package var height: Int
  /// The average colour, `0xRRGGBB`; shown until a better rendition loads.
  package var color: UInt32?
  /// The BlurHash, shown until a better rendition loads.
  package var blurHash: String?

  package init(
    _ picture: Picture,
    width: Int,
    height: Int,
    color: UInt32? = nil,
    blurHash: String? = nil
  ) {
    self.picture = picture
    self.width = width.clamped(to: SanityLimits.side)
    self.height = height.clamped(to: SanityLimits.side)
    self.color = color
    self.blurHash = blurHash
  }
}

/// A list that the user can choose, with its header.
///
/// The list is a topic, a collection, or the photos of a photographer.
package struct ListOffer: Equatable, Sendable {
  package var list: ListID
  package var info: ListInfo

  package init(_ list: ListID, _ info: ListInfo) {
    self.list = list
    self.info = info
  }
}

/// The settings of a collection to create.
package struct NewCollection: Hashable, Sendable {
  package var title: String
  /// Whether only the user sees the collection.
  package var isPrivate: Bool

  package init(title: String, isPrivate: Bool = false) {
    self.title = title
    self.isPrivate = isPrivate
  }
}

/// One page of topics, collections or photographers.
package struct OfferPage: Equatable, Sendable {
  package var offers: [ListOffer]
  /// The page to request next; `nil` on the last page.
  package var next: PageToken?

  package init(offers: [ListOffer], next: PageToken?) {
    self.offers = offers
    self.next = next
  }
}

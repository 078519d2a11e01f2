/// What stands above the photographs of a topic or a collection.
///
/// Texts are as the service sent them, not yet inert.
package struct ListInfo: Equatable, Sendable {
  package var title: String
  package var description: String?
  /// The name of whose collection it is.
  package var owner: String?
  /// Photographs in it, by the service's count.
  package var total: Int?
  /// Its page on the service's site, without attribution parameters; nil where none is known that
  /// may be handed out.
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

/// The picture that stands for a list.
package struct Cover: Equatable, Sendable {
  package var picture: Picture
  /// The original's pixels.
  package var width: Int
  package var height: Int
  /// What is shown until there is more: the average colour, and the BlurHash.
  package var color: UInt32?
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

/// A list that a service offers to choose from: a topic, or a collection.
package struct ListOffer: Equatable, Sendable {
  package var list: ListID
  package var info: ListInfo

  package init(_ list: ListID, _ info: ListInfo) {
    self.list = list
    self.info = info
  }
}

/// A collection that is to be made.
package struct NewCollection: Hashable, Sendable {
  package var title: String
  /// Whether nobody else sees it.
  package var isPrivate: Bool

  package init(title: String, isPrivate: Bool = false) {
    self.title = title
    self.isPrivate = isPrivate
  }
}

/// One page of topics or collections.
package struct OfferPage: Equatable, Sendable {
  package var offers: [ListOffer]
  /// The number to ask for next; nil at the end.
  package var next: Int?

  package init(offers: [ListOffer], next: Int?) {
    self.offers = offers
    self.next = next?.clamped(to: SanityLimits.count)
  }
}

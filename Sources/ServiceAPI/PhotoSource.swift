import Model

/// A service that photographs come from, as the effects call it.
///
/// What only some services have are protocols of their own.
///
/// Every call asks over the network at most once (besides the transport's own retries); a cancelled
/// call throws a problem that nobody looks at.
package protocol PhotoSource: Sendable {
  var description: ServiceDescription { get }
  /// The hourly budget by the last answer that had one; nil before the first, and for services
  /// without one.
  var budget: RateBudget? { get }

  /// One page of the service's own feed in its order, without duplicates inside it.
  ///
  /// - Parameter page: 1, then `Page.next` of the page before.
  func feedPage(_ page: Int) async throws(Problem) -> Page
  /// One photograph with its `details`.
  func photo(_ id: Photo.ID) async throws(Problem) -> Photo

  /// Whether a photograph, which may have been kept since an earlier start, is of this service
  /// rather than of another one with the same id, as the demo's is.
  func serves(_ photo: Photo) -> Bool
  /// A photograph of this service without addresses that the service has no business with, and with
  /// the pages of the service's own site in place of missing ones.
  func completed(_ photo: Photo) -> Photo
  /// The same of a person.
  func completed(_ person: Person) -> Person

  /// Where a picture is, in at least that many pixels of width where it has them; nil where there
  /// is none.
  ///
  /// The widths are few, so that a cache finds what a slightly different window asked for.
  ///
  /// - Parameter native: the original's width, which is never exceeded.
  func rendition(of picture: Picture, width: Int, native: Int) -> PictureAddress?
  /// Where a picture is in just that many pixels of width, or in the next size that the service
  /// has.
  ///
  /// - Parameter native: as for `rendition`.
  func sized(_ picture: Picture, width: Int, native: Int) -> PictureAddress?
  /// The photograph in all its pixels, as it is saved.
  func original(of photo: Photo) -> PictureAddress
  /// A square avatar from `Person.avatarURL` in about that many pixels.
  func avatar(_ url: String, size: Int) -> PictureAddress
}

/// A service whose photographs can be liked.
package protocol LikingSource: PhotoSource {
  /// Likes or unlikes; doing it twice is doing it once.
  func setLike(_ id: Photo.ID, liked: Bool) async throws(Problem) -> LikeResponse
}

/// A service that can be searched.
package protocol SearchableSource: PhotoSource {
  /// One page of search results, without duplicates within the page.
  ///
  /// A service may stop short of its total: the end is where `Page.next` is nil.
  ///
  /// - Parameter page: 1, then `Page.next` of the page before.
  func search(_ query: SearchQuery, page: Int) async throws(Problem) -> Page
}

/// A service that knows who is signed in.
package protocol ProfileSource: PhotoSource {
  /// The person who is signed in.
  func me() async throws(Problem) -> Person
}

/// A service that lists what a person likes.
package protocol FavouritesSource: ProfileSource {
  /// One page of a person's likes, latest first, without duplicates within the page.
  ///
  /// - Parameters:
  ///   - username: never empty; from the session, else from `me()`.
  ///   - page: 1, then `Page.next` of the page before.
  func favourites(of username: String, page: Int) async throws(Problem) -> Page
}

/// A service with a page for each photographer.
package protocol PeopleSource: PhotoSource {
  /// A person by user name, with everything the service has about them.
  func person(_ username: String) async throws(Problem) -> Person
  /// One page of a person's photographs, latest first, without duplicates within the page.
  ///
  /// - Parameter page: 1, then `Page.next` of the page before.
  func photos(of username: String, page: Int) async throws(Problem) -> Page
  /// One page of the people that a search finds, without duplicates within the page.
  func people(found words: String, page: Int) async throws(Problem) -> OfferPage
  /// One page of what a person likes, as those are.
  func likes(of username: String, page: Int) async throws(Problem) -> Page
}

/// A service that has photographs by topic.
package protocol TopicsSource: PhotoSource {
  /// The topics on offer in the service's order, without duplicates.
  func topics() async throws(Problem) -> [ListOffer]
  /// A topic, by slug or id; its list names the slug.
  func topic(_ slug: String) async throws(Problem) -> ListOffer
  /// One page of a topic's photographs, without duplicates within the page.
  ///
  /// - Parameter page: 1, then `Page.next` of the page before.
  func photos(inTopic slug: String, page: Int) async throws(Problem) -> Page
}

/// A service whose own feed is a list like others, with a title.
package protocol TitledSource: PhotoSource {
  func feedInfo() async throws(Problem) -> ListInfo
}

/// A service whose people collect photographs.
package protocol CollectionsSource: PhotoSource {
  /// One page of a person's collections, without duplicates within the page.
  ///
  /// - Parameter page: 1, then `OfferPage.next` of the page before.
  func collections(of username: String, page: Int) async throws(Problem) -> OfferPage
  /// One page of the collections that a search finds, as those are.
  func collections(found words: String, page: Int) async throws(Problem) -> OfferPage
  func collection(_ id: String) async throws(Problem) -> ListOffer
  /// One page of a collection's photographs, without duplicates within the page.
  ///
  /// - Parameter page: 1, then `Page.next` of the page before.
  func photos(inCollection id: String, page: Int) async throws(Problem) -> Page
}

/// A service whose collections can be changed by whoever is signed in.
package protocol CollectionEditSource: CollectionsSource {
  /// Puts a photograph into one of the person's own collections, or takes it out.
  ///
  /// - Returns: the collection as it is then; nil where the answer does not say.
  func setCollected(
    _ photo: Photo.ID,
    in collection: String,
    _ isIn: Bool
  ) async throws(Problem) -> ListInfo?
  /// Makes a collection, without photographs.
  func makeCollection(_ new: NewCollection) async throws(Problem) -> ListOffer
}

/// A service that picks photographs by chance.
package protocol RandomSource: PhotoSource {
  /// As many as a page has, without duplicates, or fewer; `notFound` where there are none.
  func randomPhotos(_ choice: RandomChoice) async throws(Problem) -> [Photo]
}

/// A service whose site has addresses of what is shown here.
package protocol AddressedSource: PhotoSource {
  /// What an address of the service's site, or an id, leads to; nil where it is neither.
  func target(of text: String) -> AddressTarget?
}

/// A service that wants to know of each photograph that is kept.
package protocol DownloadTrackingSource: PhotoSource {
  /// Reports, once, that a photograph was kept.
  func trackDownload(_ photo: Photo) async throws(Problem)
}

extension PhotoSource {
  package var id: ServiceID { description.id }
  package func serves(_ photo: Photo) -> Bool { photo.id.service == id }
  package func sized(_ picture: Picture, width: Int, native: Int) -> PictureAddress? {
    rendition(of: picture, width: width, native: native)
  }
  package func completed(_ photo: Photo) -> Photo { photo }
  package func completed(_ person: Person) -> Person { person }
}

/// Where to ask for a picture, and under which name to keep it.
package struct PictureAddress: Equatable, Sendable {
  package let url: String
  /// Stays the same from answer to answer, while the address carries a new view id each time.
  package let cacheKey: String
  /// Pixels that the picture is wide, as far as the address decides it.
  package let width: Int

  package init(url: String, cacheKey: String, width: Int) {
    self.url = url
    self.cacheKey = cacheKey
    self.width = width
  }
}

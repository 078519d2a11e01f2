import Model

/// A photo service, as effects call it.
///
/// Features that only some services offer are separate protocols.
///
/// Each call sends a request at most once, apart from retries by the transport. The problem that a
/// cancelled call throws is ignored.
package protocol PhotoSource: Sendable {
  var description: ServiceDescription { get }
  /// The hourly request budget from the latest response that named one. `nil` before the first such
  /// response, and for services without a budget.
  var budget: RateBudget? { get }

  /// Returns one page of the service's own feed, in the service's order and without duplicates.
  ///
  /// - Parameter page: 1, then `Page.next` of the previous page.
  func feedPage(_ page: Int) async throws(Problem) -> Page
  /// Returns one photo with its `details`.
  func photo(_ id: Photo.ID) async throws(Problem) -> Photo

  /// Whether a photo, possibly cached by an earlier run, belongs to this service.
  ///
  /// The demo's photos have the service's ID too, but belong to another source.
  func serves(_ photo: Photo) -> Bool
  /// Returns a photo of this service without URLs that the service may not name.
  ///
  /// Missing page URLs are replaced by pages of the service's own site.
  func completed(_ photo: Photo) -> Photo
  /// Returns a person of this service, with URLs checked and completed as for a photo.
  func completed(_ person: Person) -> Person

  /// Returns the URL of a rendition at least `width` pixels wide, or of the largest one; `nil` if
  /// there is none.
  ///
  /// The possible widths are few, so that slightly different window sizes share cached images.
  ///
  /// - Parameter native: the original's width, which is never exceeded.
  func rendition(of picture: Picture, width: Int, native: Int) -> PictureAddress?
  /// Returns the URL of a rendition exactly `width` pixels wide, or of the next size that the
  /// service has.
  ///
  /// - Parameter native: the original's width, which is never exceeded.
  func sized(_ picture: Picture, width: Int, native: Int) -> PictureAddress?
  /// Returns the URL of the photo in full resolution, as downloads save it.
  func original(of photo: Photo) -> PictureAddress
  /// Returns the URL of a square avatar, about `size` pixels wide.
  ///
  /// - Parameter url: the person's `avatarURL`.
  func avatar(_ url: String, size: Int) -> PictureAddress
}

/// A service whose photos can be liked.
package protocol LikingSource: PhotoSource {
  /// Likes or unlikes a photo.
  ///
  /// The call is idempotent.
  func setLike(_ id: Photo.ID, liked: Bool) async throws(Problem) -> LikeResponse
}

/// A service that can be searched.
package protocol SearchableSource: PhotoSource {
  /// Returns one page of search results, without duplicates within the page.
  ///
  /// A service may end before its total. The list ends if `Page.next` is `nil`.
  ///
  /// - Parameter page: 1, then `Page.next` of the previous page.
  func search(_ query: SearchQuery, page: Int) async throws(Problem) -> Page
}

/// A service that returns the profile of the signed-in user.
package protocol ProfileSource: PhotoSource {
  /// Returns the signed-in user.
  func me() async throws(Problem) -> Person
}

/// A service that lists what a user likes.
package protocol FavouritesSource: ProfileSource {
  /// Returns one page of a user's likes, latest first, without duplicates within the page.
  ///
  /// - Parameters:
  ///   - username: from the session, or from `me()`; never empty.
  ///   - page: 1, then `Page.next` of the previous page.
  func favourites(of username: String, page: Int) async throws(Problem) -> Page
}

/// A service with a page for each photographer.
package protocol PeopleSource: PhotoSource {
  /// Returns the profile of a user.
  func person(_ username: String) async throws(Problem) -> Person
  /// Returns one page of a user's photos, latest first, without duplicates within the page.
  ///
  /// - Parameter page: 1, then `Page.next` of the previous page.
  func photos(of username: String, page: Int) async throws(Problem) -> Page
  /// Returns one page of the people that a search finds, without duplicates within the page.
  func people(found words: String, page: Int) async throws(Problem) -> OfferPage
  /// Returns one page of a user's likes, latest first, without duplicates within the page.
  ///
  /// - Parameter page: 1, then `Page.next` of the previous page.
  func likes(of username: String, page: Int) async throws(Problem) -> Page
}

/// A service that groups photos by topic.
package protocol TopicsSource: PhotoSource {
  /// Returns the available topics in the service's order, without duplicates.
  func topics() async throws(Problem) -> [ListOffer]
  /// Returns a topic by its slug or ID.
  ///
  /// The ID of the returned list contains the slug.
  func topic(_ slug: String) async throws(Problem) -> ListOffer
  /// Returns one page of a topic's photos, without duplicates within the page.
  ///
  /// - Parameter page: 1, then `Page.next` of the previous page.
  func photos(inTopic slug: String, page: Int) async throws(Problem) -> Page
}

/// A service whose own feed has a title and a page, like other lists.
package protocol TitledSource: PhotoSource {
  func feedInfo() async throws(Problem) -> ListInfo
}

/// A service whose users group photos in collections.
package protocol CollectionsSource: PhotoSource {
  /// Returns one page of a user's collections, without duplicates within the page.
  ///
  /// - Parameter page: 1, then `OfferPage.next` of the previous page.
  func collections(of username: String, page: Int) async throws(Problem) -> OfferPage
  /// Returns one page of the collections that a search finds, without duplicates within the page.
  ///
  /// - Parameter page: 1, then `OfferPage.next` of the previous page.
  func collections(found words: String, page: Int) async throws(Problem) -> OfferPage
  func collection(_ id: String) async throws(Problem) -> ListOffer
  /// Returns one page of a collection's photos, without duplicates within the page.
  ///
  /// - Parameter page: 1, then `Page.next` of the previous page.
  func photos(inCollection id: String, page: Int) async throws(Problem) -> Page
}

/// A service whose signed-in user can change their collections.
package protocol CollectionEditSource: CollectionsSource {
  /// Adds a photo to one of the user's own collections, or removes it.
  ///
  /// - Returns: the changed collection; `nil` if the response doesn't include it.
  func setCollected(
    _ photo: Photo.ID,
    in collection: String,
    _ isIn: Bool
  ) async throws(Problem) -> ListInfo?
  /// Creates a collection without photos.
  func makeCollection(_ new: NewCollection) async throws(Problem) -> ListOffer
}

/// A service that returns random photos.
package protocol RandomSource: PhotoSource {
  /// Returns up to one page of random photos, without duplicates.
  ///
  /// - Throws: `notFound` if there are no photos.
  func randomPhotos(_ choice: RandomChoice) async throws(Problem) -> [Photo]
}

/// A service whose URLs can be opened in imagefeed.
package protocol AddressedSource: PhotoSource {
  /// Returns the list or photo that a URL of the service's site, or an ID, refers to; `nil` if the
  /// text is neither.
  func target(of text: String) -> AddressTarget?
}

/// A service that must be notified of each download.
package protocol DownloadTrackingSource: PhotoSource {
  /// Reports a download to the service.
  ///
  /// The request is never repeated automatically.
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

/// The URL of a rendition, and the key to cache it under.
package struct PictureAddress: Equatable, Sendable {
  package let url: String
  /// The key of the cached file.
  ///
  /// Unlike the URL, which contains a new view ID in each response, it stays constant.
  package let cacheKey: String
  /// The width in pixels, as far as the URL determines it.
  package let width: Int

  package init(url: String, cacheKey: String, width: Int) {
    self.url = url
    self.cacheKey = cacheKey
    self.width = width
  }
}

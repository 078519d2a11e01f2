import Model

/// A photo service, with the functions that every service has.
///
/// Functions of some services only are in separate protocols.
///
/// Each call sends at most one request, apart from retries by the transport. If a call is
/// cancelled, its caller ignores the thrown problem.
package protocol PhotoSource: Sendable {
  var description: ServiceDescription { get }
  /// The hourly quota of requests, as of the last response that reported it.
  ///
  /// `nil` before the first one, and for services without a quota.
  var budget: RateBudget? { get }

  /// Loads one page of the service's main feed in its order, without duplicates within the page.
  ///
  /// - Parameter page: The first, then `Page.next` of the previous page.
  func feedPage(_ page: PageToken) async throws(Problem) -> Page
  /// Loads a photo with its `details`.
  func photo(_ id: Photo.ID) async throws(Problem) -> Photo

  /// Whether a photo, possibly stored by an earlier run, belongs to this service.
  ///
  /// The demo service and the real one may use the same IDs, so the photo's URLs count too.
  func serves(_ photo: Photo) -> Bool
  /// Returns a photo with URLs that don't belong to this service removed.
  ///
  /// Fills in missing page URLs.
  func completed(_ photo: Photo) -> Photo
  /// Returns a person with URLs that don't belong to this service removed.
  ///
  /// Fills in a missing page URL.
  func completed(_ person: Person) -> Person

  /// Returns the URL of a rendition at least `width` pixels wide, or of the largest one available;
  /// `nil` if there is none.
  ///
  /// Widths are rounded to a few steps, so that windows of similar sizes share cache entries.
  ///
  /// - Parameter native: the original's width in pixels, which is never exceeded.
  func rendition(of picture: Picture, width: Int, native: Int) -> PictureAddress?
  /// Returns the URL of a rendition exactly `width` pixels wide; `nil` if there is none.
  ///
  /// A service with fixed sizes returns the rendition of `rendition(of:width:native:)`.
  ///
  /// - Parameter native: the original's width in pixels, which is never exceeded.
  func sized(_ picture: Picture, width: Int, native: Int) -> PictureAddress?
  /// Returns the URL of the photo in full resolution, as used for downloads.
  func original(of photo: Photo) -> PictureAddress
  /// Returns the URL of a square avatar of about `size` pixels, derived from `Person.avatarURL`.
  func avatar(_ url: String, size: Int) -> PictureAddress
}

/// A service with likes.
package protocol LikingSource: PhotoSource {
  /// Likes or unlikes a photo.
  ///
  /// Idempotent.
  func setLike(_ id: Photo.ID, liked: Bool) async throws(Problem) -> LikeResponse
}

/// A service with a search for photos.
package protocol SearchableSource: PhotoSource {
  /// Loads one page of search results, without duplicates within the page.
  ///
  /// The last page is the one without `Page.next`. The pages may have fewer photos than the
  /// reported total.
  ///
  /// - Parameter page: The first, then `Page.next` of the previous page.
  func search(_ query: SearchQuery, page: PageToken) async throws(Problem) -> Page
}

/// A service with profiles of signed-in users.
package protocol ProfileSource: PhotoSource {
  /// Loads the profile of the signed-in user.
  func me() async throws(Problem) -> Person
}

/// A service that lists the photos that the signed-in user likes.
package protocol FavouritesSource: PhotoSource {
  /// Loads one page of a user's likes, latest first, without duplicates within the page.
  ///
  /// - Parameters:
  ///   - username: the user name in the session, or else in the profile; never empty.
  ///   - page: the first, then `Page.next` of the previous page.
  func favourites(of username: String, page: PageToken) async throws(Problem) -> Page
}

/// A service with a page for each photographer.
package protocol PeopleSource: PhotoSource {
  /// Loads a photographer's profile by user name.
  func person(_ username: String) async throws(Problem) -> Person
  /// Loads one page of a photographer's photos, latest first, without duplicates within the page.
  ///
  /// - Parameter page: The first, then `Page.next` of the previous page.
  func photos(of username: String, page: PageToken) async throws(Problem) -> Page
}

/// A service that finds photographers.
package protocol PeopleSearchSource: PhotoSource {
  /// Loads one page of the photographers found by a search, without duplicates within the page.
  ///
  /// - Parameter page: The first, then `OfferPage.next` of the previous page.
  func people(found words: String, page: PageToken) async throws(Problem) -> OfferPage
}

/// A service that lists the likes of its photographers.
package protocol PersonLikesSource: PhotoSource {
  /// Loads one page of a photographer's likes, latest first, without duplicates within the page.
  ///
  /// - Parameter page: The first, then `Page.next` of the previous page.
  func likes(of username: String, page: PageToken) async throws(Problem) -> Page
}

/// A service with photos by topic.
package protocol TopicsSource: PhotoSource {
  /// Loads the available topics in the service's order, without duplicates.
  func topics() async throws(Problem) -> [ListOffer]
  /// Loads a topic by slug or ID.
  ///
  /// The returned list always has the slug.
  func topic(_ slug: String) async throws(Problem) -> ListOffer
  /// Loads one page of a topic's photos, without duplicates within the page.
  ///
  /// - Parameter page: The first, then `Page.next` of the previous page.
  func photos(inTopic slug: String, page: PageToken) async throws(Problem) -> Page
}

/// A service whose main feed has a header, like a topic or a collection.
package protocol TitledSource: PhotoSource {
  func feedInfo() async throws(Problem) -> ListInfo
}

/// A service with collections of photos made by users.
package protocol CollectionsSource: PhotoSource {
  /// Loads one page of a photographer's collections, without duplicates within the page.
  ///
  /// - Parameter page: The first, then `OfferPage.next` of the previous page.
  func collections(of username: String, page: PageToken) async throws(Problem) -> OfferPage
  /// Loads one page of the collections found by a search, without duplicates within the page.
  ///
  /// - Parameter page: The first, then `OfferPage.next` of the previous page.
  func collections(found words: String, page: PageToken) async throws(Problem) -> OfferPage
  func collection(_ id: String) async throws(Problem) -> ListOffer
  /// Loads one page of a collection's photos, without duplicates within the page.
  ///
  /// - Parameter page: The first, then `Page.next` of the previous page.
  func photos(inCollection id: String, page: PageToken) async throws(Problem) -> Page
}

/// A service whose signed-in user can change their collections.
package protocol CollectionEditSource: CollectionsSource {
  /// Adds a photo to one of the user's collections, or removes it.
  ///
  /// - Returns: the collection's new header; `nil` if the response doesn't include it.
  func setCollected(
    _ photo: Photo.ID,
    in collection: String,
    _ isIn: Bool
  ) async throws(Problem) -> ListInfo?
  /// Creates an empty collection.
  func makeCollection(_ new: NewCollection) async throws(Problem) -> ListOffer
}

/// A service whose links name photos by something else than their ID.
package protocol LookupSource: PhotoSource {
  /// Returns the ID of the photo that a link names.
  func lookUp(_ name: String) async throws(Problem) -> Photo.ID
}

/// A service with random photos.
package protocol RandomSource: PhotoSource {
  /// Loads random photos without duplicates, at most a page of them.
  ///
  /// - Throws: `notFound` if there are no photos to choose from.
  func randomPhotos(_ choice: RandomChoice) async throws(Problem) -> [Photo]
}

/// A service that requires a report of each downloaded photo.
package protocol DownloadTrackingSource: PhotoSource {
  /// Reports the download of a photo, with one request.
  func trackDownload(_ photo: Photo) async throws(Problem)
}

extension PhotoSource {
  package var id: ServiceID { description.id }
  package var budget: RateBudget? { nil }
  package func serves(_ photo: Photo) -> Bool { photo.id.service == id }
  package func sized(_ picture: Picture, width: Int, native: Int) -> PictureAddress? {
    rendition(of: picture, width: width, native: native)
  }
  package func completed(_ photo: Photo) -> Photo { photo }
  package func completed(_ person: Person) -> Person { person }
}

extension PageToken {
  /// Returns the page's number.
  ///
  /// - Throws: `stalePage` if the page has none.
  package func number(_ subject: Problem.Subject) throws(Problem) -> Int {
    guard let number else { throw Problem(subject, .stalePage) }
    return number
  }
}

/// The URL of a picture's rendition, and its key in caches.
package struct PictureAddress: Equatable, Sendable {
  package let url: String
  /// The key in caches.
  ///
  /// The key of a rendition doesn't change. The URL may differ in each response, because services
  /// add an ID of the view.
  package let cacheKey: String
  /// The rendition's width in pixels, as requested by the URL.
  package let width: Int

  package init(url: String, cacheKey: String, width: Int) {
    self.url = url
    self.cacheKey = cacheKey
    self.width = width
  }

  /// Creates an address whose key has neither its host nor its query, which may change.
  ///
  /// - Parameter version: The version of the file, if the URL stays when the picture changes.
  package init(url: String, version: String?, width: Int) {
    let rest = PlainAddress(url)?.rest ?? Substring(url)
    let path = String(rest.prefix { $0 != "?" && $0 != "#" })
    self.init(url: url, cacheKey: path + (version.map { "#" + $0 } ?? ""), width: width)
  }
}

import Model

/// A service that photographs come from, as the effects call it.
///
/// Every call asks over the network at most once (besides the transport's own retries); a cancelled
/// call throws a problem that nobody looks at.
package protocol PhotoService: Sendable {
  var id: ServiceID { get }
  /// What was left of the hourly budget by the last answer that told; nil before the first.
  var budget: RateBudget? { get }

  /// One page of the feed in the service's own order, without duplicates inside it.
  ///
  /// - Parameter page: from 1; `Page.next` of the page before.
  func feedPage(_ page: Int) async throws(Problem) -> Page
  /// One page of what a person likes, the latest like first, without duplicates inside it.
  ///
  /// - Parameters:
  ///   - username: never empty; `me()` tells it where the session does not.
  ///   - page: from 1; `Page.next` of the page before.
  func favourites(of username: String, page: Int) async throws(Problem) -> Page
  /// One page of what is found, without duplicates inside it.
  ///
  /// A service may stop before the total it tells: the end is where `Page.next` is nil.
  ///
  /// - Parameter page: from 1; `Page.next` of the page before.
  func search(_ query: SearchQuery, page: Int) async throws(Problem) -> Page
  /// One photograph with its `details`.
  func photo(_ id: Photo.ID) async throws(Problem) -> Photo
  /// Likes or unlikes; doing it twice is doing it once.
  func setLike(_ id: Photo.ID, liked: Bool) async throws(Problem) -> LikeAnswer
  /// The person who is signed in.
  func me() async throws(Problem) -> Person
  /// Tells the service, once, that a photograph was kept; nothing happens where it does not ask.
  func trackDownload(_ photo: Photo) async throws(Problem)

  /// Whether a photograph, which may have been kept since an earlier start, is of this service
  /// rather than of another one with the same id, as the demo's is.
  func serves(_ photo: Photo) -> Bool
  /// A photograph of this service without addresses that the service has no business with, and with
  /// the pages of the service's own site in place of missing ones.
  func completed(_ photo: Photo) -> Photo
  /// The same of a person.
  func completed(_ person: Person) -> Person

  /// Where a picture is, in at least that many pixels of width where it has them.
  ///
  /// The widths are few, so that a cache finds what a slightly different window asked for.
  ///
  /// - Parameters:
  ///   - address: `Photo.pictureURL`.
  ///   - native: the original's width, which is never exceeded.
  func picture(_ address: String, width: Int, native: Int) -> PictureAddress
  /// The photograph in all its pixels, as it is saved.
  func original(of photo: Photo) -> PictureAddress
  /// A square avatar from `Person.avatarURL` in about that many pixels.
  func avatar(_ url: String, size: Int) -> PictureAddress
}

extension PhotoService {
  package func serves(_ photo: Photo) -> Bool { photo.id.service == id }
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

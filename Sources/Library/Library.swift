import Model

/// What is known, whatever the person looks at: the service's answers, what is on this machine, and
/// what is on its way between them.
package struct Library: Equatable, Sendable {
  package var launch: Launch
  /// Who is signed in; nil when nobody is.
  package var account: Account?
  /// Every photograph known, once; everything else holds ids.
  package var photos: [Photo.ID: Photo] = [:]
  /// The best that can be shown of each picture wanted so far.
  package var pictures: [PictureKey: PictureStatus] = [:]
  package var lists = Lists()
  package var favourites = FavouritesState()
  package var likes = LikesState()
  package var details = DetailsState()
  package var profile = ProfileState()
  package var downloads = DownloadsState()
  package var gallery = GalleryState()
  package var cache = CacheState()
  package var places = PlacesState()
  package var collecting = CollectingState()
  /// Whether the service could not be reached when it was last asked.
  package var isOffline = false
  /// What is left of the service's budget, by its last answer.
  package var budget: RateBudget?

  package init(launch: Launch) { self.launch = launch }
}

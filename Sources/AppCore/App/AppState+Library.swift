import Library
import Model

// What the library knows, by its own names. Changed in place: a getter and a setter would copy every
// photograph for each change of one.
extension AppState {
  package var launch: Launch {
    _read { yield library.launch }
    _modify { yield &library.launch }
  }

  package var account: Account? {
    _read { yield library.account }
    _modify { yield &library.account }
  }

  package var photos: [Photo.ID: Photo] {
    _read { yield library.photos }
    _modify { yield &library.photos }
  }

  package var pictures: [PictureKey: PictureStatus] {
    _read { yield library.pictures }
    _modify { yield &library.pictures }
  }

  package var favourites: FavouritesState {
    _read { yield library.favourites }
    _modify { yield &library.favourites }
  }

  package var likes: LikesState {
    _read { yield library.likes }
    _modify { yield &library.likes }
  }

  package var collecting: CollectingState {
    _read { yield library.collecting }
    _modify { yield &library.collecting }
  }

  package var details: DetailsState {
    _read { yield library.details }
    _modify { yield &library.details }
  }

  package var profile: ProfileState {
    _read { yield library.profile }
    _modify { yield &library.profile }
  }

  package var downloads: DownloadsState {
    _read { yield library.downloads }
    _modify { yield &library.downloads }
  }

  package var gallery: GalleryState {
    _read { yield library.gallery }
    _modify { yield &library.gallery }
  }

  package var cache: CacheState {
    _read { yield library.cache }
    _modify { yield &library.cache }
  }

  package var isOffline: Bool {
    _read { yield library.isOffline }
    _modify { yield &library.isOffline }
  }

  package var budget: RateBudget? {
    _read { yield library.budget }
    _modify { yield &library.budget }
  }

  package subscript(list: ListID) -> PhotoList {
    _read { yield library.lists[list] }
    _modify { yield &library.lists[list] }
  }

  /// The service's own feed.
  package var feed: PhotoList {
    _read { yield library.lists[.feed] }
    _modify { yield &library.lists[.feed] }
  }

  package func offers(_ capability: Capabilities) -> Bool { library.offers(capability) }
}

import Library
import Model

// Shortcuts to the library's properties. `_modify` changes them in place: a setter would copy every
// photo whenever one changes. Reading uses `get`, not `_read`: without optimization, Swift 6.3
// copies the yielded value after it has freed the accessor's frame (found by Address Sanitizer).
extension AppState {
  package var launch: Launch {
    get { library.launch }
    _modify { yield &library.launch }
  }

  package var account: Account? {
    get { library.account }
    _modify { yield &library.account }
  }

  package var photos: [Photo.ID: Photo] {
    get { library.photos }
    _modify { yield &library.photos }
  }

  package var pictures: [PictureKey: PictureStatus] {
    get { library.pictures }
    _modify { yield &library.pictures }
  }

  package var favourites: FavouritesState {
    get { library.favourites }
    _modify { yield &library.favourites }
  }

  package var likes: LikesState {
    get { library.likes }
    _modify { yield &library.likes }
  }

  package var collectionEdit: CollectionEditState {
    get { library.collectionEdit }
    _modify { yield &library.collectionEdit }
  }

  package var details: DetailsState {
    get { library.details }
    _modify { yield &library.details }
  }

  package var profile: ProfileState {
    get { library.profile }
    _modify { yield &library.profile }
  }

  package var downloads: DownloadsState {
    get { library.local.downloads }
    _modify { yield &library.local.downloads }
  }

  package var gallery: GalleryState {
    get { library.local.gallery }
    _modify { yield &library.local.gallery }
  }

  package var cache: CacheState {
    get { library.local.cache }
    _modify { yield &library.local.cache }
  }

  package var isOffline: Bool {
    get { library.isOffline }
    _modify { yield &library.isOffline }
  }

  package var budget: RateBudget? {
    get { library.budget }
    _modify { yield &library.budget }
  }

  package subscript(list: ListID) -> PhotoList {
    get { library.lists[list] }
    _modify { yield &library.lists[list] }
  }

  /// The service's main feed.
  package var feed: PhotoList {
    get { library.lists[.feed] }
    _modify { yield &library.lists[.feed] }
  }

  package func offers(_ capability: Capabilities) -> Bool { library.offers(capability) }
}

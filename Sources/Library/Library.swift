import Model

/// The data that doesn't depend on the screen: the service's responses, the photos on this
/// computer, and the transfers between them.
///
/// `launch` and `local` live as long as the process, everything else as long as the account.
package struct Library: Equatable, Sendable {
  package var launch: Launch
  package var local = LocalLibrary()
  /// The signed-in user; `nil` if no user is signed in.
  package var account: Account?
  /// The known photos, each stored once; everything else refers to them by ID.
  package var photos: [Photo.ID: Photo] = [:]
  /// The best available rendition of each requested picture.
  package var pictures: [PictureKey: PictureStatus] = [:]
  package var lists = Lists()
  package var favourites = FavouritesState()
  package var likes = LikesState()
  package var details = DetailsState()
  package var profile = ProfileState()
  package var directory = DirectoryState()
  package var collectionEdit = CollectionEditState()
  /// Whether the last request to the service got no response.
  package var isOffline = false
  /// The rest of the service's quota of requests, as reported by its last response.
  package var budget: RateBudget?

  package init(launch: Launch) { self.launch = launch }

  /// The library after sign-out: the local data, and the photos that it refers to.
  package var signedOut: Library {
    var library = Library(launch: launch)
    library.local = local
    // The timers of both end with the account.
    library.local.cache.isAging = false
    library.local.cache.colors = [:]
    library.photos = photos.filter { local.needs($0.key) }
    return library
  }
}

extension Library {
  /// Whether the current service has a photo.
  ///
  /// The gallery contains photos of all services and of the demo, whose IDs look alike. No request
  /// may name a photo of another service.
  package func serves(_ id: Photo.ID) -> Bool {
    guard launch.service(of: id).id == launch.service.id else { return false }
    guard !launch.isDemo, !launch.hasOwnAddresses else { return true }
    return photos[id]?.picture.isLoopback != true
  }
}

/// The data that doesn't depend on the account: downloads, gallery and cache.
package struct LocalLibrary: Equatable, Sendable {
  package var downloads = DownloadsState()
  package var gallery = GalleryState()
  package var cache = CacheState()

  package init() {}

  /// Whether a photo is in the gallery or in the list of downloads.
  func needs(_ id: Photo.ID) -> Bool {
    gallery.ids.contains(id) || downloads.items.contains { $0.id.photo == id }
  }
}

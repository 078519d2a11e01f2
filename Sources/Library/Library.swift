import Model

/// The service's answers, the photographs on this machine, and what is on its way between them,
/// whatever the person looks at.
///
/// `launch` and `local` live as long as the program, everything else as long as the account.
package struct Library: Equatable, Sendable {
  package var launch: Launch
  package var local = LocalLibrary()
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
  package var directory = DirectoryState()
  package var collecting = CollectionEditState()
  /// Whether the service could not be reached when it was last asked.
  package var isOffline = false
  /// What is left of the service's budget, by its last answer.
  package var budget: RateBudget?

  package init(launch: Launch) { self.launch = launch }

  /// The library without its account: what is local, with the photographs that this needs.
  package var signedOut: Library {
    var library = Library(launch: launch)
    library.local = local
    library.photos = photos.filter { local.needs($0.key) }
    return library
  }
}

/// The photographs on this machine or on their way here, whoever is signed in.
package struct LocalLibrary: Equatable, Sendable {
  package var downloads = DownloadsState()
  package var gallery = GalleryState()
  package var cache = CacheState()

  package init() {}

  /// Whether a photograph is in the gallery or in the list of downloads.
  func needs(_ id: Photo.ID) -> Bool {
    gallery.ids.contains(id) || downloads.items.contains { $0.id.photo == id }
  }
}

import Library
import Model

extension Effect.Scope {
  /// The scopes that read from the service.
  static let reads: [Effect.Scope] = [
    .feed, .details, .photo, .profile, .favourites, .search,
    .visit, .offers,
  ]
}

extension AppState {
  /// Back to the sign-in screen, with nothing left of the account.
  ///
  /// - Returns: the effects that stop what was still being done for it, and clear its caches.
  mutating func forgetAccount() -> [Effect] {
    let writes = library.likesEffects
    let isDemoRunning = isDemoRunning
    let keyMap = keyMap
    let paletteMemory = paletteMemory
    let chosenSlideshowSeconds = chosenSlideshowSeconds
    let chosenFilmstrip = chosenFilmstrip
    let topics = topics
    let hasPictures = hasPictures
    let launch = launch
    // What is on this machine, or on its way here, belongs to the program.
    let downloads = downloads
    let gallery = gallery
    let galleryView = galleryView
    let known = Set(downloads.items.map(\.id.photo)).union(gallery.ids)
    let photos = photos.filter { known.contains($0.key) }
    let waiting = alerts
    let number = nextNumber
    let cache = cache
    self = AppState(viewport: viewport, launch: launch)
    stage = .signIn
    alerts = waiting.filter(\.outlivesAccount)
    nextNumber = number
    self.downloads = downloads
    self.gallery = gallery
    self.galleryView = galleryView
    self.photos = photos
    self.cache = cache
    self.isDemoRunning = isDemoRunning
    self.keyMap = keyMap
    self.paletteMemory = paletteMemory
    self.chosenSlideshowSeconds = chosenSlideshowSeconds
    self.chosenFilmstrip = chosenFilmstrip
    self.topics = topics
    self.hasPictures = hasPictures
    return [.pictures(.clear)] + Effect.Scope.reads.map { .cancelReads($0) }
      + writes.sorted { $0.key < $1.key }.map { .cancel($0) }
  }
}

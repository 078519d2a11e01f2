import Library
import Model

/// The state that stays from the start of the program to its end, across sign-ins and sign-outs.
package struct ProgramState: Equatable, Sendable {
  package var viewport: Viewport
  /// The keys of all commands, as configured.
  package var keyMap = KeyMap.standard
  /// Whether the demo service has been started, so that it can be signed in to at once.
  package var isDemoRunning = false
  /// The place in the gallery, which is the same for all accounts.
  package var galleryView = GalleryView()
  package var paletteMemory = PaletteMemory()
  /// Seconds for each photograph of a slideshow; nil means the configured number.
  package var chosenSlideshowSeconds: Int?
  /// Whether full screen has a filmstrip; nil means the service's default.
  package var chosenFilmstrip: Bool?
  /// The searches that an empty search screen offers, in the person's language.
  package var topics: [String] = []
  /// Whether pictures are shown at all; otherwise words stand in their place.
  package var hasPictures = true
  /// Whether the bars of full screen hide after a while without input.
  package var hidesBars = true
  /// The photos behind the splash and the sign-in screen; `nil` until they are looked for, empty if
  /// there are none.
  package var backdrop: [BundledPhoto]?
  /// The number of the last notice or alert, so that a late timer cannot close a newer one.
  package var nextNumber = 0

  package init(viewport: Viewport) { self.viewport = viewport }
}

import Library
import Model

/// The state that lasts from launch to exit, across sign-ins and sign-outs.
package struct ProgramState: Equatable, Sendable {
  package var viewport: Viewport
  /// The keys of all commands, as configured.
  package var keyMap = KeyMap.standard
  /// Whether the demo service runs, so that signing in to it doesn't start it first.
  package var isDemoRunning = false
  /// The scroll position and selection in the gallery, shared by all accounts.
  package var galleryView = GalleryView()
  package var paletteMemory = PaletteMemory()
  /// The seconds per photo of a slideshow that the user has set; `nil` to use the configured value.
  package var chosenSlideshowSeconds: Int?
  /// Whether the user has shown or hidden the filmstrip of full screen; `nil` to use the service's
  /// default.
  package var chosenFilmstrip: Bool?
  /// The searches suggested on an empty search screen, in the user's language.
  package var topics: [String] = []
  /// Whether pictures are shown; if not, text replaces them.
  package var hasPictures = true
  /// Whether screens are plain text without pictures: one photo a line, no frames.
  package var isPlain = false
  /// Whether the bars of full screen disappear after some time without input.
  package var hidesBars = true
  /// The photos behind the splash and the sign-in screen; `nil` before they are looked for, empty
  /// if there are none.
  package var backdrop: [BundledPhoto]?
  /// The number of the latest notice or alert, so that a late timer can't close a newer notice.
  package var nextNumber = 0

  package init(viewport: Viewport) { self.viewport = viewport }
}

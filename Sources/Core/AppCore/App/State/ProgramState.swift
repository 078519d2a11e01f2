import Model

/// The state that lasts from launch to exit, across sign-ins and sign-outs.
package struct ProgramState: Equatable, Sendable {
  /// The size of the terminal and of its cells.
  package var viewport: Viewport
  /// The keys of all commands, as configured.
  package var keyMap = KeyMap.standard
  /// Whether the demo service runs.
  ///
  /// If not, sign-in to the demo service starts it first.
  package var isDemoRunning = false
  /// Whether the demo was chosen on the sign-in screen, so that the launch signs in to it.
  package var entersDemo = false
  /// The service that a link led away from, until the user leaves what it opened.
  package var origin: ServiceID?
  /// The scroll position and selection in the gallery, shared by all accounts.
  package var galleryView = GalleryView()
  /// The data of the command palette, such as the recent commands.
  package var paletteMemory = CommandPaletteMemory()
  /// The seconds per photo of a slideshow that the user has set; `nil` to use the configured value.
  package var chosenSlideshowSeconds: Int?
  /// The order of a slideshow that the user has set; `nil` to use the configured one.
  package var chosenSlideshowOrder: SlideshowOrder?
  /// The seed of the next random order.
  package var seed: UInt64 = 0
  /// Whether the user has shown or hidden the filmstrip of full screen; `nil` to use the service's
  /// default.
  package var chosenFilmstrip: Bool?
  /// The ways of opening a photo whose details the user has closed with `i`.
  package var closedDetails: Set<PhotoState.Entrance> = []
  /// The searches suggested on an empty search screen, in the user's language.
  package var searchIdeas: [String] = []
  /// Whether pictures are shown; if not, text replaces them.
  package var hasPictures = true
  /// Whether screens are plain text without pictures or borders, with one photo a line.
  package var isPlain = false
  /// Whether the bars of full screen disappear after some time without input.
  package var hidesBars = true
  /// The background photos of the splash and the sign-in screen; `nil` before the search for them,
  /// empty if none were found.
  package var backdrop: [BundledPhoto]?
  /// The number that the latest notice or alert received.
  ///
  /// The timer of a notice closes only the notice with its number.
  package var nextNumber = 0

  package init(viewport: Viewport) { self.viewport = viewport }
}

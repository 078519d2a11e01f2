/// The settings of `config.toml` that reducers and screens read.
package struct Preferences: Equatable, Sendable {
  /// The port of `http://localhost:PORT/callback`, as registered at the service.
  package var redirectPort = 7436
  /// The maximum number of concurrent downloads in the extended edition; further ones are queued.
  package var downloadsAtOnce = 3
  /// The time that a slideshow shows each photo, in seconds.
  package var slideshowSeconds = 5
  package var slideshowOrder = SlideshowOrder.listed
  /// The user's custom commands for photos, in the file's order.
  package var shareCommands: [ShareCommand] = []

  package init() {}
}

/// The order of the photos in a slideshow: that of their list, or a random one.
package enum SlideshowOrder: String, CaseIterable, Sendable {
  case listed, shuffled
}

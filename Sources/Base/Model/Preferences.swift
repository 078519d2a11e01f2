/// The settings of `config.toml` that reducers and screens read.
package struct Preferences: Equatable, Sendable {
  /// The port of `http://localhost:PORT/callback`, as registered at the service.
  package var redirectPort = 7436
  /// The maximum number of concurrent downloads in the extended edition; further ones are queued.
  package var downloadsAtOnce = 3
  /// The time that a slideshow shows each photo, in seconds.
  package var slideshowSeconds = 5
  /// The user's custom commands for photos, in the file's order.
  package var shareCommands: [ShareCommand] = []

  package init() {}
}

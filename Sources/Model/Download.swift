/// A photograph that is being brought to this machine, as it is remembered until it is whole.
package struct Download: Equatable, Sendable {
  /// Where the file goes.
  package enum Destination: String, Hashable, Sendable {
    /// Among the files of the program, named by id.
    case gallery
    /// The person's pictures folder, as the share menu saves.
    case pictures
  }

  /// Whether it goes on by itself after a restart.
  package enum Intent: String, Hashable, Sendable {
    case running, paused
  }

  package var photo: Photo
  /// The list it was found in, without filters.
  package var origin: ListID
  package var destination: Destination
  package var intent: Intent
  /// The place in the order in which downloads were asked for; several windows may use one twice.
  package var position: Int
  /// The entity tag of the file that the bytes so far are of; nil before the first answer, or where
  /// the server has none.
  package var tag: String?
  /// Bytes of the whole file, where the server says.
  package var expected: Int64?

  package init(
    photo: Photo,
    origin: ListID,
    destination: Destination,
    intent: Intent = .running,
    position: Int = 1,
    tag: String? = nil,
    expected: Int64? = nil
  ) {
    self.photo = photo
    self.origin = origin
    self.destination = destination
    self.intent = intent
    self.position = position.clamped(to: SanityLimits.count)
    self.tag = tag
    self.expected = expected?.clamped(to: SanityLimits.bytes)
  }
}

/// A photograph kept in the gallery: the file on this machine, and what is known of it.
package struct GalleryEntry: Equatable, Sendable {
  package var photo: Photo
  /// The list it was found in, without filters.
  package var origin: ListID
  /// What the service called that list; nil where it has no name but its own.
  package var originTitle: String?
  /// The file's name inside the gallery's folder, made of the id.
  package var fileName: String
  /// Bytes of the file when it was kept.
  package var size: Int64
  /// SHA-256 of the file when it was kept, in lower-case hexadecimal.
  package var hash: String
  /// Seconds since 1970 when it was kept.
  package var time: Double

  package init(
    photo: Photo,
    origin: ListID,
    originTitle: String? = nil,
    fileName: String,
    size: Int64,
    hash: String,
    time: Double
  ) {
    self.photo = photo
    self.origin = origin
    self.originTitle = originTitle
    self.fileName = fileName
    self.size = size.clamped(to: SanityLimits.bytes)
    self.hash = hash
    self.time = time.clamped(to: SanityLimits.time)
  }
}

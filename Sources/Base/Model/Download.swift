/// An unfinished download, as stored until its file is complete.
package struct Download: Equatable, Sendable {
  /// The folder that receives the file.
  package enum Destination: String, Hashable, Sendable {
    /// The gallery's folder. Files there are named by photo ID.
    case gallery
    /// The user's pictures folder, also used by Save in the share menu.
    case pictures
  }

  /// The state that the user has requested.
  ///
  /// A `running` download resumes automatically after a restart.
  package enum Intent: String, Hashable, Sendable {
    case running, paused
  }

  package var photo: Photo
  /// The list that the photo was found in, without filters.
  package var origin: ListID
  package var destination: Destination
  package var intent: Intent
  /// The position in the queue, in the order of requests.
  ///
  /// Two instances of imagefeed may assign the same position.
  package var position: Int
  /// The entity tag (RFC 9110, 8.8.3) of the file whose bytes have been received so far.
  ///
  /// `nil` before the first response, or if the server sends none.
  package var tag: String?
  /// The size of the whole file in bytes; `nil` if the server doesn't report it.
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

/// A photo in the gallery: its file on this computer, and its stored data.
package struct GalleryEntry: Equatable, Sendable {
  package var photo: Photo
  /// The list that the photo was found in, without filters.
  package var origin: ListID
  /// The service's title of that list; `nil` if no title is known.
  package var originTitle: String?
  /// The file's name in the gallery's folder, derived from the photo's ID.
  package var fileName: String
  /// The file's size in bytes when it was downloaded.
  package var size: Int64
  /// The SHA-256 of the file when it was downloaded, in lower-case hexadecimal.
  package var hash: String
  /// The time of the download, in seconds since 1970.
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

/// The identity of a download: the photo and its destination.
///
/// A photo can be downloaded to both destinations at once.
package struct DownloadID: Hashable, Sendable {
  package let photo: Photo.ID
  package let destination: Download.Destination

  package init(_ photo: Photo.ID, to destination: Download.Destination = .gallery) {
    self.photo = photo
    self.destination = destination
  }
}

/// The received part of a file, and the transfer's speed.
package struct DownloadProgress: Equatable, Sendable {
  /// The number of received bytes, including those from earlier runs.
  package var received: Int64
  /// The size of the whole file in bytes; `nil` if the server doesn't report it.
  package var expected: Int64?
  /// The current speed in bytes per second; `nil` before the first measurement.
  package var speed: Int64?

  package init(received: Int64 = 0, expected: Int64? = nil, speed: Int64? = nil) {
    self.received = received
    self.expected = expected
    self.speed = speed
  }
}

extension Problem.Cause {
  /// Whether another instance of imagefeed is using the file.
  package var isInUse: Bool {
    if case .inUse = self { true } else { false }
  }
}

/// The result of a successful download.
package enum DownloadOutcome: Equatable, Sendable {
  case downloaded(GalleryEntry)
  case saved(path: String)
}

/// The downloads of earlier runs, as read from the database.
package struct RestoredDownloads: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var download: Download
    /// The number of received bytes.
    package var received: Int64

    package init(download: Download, received: Int64) {
      self.download = download
      self.received = received
    }
  }

  /// The unfinished downloads, oldest first.
  package var entries: [Entry]
  /// The photos in the gallery.
  package var inGallery: Set<Photo.ID>

  package init(entries: [Entry] = [], inGallery: Set<Photo.ID> = []) {
    self.entries = entries
    self.inGallery = inGallery
  }
}

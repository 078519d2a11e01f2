/// A gallery entry without the photo's data, which is read from the database when the entry is
/// shown.
package struct GalleryStub: Equatable, Sendable {
  package var id: Photo.ID
  /// The list that the photo was found in, without filters.
  package var origin: ListID
  /// The service's title of that list; `nil` if no title is known.
  package var originTitle: String?
  /// The file's name in the gallery's folder.
  package var fileName: String
  /// The file's size in bytes when it was downloaded.
  package var size: Int64
  /// The SHA-256 of the file when it was downloaded, in lower-case hexadecimal.
  package var hash: String

  package init(
    id: Photo.ID,
    origin: ListID,
    originTitle: String? = nil,
    fileName: String,
    size: Int64,
    hash: String
  ) {
    self.id = id
    self.origin = origin
    self.originTitle = originTitle
    self.fileName = fileName
    self.size = size.clamped(to: SanityLimits.bytes)
    self.hash = hash
  }
}

extension GalleryEntry {
  package var stub: GalleryStub {
    GalleryStub(
      id: photo.id,
      origin: origin,
      originTitle: originTitle,
      fileName: fileName,
      size: size,
      hash: hash
    )
  }
}

/// The gallery as read from the database.
package struct GalleryContents: Equatable, Sendable {
  /// The entries, newest first.
  package var stubs: [GalleryStub]
  /// The data of the photos that are displayed first, or of all photos.
  package var photos: [Photo]

  package init(_ stubs: [GalleryStub], photos: [Photo]) {
    self.stubs = stubs
    self.photos = photos
  }

  /// Creates contents that include the data of all photos.
  package init(_ entries: [GalleryEntry]) {
    self.init(entries.map(\.stub), photos: entries.map(\.photo))
  }
}

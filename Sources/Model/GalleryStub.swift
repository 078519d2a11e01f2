/// A photo of the gallery with its place and its file; the photo itself is read when it is shown.
package struct GalleryStub: Equatable, Sendable {
  package var id: Photo.ID
  /// The list in which the photo was found, without filters.
  package var origin: ListID
  /// The service's title of that list; `nil` if it has none but its own name.
  package var originTitle: String?
  /// The name inside the gallery's folder.
  package var fileName: String
  /// The number of bytes at the time of the download.
  package var size: Int64
  /// The SHA-256 at the time of the download, in lower-case hexadecimal.
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

/// The result of reading the gallery: its order, and the photos that are shown first.
package struct GalleryContents: Equatable, Sendable {
  /// The newest first.
  package var stubs: [GalleryStub]
  package var photos: [Photo]

  package init(_ stubs: [GalleryStub], photos: [Photo]) {
    self.stubs = stubs
    self.photos = photos
  }

  /// A gallery with all its photos.
  package init(_ entries: [GalleryEntry]) {
    self.init(entries.map(\.stub), photos: entries.map(\.photo))
  }
}

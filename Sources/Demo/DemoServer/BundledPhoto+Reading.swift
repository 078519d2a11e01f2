import Model

extension BundledPhoto {
  /// Returns the photos that a folder's `photos.json` describes, in its order.
  ///
  /// - Throws: `photos` if the description is missing or malformed.
  package static func all(in directory: String) throws(DemoServerError) -> [BundledPhoto] {
    try SourcePhoto.all(in: directory).map { photo in
      BundledPhoto(
        path: "\(directory)/\(photo.file)",
        width: photo.width,
        height: photo.height
      )
    }
  }
}

import Platform

/// The photographers of the bundled photos, and the licences of the photos.
package enum Credits {
  /// Returns the contents of `CREDITS.md`, which is beside the folder of photos or in it.
  ///
  /// - Throws: `photos` with the path that was tried first.
  package static func text(photosDirectory: String) throws(DemoServerError) -> String {
    let beside = photosDirectory + "/../CREDITS.md"
    for path in [beside, photosDirectory + "/CREDITS.md"] {
      guard let bytes = try? RegularFile.contents(of: path) else { continue }
      return String(decoding: bytes, as: UTF8.self)
    }
    throw .photos(path: beside)
  }
}

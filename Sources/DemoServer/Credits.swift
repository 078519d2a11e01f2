import Platform

/// Who took the photographs, and under which licences they may be shown.
package enum Credits {
  /// The collection's `CREDITS.md`, which lies beside the folder of photographs or in it.
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

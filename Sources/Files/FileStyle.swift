import Model

/// The form of photos in a person's folders.
package struct FileStyle: Equatable, Sendable {
  /// The template of the files' names; `nil` for `photographer-ID.jpg`.
  package var name: PhotoTemplate?

  package init(name: PhotoTemplate? = nil) { self.name = name }

  /// Returns the name of a photo's file.
  ///
  /// Different photos have different names.
  ///
  /// - Parameter width: the width of a rendition, which is a part of its name; `nil` for the
  ///   original.
  package func fileName(of photo: Photo, width: Int? = nil) -> String {
    if let name { return FileName(photo).text(name, width: width) }
    let usual = PhotoSaver.fileName(of: photo)
    return width.map { usual.dropLast(".jpg".count) + ".\($0).jpg" } ?? usual
  }
}

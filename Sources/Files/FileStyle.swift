import Model

/// The form of photos in a person's folders.
package struct FileStyle: Equatable, Sendable {
  /// The template of the files' names; `nil` for `photographer-ID.jpg`.
  package var name: PhotoTemplate?
  /// The services whose photos get a credit in their files; none if no file is changed.
  package var credited: [ServiceDescription]

  package init(name: PhotoTemplate? = nil, credited: [ServiceDescription] = []) {
    self.name = name
    self.credited = credited
  }

  /// The credit in a photo's file; `nil` if the file stays as the service sent it.
  package func credit(of photo: Photo) -> PhotoCredit? {
    credited.first { $0.id == photo.id.service }.map { PhotoCredit(of: photo, $0) }
  }

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

import Disk
import Glibc
import Model

/// The names and credits of photo files in the user's folders.
package struct FileStyle: Equatable, Sendable {
  /// The template of file names; `nil` for `photographer-ID.jpg`.
  package var name: PhotoTemplate?
  /// The services whose photos get a credit in their files; empty if no file gets one.
  package var credited: [ServiceDescription]

  package init(name: PhotoTemplate? = nil, credited: [ServiceDescription] = []) {
    self.name = name
    self.credited = credited
  }

  /// Returns the credit for a photo's file; `nil` to leave the file as the service sent it.
  package func credit(of photo: Photo) -> PhotoCredit? {
    credited.first { $0.id == photo.id.service }.map { PhotoCredit(of: photo, $0) }
  }

  /// Returns the name of a photo's file.
  ///
  /// `FileName` has the rule for names of different photos.
  ///
  /// - Parameter width: The width of a rendition, which is added to the name; `nil` for the
  ///   original.
  package func fileName(of photo: Photo, width: Int? = nil) -> String {
    if let name { return FileName(photo).text(name, width: width) }
    let usual = PhotoSaver.fileName(of: photo)
    return width.map { usual.dropLast(".jpg".count) + ".\($0).jpg" } ?? usual
  }

  /// Returns the path of a photo's file in a folder.
  ///
  /// If the file system ignores case and the name belongs to another photo's file, the name gets a
  /// number.
  package func path(of photo: Photo, in folder: String) -> String {
    let usual = fileName(of: photo)
    var (name, number) = (usual, 1)
    var status = stat()
    while lstat(folder + "/" + name, &status) == 0, !FileSystem.names(in: folder).contains(name) {
      number += 1
      name = usual.numbered(number)
    }
    return folder + "/" + name
  }
}

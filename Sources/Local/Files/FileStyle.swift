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
  package func credit(of photo: Photo) -> XMPPacket? {
    credited.first { $0.id == photo.id.service }.map { XMPPacket(of: photo, $0) }
  }

  /// Returns the name of a photo's file, safe on any file system and in any shell.
  ///
  /// Different photos have different names, because the ID is encoded unambiguously. `FileName` has
  /// the rule for names made from a template.
  ///
  /// - Parameter width: The width of a rendition, which is added to the name; `nil` for the
  ///   original.
  package func fileName(of photo: Photo, width: Int? = nil) -> String {
    if let name { return FileName(photo).text(name, width: width) }
    let author = SafeName.words(photo.author.username)
    // Other programs would interpret a leading dash as an option.
    let start = (author.hasPrefix("-") || author.isEmpty ? "_" : "") + author
    return start + "-" + SafeName.id(photo.id.value) + (width.map { ".\($0)" } ?? "") + ".jpg"
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

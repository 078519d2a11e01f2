import Disk
import Glibc
import Localization
import Model
import Platform

/// The folder of a web page: `index.html`, and its image files in `photos`.
///
/// A hidden file marks the folder as the program's own, lists the image files of its page, and
/// locks the folder against other processes. `index.html` is replaced once all image files are
/// complete, so it always belongs to a whole page.
final class PageFolder: Sendable {
  /// The name of the hidden file.
  static let markerName = ".imagefeed-page"

  private let path: String
  private let marker: PartFile
  /// The image files of the earlier page.
  private let earlier: Set<String>

  var photos: String { path + "/" + PhotoPage.photosFolder }
  var index: String { path + "/index.html" }

  /// Opens a folder, which is created if it is missing.
  ///
  /// - Throws: `foreignFolder` for a folder with files but without a page of the program.
  init(_ path: String) throws(ShellMessage) {
    self.path = path
    do throws(FileSystem.Failure) {
      (marker, earlier) = try Self.open(path)
    } catch {
      if error.code == ENOTEMPTY { throw .foreignFolder(path: path) }
      throw Self.failure(error)
    }
  }

  /// Opens a folder, and returns its locked hidden file and the image files that are listed there.
  ///
  /// - Throws: `ENOTEMPTY` for a folder with files but without the hidden file, or with a symbolic
  ///   link named `photos`.
  private static func open(_ path: String) throws(FileSystem.Failure) -> (PartFile, Set<String>) {
    try FileSystem.createFolder(path, mode: 0o777)
    let names: [String]
    do throws(DescriptorError) { names = try Folder.names(in: path) } catch {
      throw .init(code: error.code, path: path)
    }
    guard names.isEmpty || names.contains(markerName) else {
      throw .init(code: ENOTEMPTY, path: path)
    }
    let marker = try PartFile(path + "/" + markerName, creates: true)
    do throws(FileSystem.Failure) {
      let photosFolder = path + "/" + PhotoPage.photosFolder
      try FileSystem.createFolder(photosFolder, mode: 0o777)
      // Images are never written or removed through a link.
      var status = stat()
      guard lstat(photosFolder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw .init(code: ENOTEMPTY, path: photosFolder)
      }
      let list = String(decoding: try FileSystem.contents(of: marker.path) ?? [], as: UTF8.self)
      let photos = list.split(separator: "\n").map(String.init).filter(isPhotoName)
      return (marker, Set(photos))
    } catch {
      marker.release()
      throw error
    }
  }

  deinit { marker.release() }

  /// Replaces the page, and removes the image files that only the earlier page used.
  ///
  /// - Parameter photos: The names of the page's image files.
  func replacePage(with html: String, photos: Set<String>) throws(ShellMessage) {
    // If the process is killed, the next page can remove the files of both.
    retainPage(adding: photos)
    do throws(FileSystem.Failure) {
      try FileSystem.replace(index, with: Array(html.utf8), mode: mode)
    } catch {
      throw Self.failure(error)
    }
    for name in earlier.subtracting(photos) { unlink(self.photos + "/" + name) }
    removeParts()
    list(photos)
  }

  /// Keeps the earlier page, and lists new image files for the next page to use or remove.
  func retainPage(adding photos: Set<String>) {
    list(earlier.union(photos))
  }

  /// Lists an image file, so that the next page knows it if the process is killed.
  func add(_ photo: String) {
    let line = Array((photo + "\n").utf8)
    pwrite(marker.descriptor, line, line.count, off_t(marker.size))
  }

  /// Removes the unfinished files that killed processes have left.
  ///
  /// The lock of the folder excludes running ones.
  private func removeParts() {
    for name in FileSystem.names(in: photos) {
      guard var photo = PartFile.target(of: name) else { continue }
      if photo.hasPrefix(".") { photo.removeFirst() }
      if photo.hasSuffix(".credit") { photo.removeLast(".credit".count) }
      if Self.isPhotoName(photo) { unlink(photos + "/" + name) }
    }
  }

  /// The permissions of a new file under the process's mask, taken from the hidden file.
  private var mode: mode_t {
    var status = stat()
    return fstat(marker.descriptor, &status) == 0 ? status.st_mode & 0o666 : 0o600
  }

  /// Writes the names of image files into the hidden file.
  ///
  /// A failure isn't reported: the page is complete, and at worst unused files stay in the folder.
  private func list(_ names: Set<String>) {
    let bytes = Array(names.sorted().map { $0 + "\n" }.joined().utf8)
    guard pwrite(marker.descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    ftruncate(marker.descriptor, off_t(bytes.count))
  }

  /// Whether a line of the hidden file names an image file, and no other place.
  static func isPhotoName(_ name: String) -> Bool {
    name.hasSuffix(".jpg") && !name.hasPrefix(".")
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
  }

  private static func failure(_ failure: FileSystem.Failure) -> ShellMessage {
    .problem(Problem(.webPage, .init(failure)))
  }
}

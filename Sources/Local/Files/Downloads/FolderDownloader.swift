import Disk
import Glibc
import Imaging
import Model
import Platform
import ServiceAPI

/// A downloader of photos into a folder that the user names.
///
/// No existing file is replaced. If a file already is the photo, no request is sent. An interrupted
/// download remains as `NAME.part`, with its entity tag as an extended attribute, and is continued
/// by the next download.
package struct FolderDownloader: Sendable {
  private let downloader: PhotoDownloader
  private let folder: String
  /// The width of the renditions in pixels; `nil` for originals.
  private let width: Int?
  private let style: FileStyle

  /// The maximum number of existing files with a photo's name.
  private static let namesakes = 1000
  private static let tag = FileAttribute("user.imagefeed.tag")
  private static let expected = FileAttribute("user.imagefeed.size")

  /// Creates a downloader.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if it is missing.
  ///   - width: The width of the files in pixels; `nil` for the full size.
  package init(
    _ downloader: PhotoDownloader,
    folder: String,
    width: Int? = nil,
    style: FileStyle = FileStyle()
  ) {
    self.downloader = downloader
    self.folder = folder
    self.width = width
    self.style = style
  }

  /// Downloads a photo, or the missing rest of it.
  ///
  /// - Returns: The path of the file.
  package func download(
    _ photo: Photo,
    _ observe: @escaping DownloadObserver
  ) async throws(Problem) -> String {
    let (address, width) = downloader.address(of: photo, width: width)
    let name = style.fileName(of: photo, width: width)
    var taken: [String] = []
    for number in 1...Self.namesakes {
      let path = folder + "/" + (number == 1 ? name : name.numbered(number))
      var status = stat()
      if lstat(path, &status) != 0 {
        let lock = try await downloader.lock(path, subject: .save) { observe(.waits) }
        defer { lock.release() }
        guard lstat(path, &status) == 0 else {
          return try await download(photo, address, in: lock, unlessIn: taken, observe)
        }
        // Another process has downloaded it.
        if lock.isFinished { return path }
      }
      if Self.isPhoto(photo, path, width: address.width) {
        // A process that was killed after naming the file may have left the unfinished file.
        try? PhotoDownloader.discardPart(of: path)
        return path
      }
      taken.append(path)
    }
    let reason = String(cString: strerror(EEXIST))
    throw Problem(.save, .disk(path: folder + "/" + name, reason: reason))
  }

  private func download(
    _ photo: Photo,
    _ address: PictureAddress,
    in lock: PhotoDownloader.PartLock,
    unlessIn others: [String],
    _ observe: @escaping DownloadObserver
  ) async throws(Problem) -> String {
    let path = lock.path
    let part = PartFile.path(for: path)
    let point = Self.tag[part].map { tag in
      PhotoDownloader.ResumePoint(tag: tag, expected: Self.expected[part].flatMap { Int64($0) })
    }
    observe(.requested)
    let finished = try await downloader.download(
      photo,
      to: path,
      in: lock,
      from: address,
      replaces: false,
      credit: style.credit(of: photo),
      resuming: point,
      isResumable: true,
      subject: .save,
      began: { point in
        // If the attributes can't be stored, the next download starts over.
        if let tag = point.tag { Self.tag.set(tag, of: part) } else { Self.tag.remove(from: part) }
        if let expected = point.expected { Self.expected.set("\(expected)", of: part) }
      },
      progress: { observe(.progressed($0)) }
    )
    Self.tag.remove(from: path)
    Self.expected.remove(from: path)
    // The service may not know the pixel size of its file. Then a duplicate is found only by
    // comparing bytes.
    for other in others where Self.mayBeSame(other, finished.size) {
      guard await BlockingWork.run({ CreditedCopy.isSamePicture(other, path) }) else { continue }
      unlink(path)
      return other
    }
    if let fault = finished.creditFault { observe(.uncredited(path: path, fault)) }
    return path
  }

  /// Whether two files may differ in their credit only, judging by their sizes.
  private static func mayBeSame(_ path: String, _ size: Int64) -> Bool {
    guard let other = PhotoDownloader.size(of: path) else { return false }
    return abs(other - size) <= Int64(JPEGCredit.bodyLimit + 4)
  }

  /// Whether a file is a complete JPEG with the photo's dimensions.
  private static func isPhoto(_ photo: Photo, _ path: String, width: Int) -> Bool {
    guard let header = try? JPEG.check(file: path) else { return false }
    let (across, down) =
      header.orientation >= 5 ? (header.height, header.width) : (header.width, header.height)
    let height = Double(width) * Double(photo.height) / Double(max(1, photo.width))
    return across == width && abs(Double(down) - height) <= 1
  }
}

extension String {
  /// Returns a JPEG file's name with a number before its extension.
  func numbered(_ number: Int) -> String {
    dropLast(".jpg".count) + "-\(number).jpg"
  }
}

import Disk
import Glibc
import HTTP
import Imaging
import Model
import Platform

/// One attempt to download a photo to its file.
struct DownloadAttempt: Sendable {
  let url: String
  /// The path of the finished file.
  let path: String
  /// The path of the unfinished file, in the same folder.
  let part: String
  /// Whether an existing file is replaced.
  let replaces: Bool
  /// The data to continue an unfinished download with; `nil` to start over.
  let point: PhotoDownloader.ResumePoint?
  /// Whether a failed attempt leaves the unfinished file for a later one.
  let isResumable: Bool
  /// The credit to add to the finished file; `nil` to leave the file unchanged.
  let credit: XMPPacket?
  /// The subject of the problems that are thrown.
  let subject: Problem.Subject
  let transport: any HTTPTransport
  /// Returns the free bytes on the disk of a folder; `nil` if unknown.
  let freeSpace: @Sendable (_ folder: String) -> Int64?

  /// The bytes to leave free on the disk, for the database and other programs.
  private static let reservedBytes: Int64 = 1 << 20

  /// Downloads all bytes into the unfinished file.
  ///
  /// - Parameters:
  ///   - began: Called when a successful response has begun, with the data to resume it, and
  ///     awaited before bytes are written.
  ///   - progress: Called on another thread, about ten times a second.
  func fetch(
    _ began: @escaping @Sendable (PhotoDownloader.ResumePoint) async -> Void,
    _ progress: @escaping @Sendable (PhotoDownloader.Progress) -> Void
  ) async throws(Problem) {
    if let cause = shortage(point?.expected) { throw Problem(subject, cause) }
    let request = HTTPRequest(
      .get,
      url,
      headers: [HTTPHeader("Accept", "image/jpeg")],
      bodyLimit: HTTPRequest.fileLimit,
      // The deadline is a day, because a slow connection and a wait for other originals must not
      // fail. A stalled connection is detected much earlier.
      deadline: .seconds(86_400),
      longestPause: .seconds(1800)
    )
    let target = DownloadTarget(path: part, isResumable: isResumable, tag: point?.tag)
    let refusal = Lock<Problem.Cause?>(nil)
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.download(request, to: target) { start in
        // The bytes received so far must not be replaced by the page of a captive portal.
        let cause: Problem.Cause? =
          start.response.isHTML
          ? .htmlInsteadOfData(host: start.response.host) : shortage(start.expected)
        refusal.withLock { $0 = cause }
        guard cause == nil else { return false }
        await began(PhotoDownloader.ResumePoint(tag: start.tag, expected: start.expected))
        return true
      } progress: {
        progress(PhotoDownloader.Progress(received: $0, expected: $1))
      }
    } catch {
      if let cause = refusal.withLock({ $0 }) { throw Problem(subject, cause) }
      if case .file(let file, let code) = error { throw problem(.init(code: code, path: file)) }
      throw Problem(subject, error.cause)
    }
    guard !response.isSuccess, let cause = response.failure else { return }
    throw Problem(subject, cause)
  }

  /// Validates the unfinished file, adds the credit, flushes the file to the disk and renames it.
  ///
  /// If the credit can't be added, the file is finished without it, and the result contains the
  /// reason.
  func finish() async throws(Problem) -> PhotoDownloader.DownloadedFile {
    try check()
    let (copy, fault) = await credited()
    defer { copy?.discard() }
    do throws(FileSystem.Failure) {
      let source = copy?.path ?? part
      let (size, hash) = try await BlockingWork.hash(of: source)
      try FileSystem.synchronize(source)
      // After a cancellation no file is expected. Once the file has its name, it stays.
      if Task.isCancelled { throw .init(code: ECANCELED, path: path) }
      if replaces {
        try FileSystem.move(source, to: path)
      } else {
        try FileSystem.moveIfAbsent(source, at: path)
      }
      if copy != nil { unlink(part) }
      return .init(path: path, size: size, hash: hash, creditFault: fault)
    } catch {
      throw problem(error)
    }
  }

  /// Makes a copy of the downloaded bytes with the credit, if there is one.
  ///
  /// The downloaded bytes stay as the service sent them.
  private func credited() async -> (CreditedCopy?, CreditFault?) {
    guard let credit else { return (nil, nil) }
    do throws(CreditFault) {
      return (try await CreditedCopy.make(of: part, for: path, credit), nil)
    } catch {
      return (nil, error)
    }
  }

  /// Returns the problem for a failed system call.
  func problem(_ failure: FileSystem.Failure) -> Problem {
    Problem(subject, .init(failure, of: path))
  }

  /// Returns the reason why the rest of a file doesn't fit on the disk; `nil` if it fits or the
  /// space is unknown.
  ///
  /// - Parameter expected: The size of the whole file in bytes; `nil` if unknown.
  private func shortage(_ expected: Int64?) -> Problem.Cause? {
    guard let expected, let free = freeSpace(Folder.containing(path)) else { return nil }
    let missing = max(0, expected - (PhotoDownloader.size(of: part) ?? 0))
    return missing + Self.reservedBytes > free ? .diskFull(path: path) : nil
  }

  /// Rejects files that aren't a complete JPEG, such as an error page.
  private func check() throws(Problem) {
    let head: [UInt8]
    do throws(FileSystem.Failure) {
      head = try FileSystem.head(of: part, count: 4096)
    } catch {
      throw problem(error)
    }
    if head.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "<") {
      throw Problem(subject, .htmlInsteadOfData(host: WebAddress(url)?.host ?? url))
    }
    guard !head.isEmpty else { throw Problem(subject, .undecodablePicture) }
    do throws(ImagingError) {
      _ = try JPEG.check(file: part)
    } catch {
      switch error {
      case .file(_, let code): throw problem(.init(code: code, path: part))
      case .truncated: throw Problem(subject, .truncatedPicture)
      case .unsupported(let format):
        throw Problem(subject, .unsupportedPicture(format: format.rawValue))
      case .notAJPEG, .corrupt, .tooLarge, .badBlurHash, .badSize:
        throw Problem(subject, .undecodablePicture)
      }
    }
  }
}

extension Problem.Cause {
  /// Creates the cause for a failed system call of a download.
  ///
  /// The user knows the photo's path and not the unfinished file's, so the cause names the photo.
  /// If something else occupies the unfinished file's name, the cause names that path.
  init(_ failure: FileSystem.Failure, of path: String) {
    switch failure.code {
    case ECANCELED: self = HTTPError.cancelled.cause
    case _ where RegularFile.isOther(failure.code): self = .notAFile(path: failure.path)
    default: self.init(errno: failure.code, path: path)
    }
  }

  /// Whether the transfer succeeded, but its bytes aren't a usable photo.
  var isOfContents: Bool {
    switch self {
    case .htmlInsteadOfData, .undecodablePicture, .truncatedPicture, .unsupportedPicture: true
    default: false
    }
  }

  /// Whether the file exceeds the maximum size.
  var isOfSize: Bool { if case .tooLarge = self { true } else { false } }
}

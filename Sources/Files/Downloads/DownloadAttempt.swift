import Disk
import Glibc
import HTTP
import Imaging
import Model
import Platform

/// One way of a photograph from its address to its place.
struct DownloadAttempt: Sendable {
  let url: String
  /// Where the photograph will be.
  let path: String
  /// Where it is gathered, in the same folder.
  let part: String
  /// Whether an earlier file makes way.
  let replaces: Bool
  let point: PhotoDownloader.ResumePoint?
  let isResumable: Bool
  /// The credit that the finished file gets.
  let credit: PhotoCredit?
  let subject: Problem.Subject
  let transport: any HTTPTransport
  let freeSpace: @Sendable (_ folder: String) -> Int64?

  /// Bytes that stay free, for the database and everybody else.
  private static let reserve: Int64 = 1 << 20

  /// Brings all bytes into the part.
  func fetch(
    _ began: @escaping @Sendable (PhotoDownloader.ResumePoint) async -> Void,
    _ progress: @escaping @Sendable (PhotoDownloader.Progress) -> Void
  ) async throws(Problem) {
    if let cause = shortage(point?.expected) { throw Problem(subject, cause) }
    let request = HTTPRequest(
      .get,
      url,
      headers: [HTTPHeader("Accept", "image/jpeg")],
      bodyLimit: HTTPRequest.pictureLimit,
      // A slow line is no reason to give up: a stalled one is noticed much earlier.
      deadline: .seconds(1800)
    )
    let target = DownloadTarget(path: part, isResumable: isResumable, tag: point?.tag)
    let refusal = Lock<Problem.Cause?>(nil)
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.download(request, to: target) { start in
        // What came so far is worth more than the page of a captive portal.
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

  /// Makes the gathered bytes the photograph, on the disk and under its name.
  func finish() async throws(Problem) -> PhotoDownloader.DownloadedFile {
    try check()
    let (copy, fault) = await credited()
    defer { copy?.discard() }
    do throws(FileSystem.Failure) {
      let source = copy?.path ?? part
      let (size, hash) = try await BlockingWork.hash(of: source)
      try FileSystem.synchronize(source)
      // Who gave up meanwhile expects no file. Once it has its name, it stays.
      if Task.isCancelled { throw .init(code: ECANCELED, path: path) }
      if replaces {
        try FileSystem.move(source, to: path)
      } else {
        try FileSystem.moveIfAbsent(source, at: path)
      }
      if copy != nil { unlink(part) }
      var file = PhotoDownloader.DownloadedFile(path: path, size: size, hash: hash)
      file.creditFault = fault
      return file
    } catch {
      throw problem(error)
    }
  }

  /// Makes a copy with the credit, if there is one; the gathered bytes stay the service's.
  private func credited() async -> (CreditedCopy?, CreditFault?) {
    guard let credit else { return (nil, nil) }
    switch await CreditedCopy.make(of: part, for: path, credit) {
    case .success(let copy): return (copy, nil)
    case .failure(let fault): return (nil, fault)
    }
  }

  /// What a failed system call means.
  func problem(_ failure: FileSystem.Failure) -> Problem {
    Problem(subject, .init(failure, of: path))
  }

  /// Why there is no room for the rest of a file.
  private func shortage(_ expected: Int64?) -> Problem.Cause? {
    guard let expected, let free = freeSpace(Folder.containing(path)) else { return nil }
    var status = stat()
    let present = stat(part, &status) == 0 ? Int64(status.st_size) : 0
    let missing = max(0, expected - present)
    return missing + Self.reserve > free ? .diskFull(path: path) : nil
  }

  /// A page that says something went wrong, or half a picture, must not become a photograph.
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
  /// What a failed system call on the way of a photograph to its place means to a person, who knows
  /// the place and not the part; but what is in the part's way has to be found.
  init(_ failure: FileSystem.Failure, of path: String) {
    switch failure.code {
    case ECANCELED: self = HTTPError.cancelled.cause
    case _ where RegularFile.isOther(failure.code): self = .notAFile(path: failure.path)
    default: self.init(errno: failure.code, path: path)
    }
  }

  /// Whether it is about what came rather than how.
  var isOfContents: Bool {
    switch self {
    case .htmlInsteadOfData, .undecodablePicture, .truncatedPicture, .unsupportedPicture: true
    default: false
    }
  }

  /// Whether it is about a file that is larger than any is taken.
  var isOfSize: Bool { if case .tooLarge = self { true } else { false } }
}

import Glibc
import HTTP
import Logging
import Model

/// Saves photographs to a folder, whole or not at all.
package struct PhotoSaver: Sendable {
  /// How much of a photograph has come, in bytes.
  package struct Progress: Equatable, Sendable {
    package let received: Int64
    /// Nil where the server did not announce it.
    package let expected: Int64?

    package init(received: Int64, expected: Int64?) {
      self.received = received
      self.expected = expected
    }
  }

  private let service: any PhotoService
  private let transport: any HTTPTransport
  private let folder: String
  private let log: Logger

  /// - Parameter folder: created where it is missing.
  package init(
    service: any PhotoService,
    transport: any HTTPTransport,
    folder: String,
    log: Logger
  ) {
    self.service = service
    self.transport = transport
    self.folder = folder
    self.log = log
  }

  /// Saves a photograph in all its pixels and tells the service about it.
  ///
  /// An earlier copy of the same photograph is replaced.
  ///
  /// - Returns: the path of the file.
  package func save(
    _ photo: Photo,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(Problem) -> String {
    let path = folder + "/" + Self.fileName(of: photo)
    let part = folder + "/." + Self.fileName(of: photo) + "." + FileSystem.randomName() + ".part"
    do throws(FileSystem.Failure) {
      try FileSystem.createFolder(folder, mode: 0o777)
    } catch {
      throw Problem(.save, .init(error))
    }
    let url = service.original(of: photo).url
    try await download(url, to: part, progress)
    do throws(Problem) {
      try check(part, from: url)
      try finish(part, as: path)
    } catch {
      unlink(part)
      throw error
    }
    reportDownload(of: photo)
    return path
  }

  /// `photographer-id.jpg`, safe on any file system and in any shell.
  ///
  /// Different photographs have different names: of an id nothing is lost.
  static func fileName(of photo: Photo) -> String {
    let author = String(photo.author.username.prefix(80).map { isSafe($0) ? $0 : "_" })
    let id = photo.id.value.map { isSafe($0) ? String($0) : escape($0) }.joined()
    // A leading dash would be an option to other programs.
    return (author.hasPrefix("-") || author.isEmpty ? "_" : "") + author + "-" + id + ".jpg"
  }

  private static func isSafe(_ character: Character) -> Bool {
    character.isASCII
      && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }

  private static func escape(_ character: Character) -> String {
    character.utf8.map { "~" + String($0, radix: 16) }.joined()
  }

  private func download(
    _ url: String,
    to path: String,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(Problem) {
    let request = HTTPRequest(
      .get,
      url,
      headers: [HTTPHeader("Accept", "image/jpeg")],
      bodyLimit: HTTPRequest.pictureLimit,
      // A slow line is no reason to give up: a stalled one is noticed much earlier.
      deadline: .seconds(1800)
    )
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.download(request, to: path) {
        progress(Progress(received: $0, expected: $1))
      }
    } catch {
      throw Problem(.save, error.cause)
    }
    guard !response.isSuccess, let cause = response.failure else { return }
    throw Problem(.save, cause)
  }

  /// A page that says something went wrong, or half a picture, must not become a photograph.
  private func check(_ path: String, from url: String) throws(Problem) {
    let head: [UInt8]
    let tail: [UInt8]
    do throws(FileSystem.Failure) {
      (head, tail) = try FileSystem.ends(of: path, count: 4096)
    } catch {
      throw Problem(.save, .init(error))
    }
    guard head.starts(with: [0xFF, 0xD8, 0xFF]) else {
      let isHTML = head.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
      let host = WebAddress(url)?.host ?? url
      throw Problem(.save, isHTML ? .htmlInsteadOfData(host: host) : .undecodablePicture)
    }
    // The end marker cannot occur inside a scan, whose 0xFF bytes are followed by zeros; some
    // writers put a little padding after it.
    guard zip(tail, tail.dropFirst()).contains(where: { $0 == 0xFF && $1 == 0xD9 }) else {
      throw Problem(.save, .truncatedPicture)
    }
  }

  private func finish(_ part: String, as path: String) throws(Problem) {
    do throws(FileSystem.Failure) {
      try FileSystem.synchronize(part)
      try FileSystem.move(part, to: path)
    } catch {
      throw Problem(.save, .init(errno: error.code, path: path))
    }
  }

  /// The saved picture does not wait for the report, and stays when it fails.
  private func reportDownload(of photo: Photo) {
    Task { [service, log] in
      do throws(Problem) {
        try await service.trackDownload(photo)
      } catch {
        log.warning("download not reported", metadata: ["cause": "\(error.cause)"])
      }
    }
  }
}

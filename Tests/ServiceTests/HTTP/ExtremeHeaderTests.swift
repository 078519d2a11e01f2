import Foundation
import Platform
import Testing

@testable import HTTP

/// Numbers in header fields that no valid server sends.
@Suite(.timeLimit(.hang)) struct `Extreme numbers of header fields` {
  private let folder = try! TemporaryFolder()
  private let transport = CurlTransport(configuration: .forTests)

  private static let numbers = [
    "-9223372036854775808", "-1", "0", "9007199254740992", "9223372036854775807",
    "9223372036854775808", "99999999999999999999999", "1e308", "0x10", "",
  ]

  @Test(arguments: numbers)
  func `extreme numbers end at most their request`(number: String) async throws {
    let server = try ScriptedServer { connection, request in
      let fields = ["Retry-After", "Age", "X-Total", "X-Ratelimit-Remaining", "Content-Range"]
      connection.answer(503, fields.map { "\($0): \(number)" }, "{}")
    }
    defer { server.stop() }
    let response = try await transport.data(HTTPRequest(.get, server.url).patient)
    #expect(response.status == 503)
  }

  @Test(arguments: numbers)
  func `an extreme length never allocates memory`(number: String) async throws {
    let server = try ScriptedServer { connection, request in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(number)\r\n\r\nbody")
      connection.end()
    }
    defer { server.stop() }
    let response = try? await transport.data(HTTPRequest(.get, server.url, retries: false).patient)
    #expect(response?.body.count ?? 0 <= 4)
  }

  @Test(arguments: ["9223372036854775807", "1125899906842624", "67108865"])
  func `an extreme total ends a download before its first byte`(
    total: String
  ) async throws {
    let path = folder.path + "/photo.part"
    try Data([1, 2, 3]).write(to: URL(filePath: path))
    let server = try ScriptedServer { connection, request in
      connection.answer(206, ["ETag: \"v\"", "Content-Range: bytes 3-6/\(total)"], "more")
    }
    defer { server.stop() }
    let isAsked = Lock(false)
    await #expect(throws: HTTPError.tooLarge(limit: HTTPRequest.pictureLimit)) {
      try await transport.download(
        HTTPRequest(.get, server.url, bodyLimit: HTTPRequest.pictureLimit).patient,
        to: DownloadTarget(path: path, isResumable: true, tag: "\"v\"")
      ) { _ in
        isAsked.withLock { $0 = true }
        return true
      } progress: { _, _ in
      }
    }
    #expect(!isAsked.withLock { $0 })
    #expect(FileManager.default.contents(atPath: path).map { Array($0) } == [1, 2, 3])
  }
}

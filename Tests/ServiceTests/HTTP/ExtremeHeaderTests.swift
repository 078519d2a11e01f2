import Harness
import Foundation
import Platform
import Testing

@testable import HTTP

/// Numbers in header fields that no valid server sends.
@Suite(.timeLimit(.hang)) struct `Extreme numbers of header fields` {
  private let folder: TemporaryFolder
  private let transport = CurlTransport(configuration: .forTests)

  init() throws { folder = try TemporaryFolder() }

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

  /// The kinds of header lines of a response.
  enum Lines: CaseIterable { case head, informational, trailers }

  /// Returns a server that sends about this many bytes of header lines with each response.
  private func server(_ kind: Lines, bytes: Int) throws -> ScriptedServer {
    try ScriptedServer { connection, _ in
      let line = "X-Filler: \(String(repeating: "a", count: 988))\r\n"
      func lines(_ bytes: Int) -> String { String(repeating: line, count: bytes / 1000) }
      let start = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
      let body = "4\r\nbody\r\n0\r\n"
      switch kind {
      case .head: connection.send(start + lines(bytes) + "\r\n" + body + "\r\n")
      case .informational:
        for _ in 0..<4 { connection.send("HTTP/1.1 103 Hints\r\n" + lines(bytes / 4) + "\r\n") }
        connection.send(start + "\r\n" + body + "\r\n")
      case .trailers: connection.send(start + "\r\n" + body + lines(bytes) + "\r\n")
      }
    }
  }

  @Test(arguments: Lines.allCases)
  func `heads and trailers of more than 256 KiB end the request`(kind: Lines) async throws {
    for size in [200_000, 280_000, 8 << 20] {
      let server = try server(kind, bytes: size)
      defer { server.stop() }
      let request = HTTPRequest(.get, server.url).patient
      let error = HTTPError.transfer(
        host: server.host,
        code: 23,
        reason: "more than 256 KiB of headers"
      )
      guard size > 256 << 10 else {
        #expect(try await transport.data(request).body == Array("body".utf8))
        continue
      }
      await #expect(throws: error) { try await transport.data(request) }
      let path = folder.path + "/photo.jpg"
      await #expect(throws: error) {
        try await transport.download(request, to: path) { _, _ in }
      }
      #expect(server.requests.count == 2, "the server is not asked again")
    }
  }

  @Test(.enabled(if: TLSServer.isAvailable), arguments: [40_000, 1 << 20])
  func `libraries limit the trailers of HTTP 2`(bytes: Int) async throws {
    func frame(_ type: UInt8, _ flags: UInt8, _ payload: [UInt8], stream: UInt8 = 1) -> [UInt8] {
      let count = payload.count
      return [UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255), type, flags]
        + [0, 0, 0, stream] + payload
    }
    // Fields without indexing, as HPACK encodes them (RFC 7541, 6.2.2).
    let field: [UInt8] = [0, 1, 0x78, 100] + [UInt8](repeating: 0x61, count: 100)
    let piece = [UInt8]([[UInt8]](repeating: field, count: 100).joined())
    // SETTINGS, its acknowledgement, HEADERS with the status 200, DATA, then HEADERS that end the
    // stream, and their CONTINUATION.
    var answer = frame(4, 0, [], stream: 0) + frame(4, 1, [], stream: 0) + frame(1, 4, [0x88])
    answer += frame(0, 0, Array("body".utf8)) + frame(1, 1, field)
    for _ in 0..<(bytes / piece.count) { answer += frame(9, 0, piece) }
    answer += frame(9, 4, field)
    let server = try await TLSServer(speaking: "h2", answer)
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url + "/", retries: false).patient
    let isAccepted = (try? await server.trusting.data(request).body) == Array("body".utf8)
    #expect(isAccepted == (bytes < 64 << 10))
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

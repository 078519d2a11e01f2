import Harness
import Foundation
import HTTP
import Model
import Platform
import Testing

@Suite(.timeLimit(.hang)) struct HTTPDownloadTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("imagefeed-\(UUID().uuidString)").path

  private func inFolder(_ body: (_ path: String) async throws -> Void) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder + "/picture.jpg")
  }

  private func contents(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  @Test func `the body is written to the file, and progress ends with its size`() async throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let server = try ScriptedServer { connection, _ in
      connection.send(connection.head(200, length: bytes.count))
      connection.send(bytes)
    }
    defer { server.stop() }
    try await inFolder { path in
      let seen = Lock<[(Int64, Int64?)]>([])
      let observer = RecordingObserver()
      let response = try await CurlTransport.patient(observer: observer).download(
        HTTPRequest(.get, server.url).patient,
        to: path
      ) { received, expected in seen.withLock { $0.append((received, expected)) } }

      #expect(response.status == 200)
      #expect(response.body.isEmpty)
      #expect(contents(path) == bytes)
      let progress = seen.withLock { $0 }
      #expect(progress.last?.0 == 3_000_000)
      #expect(progress.allSatisfy { $0.1 == 3_000_000 })
      #expect(progress.map(\.0) == progress.map(\.0).sorted())
      #expect(progress.count < 40, "some ten times a second, not once a piece")
      #expect(observer.reports.map(\.bytes) == [3_000_000])
      #expect(server.requests.first?.header("accept-encoding") == "identity")
    }
  }

  @Test func `progress is reported before the end`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { connection, _ in
      connection.send(connection.head(200, length: 10) + "first")
      gate.pass()
      connection.send("-last")
    }
    defer { server.stop() }
    try await inFolder { path in
      let seen = Lock<[Int64]>([])
      // Without the first report the gate stays closed, and the request never ends.
      _ = try await CurlTransport.patient().download(
        HTTPRequest(.get, server.url).patient,
        to: path
      ) { received, _ in
        seen.withLock { $0.append(received) }
        gate.open()
      }
      #expect(seen.withLock { $0 } == [5, 10])
    }
  }

  @Test func `an unannounced length is nil`() async throws {
    let server = try ScriptedServer { connection, _ in
      connection.send(connection.head(200, ["Transfer-Encoding: chunked"], length: nil))
      connection.send("5\r\nhello\r\n0\r\n\r\n")
    }
    defer { server.stop() }
    try await inFolder { path in
      let last = Lock<(Int64, Int64?)?>(nil)
      _ = try await CurlTransport.patient().download(
        HTTPRequest(.get, server.url).patient,
        to: path
      ) {
        received,
        expected in
        last.withLock { $0 = (received, expected) }
      }
      let (received, expected) = try #require(last.withLock { $0 })
      #expect(received == 5)
      #expect(expected == nil)
    }
  }

  @Test func `an empty picture is an empty file`() async throws {
    let server = try ScriptedServer(200)
    defer { server.stop() }
    try await inFolder { path in
      _ = try await CurlTransport.patient().download(
        HTTPRequest(.get, server.url).patient,
        to: path
      ) {
        _,
        _ in
      }
      #expect(contents(path) == [])
    }
  }

  @Test func `an error page stays within the limit for data, whatever the file may have`()
    async throws
  {
    let limit = HTTPRequest.dataLimit
    let server = try ScriptedServer(404, [], String(repeating: "a", count: limit + 1))
    defer { server.stop() }
    try await inFolder { path in
      await #expect(throws: HTTPError.tooLarge(limit: limit)) {
        var request = HTTPRequest(.get, server.url, bodyLimit: HTTPRequest.fileLimit)
        request = request.patient
        _ = try await CurlTransport.patient().download(request, to: path) { _, _ in }
      }
    }
  }

  @Test func `an error response leaves no file`() async throws {
    let server = try ScriptedServer(404, [], "no such picture")
    defer { server.stop() }
    try await inFolder { path in
      let response = try await CurlTransport.patient().download(
        HTTPRequest(.get, server.url).patient,
        to: path
      ) {
        _,
        _ in
        Issue.record("progress of an error")
      }
      #expect(response.status == 404)
      #expect(response.body == Array("no such picture".utf8))
      #expect(contents(path) == nil)
    }
  }

  @Test func `a truncated, oversized or cancelled download leaves no file`() async throws {
    let server = try ScriptedServer { connection, request in
      connection.send(connection.head(200, length: 100) + "half")
      if request.target == "/cut" { connection.end() }
    }
    defer { server.stop() }
    let transport = CurlTransport.patient()
    try await inFolder { path in
      await #expect(throws: HTTPError.truncated(host: server.host)) {
        let request = HTTPRequest(.get, server.url + "/cut", retries: false).patient
        return try await transport.download(request, to: path) { _, _ in }
      }
      #expect(contents(path) == nil)

      await #expect(throws: HTTPError.tooLarge(limit: 99)) {
        let request = HTTPRequest(.get, server.url + "/large", bodyLimit: 99).patient
        return try await transport.download(request, to: path) { _, _ in }
      }
      #expect(contents(path) == nil)

      let begun = Signal()
      let task = Task { () -> HTTPError? in
        do throws(HTTPError) {
          let request = HTTPRequest(.get, server.url + "/held").patient
          _ = try await transport.download(request, to: path) { _, _ in begun.fire() }
          return nil
        } catch { return error }
      }
      await begun.wait()
      #expect(contents(path) == Array("half".utf8))
      task.cancel()
      #expect(await task.value == .cancelled)
      #expect(contents(path) == nil)
    }
  }

  @Test func `a retry overwrites the file, and redirects leave nothing in it`() async throws {
    let server = try ScriptedServer { connection, request in
      switch request.target {
      case "/moved": connection.answer(302, ["Location: /cut"], "gone elsewhere, a long text")
      case "/cut" where connection.isFirst:
        connection.send(connection.head(200, length: 100) + "much more than the second time")
        connection.end()
      default: connection.answer(200, [], "whole")
      }
    }
    defer { server.stop() }
    var configuration = CurlConfiguration.patient
    configuration.retry.backOff = .milliseconds(1)
    try await inFolder { path in
      let response = try await CurlTransport(configuration: configuration).download(
        HTTPRequest(.get, server.url + "/moved").patient,
        to: path
      ) { _, _ in }
      #expect(response.url == server.url + "/cut")
      #expect(contents(path) == Array("whole".utf8))
      #expect(server.requests.count == 3)
    }
  }

  @Test func `a full disk is reported as such`() async throws {
    let server = try ScriptedServer(200, [], String(repeating: "a", count: 100))
    defer { server.stop() }
    await #expect(throws: HTTPError.file(path: "/dev/full", code: ENOSPC)) {
      try await CurlTransport.patient().download(
        HTTPRequest(.get, server.url).patient,
        to: "/dev/full"
      ) {
        _,
        _ in
      }
    }
    #expect(access("/dev/full", F_OK) == 0, "a device is not removed")
    #expect(server.requests.count == 1)
    #expect(
      HTTPError.file(path: "/dev/full", code: ENOSPC).cause == .diskFull(path: "/dev/full")
    )
  }

  @Test func `a file that can't be opened sends no request`() async throws {
    let server = try ScriptedServer(200)
    defer { server.stop() }
    await #expect(throws: HTTPError.file(path: "/nowhere/x", code: ENOENT)) {
      try await CurlTransport.patient().download(
        HTTPRequest(.get, server.url).patient,
        to: "/nowhere/x"
      ) {
        _,
        _ in
      }
    }
    #expect(server.connections == 0)
  }
}

import Foundation
import Harness
import Model
import Platform
import Testing

@testable import HTTP

@Suite(.timeLimit(.hang)) struct ResumedDownloadTests {
  private let folder: TemporaryFolder
  private let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: ($0 &* 7) ^ ($0 >> 8)) }

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/photo.jpg.part" }

  private func leave(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  private var contents: [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }
  private func transport() -> CurlTransport { CurlTransport(configuration: .forTests) }

  private struct Seen: Sendable {
    var starts: [DownloadStart] = []
    /// The number of bytes in the file when the download began.
    var sizes: [Int] = []
    var progress: [Int64] = []
  }

  /// Downloads, and returns what was observed.
  private func download(
    _ server: ScriptedServer,
    tag: String?,
    retries: Bool = true,
    isResumable: Bool = true,
    goesOn: Bool = true
  ) async -> (result: Result<HTTPResponse, HTTPError>, seen: Seen) {
    let seen = Lock(Seen())
    let target = DownloadTarget(path: path, isResumable: isResumable, tag: tag)
    let result: Result<HTTPResponse, HTTPError>
    do throws(HTTPError) {
      let response = try await transport().download(
        HTTPRequest(.get, server.url, retries: retries).patient,
        to: target
      ) { [path] start in
        let size = FileManager.default.contents(atPath: path)?.count ?? -1
        seen.withLock {
          $0.starts.append(start)
          $0.sizes.append(size)
        }
        return goesOn
      } progress: { received, _ in
        seen.withLock { $0.progress.append(received) }
      }
      result = .success(response)
    } catch {
      result = .failure(error)
    }
    return (result, seen.withLock { $0 })
  }

  /// Returns a server that correctly sends a whole file or a range of it.
  private func server(
    tag: String?,
    cut places: [Int] = [],
    ignoresRange: Bool = false
  ) throws -> ScriptedServer {
    let left = Lock(places)
    return try ScriptedServer { [bytes] connection, request in
      let tagLine = tag.map { ["ETag: \($0)"] } ?? []
      let condition = request.header("if-range")
      var first: Int?
      if !ignoresRange, condition == nil || condition == tag,
        let range = request.header("range"), range.hasPrefix("bytes=")
      {
        first = Int(range.dropFirst(6).dropLast())
      }
      if let first, first >= bytes.count {
        return connection.answer(416, tagLine + ["Content-Range: bytes */\(bytes.count)"])
      }
      let rest = Array(bytes[(first ?? 0)...])
      let range = first.map { ["Content-Range: bytes \($0)-\(bytes.count - 1)/\(bytes.count)"] }
      connection.send(
        connection.head(
          first == nil ? 200 : 206,
          tagLine + (range ?? []),
          length: rest.count
        )
      )
      let cut = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      connection.send(Array(rest.prefix(cut.map { max(0, $0 - (first ?? 0)) } ?? rest.count)))
      if cut != nil { connection.end() }
    }
  }

  @Test(arguments: [1, 65_536, 199_999])
  func `a partial file is continued at its end`(size: Int) async throws {
    let server = try server(tag: "\"v1\"")
    defer { server.stop() }
    try leave(bytes.prefix(size))
    let (result, seen) = await download(server, tag: "\"v1\"")

    #expect(try result.get().status == 206)
    #expect(contents == bytes)
    #expect(server.requests.map { $0.header("range") } == ["bytes=\(size)-"])
    #expect(server.requests.map { $0.header("if-range") } == ["\"v1\""])
    let start = try #require(seen.starts.first)
    #expect(seen.starts.count == 1)
    #expect(start.tag == "\"v1\"" && start.offset == Int64(size))
    #expect(start.expected == 200_000)
    #expect(start.response.header("ETag") == "\"v1\"" && start.response.body.isEmpty)
    #expect(seen.progress.last == 200_000)
    #expect(seen.progress.allSatisfy { $0 > size })
  }

  @Test func `another version restarts, and is reported before anything is lost`() async throws {
    let server = try server(tag: "\"v2\"")
    defer { server.stop() }
    try leave(Array(repeating: 1, count: 300_000))
    let (result, seen) = await download(server, tag: "\"v1\"")

    #expect(try result.get().status == 200)
    #expect(contents == bytes)
    #expect(seen.starts.map(\.tag) == ["\"v2\""])
    #expect(seen.starts.map(\.offset) == [0])
    #expect(seen.sizes == [300_000], "the old bytes are there until the caller agreed")
  }

  @Test func `a declined response leaves the file as it was`() async throws {
    let server = try server(tag: "\"v2\"")
    defer { server.stop() }
    try leave([1, 2, 3])
    let (result, _) = await download(server, tag: "\"v1\"", goesOn: false)
    #expect(result == .failure(.cancelled))
    #expect(contents == [1, 2, 3])
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [nil, "W/\"v1\"", "v1", "\"", ""])
  func `without a strong tag nothing is continued`(tag: String?) async throws {
    let server = try server(tag: tag.flatMap { $0.isEmpty ? nil : $0 })
    defer { server.stop() }
    try leave(bytes.prefix(1000).map { ~$0 })
    let (result, seen) = await download(server, tag: tag)
    #expect(try result.get().status == 200)
    #expect(contents == bytes)
    #expect(server.requests.first?.header("range") == nil)
    #expect(server.requests.first?.header("if-range") == nil)
    #expect(seen.starts.map(\.tag) == [nil])
  }

  @Test func `a response of a server without ranges is accepted as a whole`() async throws {
    let server = try server(tag: "\"v1\"", ignoresRange: true)
    defer { server.stop() }
    try leave(bytes.prefix(1000))
    let (result, seen) = await download(server, tag: "\"v1\"")
    #expect(try result.get().status == 200)
    #expect(contents == bytes)
    #expect(seen.starts.map(\.offset) == [0])
  }

  @Test func `a file that is already complete is a success`() async throws {
    let server = try server(tag: "\"v1\"")
    defer { server.stop() }
    try leave(bytes)
    let (result, seen) = await download(server, tag: "\"v1\"")
    #expect(try result.get().isSuccess)
    #expect(try result.get().body.isEmpty)
    #expect(contents == bytes)
    #expect(seen.progress == [200_000])
    #expect(server.requests.count == 1)
  }

  @Test func `a partial file longer than the whole restarts`() async throws {
    let server = try server(tag: "\"v1\"")
    defer { server.stop() }
    try leave(bytes + [1])
    let (result, _) = await download(server, tag: "\"v1\"")
    #expect(try result.get().status == 200)
    #expect(contents == bytes)
    #expect(server.requests.map { $0.header("range") } == ["bytes=200001-", nil])
  }

  @Test(
    arguments: [
      ["Content-Range: bytes 999-199999/200000", "ETag: \"v1\""],
      ["Content-Range: bytes 1000-199999/200000", "ETag: \"v2\""],
      ["Content-Range: bytes 1000-199999/200000", "ETag: W/\"v1\""],
      ["Content-Range: bytes 1000-199999/199999", "ETag: \"v1\""],
      ["Content-Range: lines 1000-199999/200000"], [],
    ]
  )
  func `a part that doesn't fit isn't used`(headers: [String]) async throws {
    let server = try ScriptedServer { [bytes] connection, request in
      if request.header("range") == nil {
        connection.send(connection.head(200, ["ETag: \"v3\""], length: bytes.count))
        connection.send(bytes)
      } else {
        connection.send(connection.head(206, headers, length: 199_000))
        connection.send(Array(bytes[1000...]))
      }
    }
    defer { server.stop() }
    try leave(bytes.prefix(1000))
    let (result, seen) = await download(server, tag: "\"v1\"")
    #expect(try result.get().status == 200)
    #expect(contents == bytes)
    #expect(seen.starts.map(\.tag) == ["\"v3\""])
    #expect(server.requests.count == 2)
  }

  @Test func `an unrequested part is an error, not an endless loop`() async throws {
    let server = try ScriptedServer(206, ["Content-Range: bytes 0-3/8"], "half")
    defer { server.stop() }
    let (result, _) = await download(server, tag: nil, retries: false)
    #expect(
      result
        == .failure(
          .transfer(host: server.host, code: 33, reason: "another part of the file came")
        )
    )
    #expect(contents == [])
    #expect(server.requests.count == 1)
  }

  @Test func `a shorter part than requested leads to another request`() async throws {
    let server = try ScriptedServer { [bytes] connection, request in
      let first = Int(request.header("range")?.dropFirst(6).dropLast() ?? "0") ?? 0
      let end = min(bytes.count, first + 60_000)
      let range = "Content-Range: bytes \(first)-\(end - 1)/\(bytes.count)"
      connection.send(connection.head(206, ["ETag: \"v1\"", range], length: end - first))
      connection.send(Array(bytes[first..<end]))
    }
    defer { server.stop() }
    try leave(bytes.prefix(10))
    let (result, _) = await download(server, tag: "\"v1\"")
    #expect(try result.get().status == 206)
    #expect(contents == bytes)
    #expect(server.requests.count == 4)
  }

  @Test func `retries continue where the connection broke, at any position`() async throws {
    for _ in 0..<8 {
      try? FileManager.default.removeItem(atPath: path)
      let places = (0..<3).map { _ in Int.random(in: 1..<200_000) }.sorted()
      let server = try server(tag: "\"v1\"", cut: places)
      defer { server.stop() }
      let (result, seen) = await download(server, tag: nil, isResumable: .random())
      #expect(try result.get().isSuccess, "\(places)")
      #expect(contents == bytes, "\(places)")
      #expect(
        server.requests.map { $0.header("range") } == [nil] + places.map { "bytes=\($0)-" }
      )
      #expect(seen.starts.map(\.offset) == [0] + places.map(Int64.init))
    }
  }

  @Test func `a failed download stays, to be resumed later`() async throws {
    let server = try server(tag: "\"v1\"", cut: [50_000])
    defer { server.stop() }
    let (first, seen) = await download(server, tag: nil, retries: false)
    #expect(first == .failure(.truncated(host: server.host)))
    #expect(contents == Array(bytes.prefix(50_000)))
    let (second, _) = try await download(server, tag: #require(seen.starts.first).tag)
    #expect(try second.get().status == 206)
    #expect(contents == bytes)
  }

  @Test func `an error response leaves the existing part`() async throws {
    let server = try ScriptedServer(404, [], "gone")
    defer { server.stop() }
    try leave([1, 2, 3])
    let (result, seen) = await download(server, tag: "\"v1\"")
    #expect(try result.get().status == 404)
    #expect(contents == [1, 2, 3])
    #expect(seen.starts.isEmpty)
  }

  @Test func `the limit includes existing bytes`() async throws {
    let server = try server(tag: "\"v1\"")
    defer { server.stop() }
    try leave(bytes.prefix(199_990))
    var request = HTTPRequest(.get, server.url).patient
    request.bodyLimit = 199_995
    let target = DownloadTarget(path: path, isResumable: true, tag: "\"v1\"")
    await #expect(throws: HTTPError.tooLarge(limit: 199_995)) {
      try await transport().download(request, to: target, began: nil) { _, _ in }
    }
  }

  @Test(arguments: [false, true])
  func `bytes that arrive while the caller decides are written later`(isCut: Bool) async throws {
    let answered = Signal()
    let server = try ScriptedServer { [bytes] connection, _ in
      connection.send(connection.head(200, ["ETag: \"v1\""], length: bytes.count))
      connection.send(isCut ? Array(bytes.prefix(70_000)) : bytes)
      connection.end()
      answered.fire()
    }
    defer { server.stop() }
    let seen = Lock<[Int64]>([])
    let transport = transport()
    let target = DownloadTarget(path: path, isResumable: true)
    let request = HTTPRequest(.get, server.url, retries: false).patient
    var failure: HTTPError?
    do throws(HTTPError) {
      _ = try await transport.download(request, to: target) { _ in
        await answered.wait()
        return true
      } progress: { received, _ in
        seen.withLock { $0.append(received) }
      }
    } catch { failure = error }
    #expect(failure == (isCut ? .truncated(host: server.host) : nil))
    #expect(contents == Array(bytes.prefix(isCut ? 70_000 : bytes.count)))
    #expect(seen.withLock { $0 }.last == (isCut ? 70_000 : 200_000))
  }

  @Test func `a download cancelled while the caller decides writes no byte`() async throws {
    let server = try server(tag: "\"v1\"")
    defer { server.stop() }
    let (asked, hasAsked) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [path] () -> HTTPError? in
      do throws(HTTPError) {
        let target = DownloadTarget(path: path, isResumable: true)
        _ = try await transport().download(HTTPRequest(.get, server.url).patient, to: target) { _ in
          hasAsked.yield()
          // Ends with the task.
          for await _ in AsyncStream<Void>.makeStream().stream {}
          return true
        } progress: { _, _ in
          Issue.record("bytes of a cancelled download")
        }
        return nil
      } catch { return error }
    }
    var iterator = asked.makeAsyncIterator()
    await iterator.next()
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(contents == [])
  }

  @Test func `a deadline applies while the caller decides, and received bytes stay`() async throws {
    let server = try ScriptedServer { [bytes] connection, _ in
      let head = connection.head(200, ["ETag: \"v1\""], length: bytes.count)
      connection.send(Array(head.utf8) + bytes.prefix(1000))
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url, deadline: .milliseconds(200))
    let target = DownloadTarget(path: path, isResumable: true)
    let asked = Signal()
    await #expect(throws: HTTPError.timedOut(host: server.host, .deadline)) {
      try await transport().download(request, to: target) { _ in
        asked.fire()
        let end = MonotonicTime.now + .milliseconds(300)
        while MonotonicTime.now < end { await Task.yield() }
        return true
      } progress: { _, _ in
      }
    }
    // On a busy computer the deadline may pass before any byte arrives.
    #expect(contents == Array(bytes.prefix(asked.count * 1000)))
  }

  @Test func `a full disk is reported as such, and a device stays`() async throws {
    let server = try server(tag: "\"v1\"")
    defer { server.stop() }
    let target = DownloadTarget(path: "/dev/full", isResumable: true, tag: "\"v1\"")
    await #expect(throws: HTTPError.file(path: "/dev/full", code: ENOSPC)) {
      try await transport().download(HTTPRequest(.get, server.url).patient, to: target) { _ in
        true
      } progress: { _, _ in
      }
    }
    #expect(server.requests.first?.header("range") == nil)
  }

  @Test(
    arguments: [
      ("bytes 0-0/1", 0, 1), ("bytes 5-9/*", 5, nil), ("BYTES */7", nil, 7),
    ] as [(String, Int64?, Int64?)]
  )
  func `ranges are parsed`(text: String, first: Int64?, total: Int64?) throws {
    let range = try #require(ContentRange(text))
    #expect(range.first == first && range.total == total)
  }

  @Test(
    arguments: [
      "", "bytes", "bytes 1", "bytes 1-/9", "bytes -1-3/9", "bytes 3-1/9", "bytes 0-9/9",
      "bytes a-b/c",
      "bytes 1-2/3/4",
    ]
  )
  func `invalid ranges are rejected`(text: String) {
    #expect(ContentRange(text) == nil)
  }
}

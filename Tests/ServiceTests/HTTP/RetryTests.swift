import Harness
import Foundation
import Platform
import Testing

@testable import HTTP

@Suite(.timeLimit(.hang)) struct HTTPRetryTests {
  private let quick: CurlTransport = {
    var configuration = CurlConfiguration.patient
    configuration.retry.backOff = .milliseconds(1)
    return CurlTransport(configuration: configuration)
  }()

  /// Returns a server that sends the scripted responses first and 200 afterwards.
  private func server(
    _ first: [@Sendable (ScriptedServer.Connection) -> Void]
  ) throws -> ScriptedServer {
    let left = Lock(first)
    return try ScriptedServer { connection, _ in
      let next = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let next { next(connection) } else { connection.answer(200, [], "at last") }
    }
  }

  @Test(arguments: [502, 503, 504])
  func `a server error is retried`(_ status: Int) async throws {
    let server = try server([
      { $0.answer(status) }, { $0.answer(status) }, { $0.answer(status) },
    ])
    defer { server.stop() }
    let response = try await quick.data(HTTPRequest(.get, server.url).patient)
    #expect(response.status == 200)
    #expect(server.requests.count == 4)
  }

  @Test func `after three retries the response is returned`() async throws {
    let server = try ScriptedServer(503, [], "down")
    defer { server.stop() }
    let response = try await quick.data(HTTPRequest(.get, server.url).patient)
    #expect(response.status == 503)
    #expect(response.body == Array("down".utf8))
    #expect(server.requests.count == 4)
  }

  @Test func `lost connections and truncated bodies are retried`() async throws {
    let server = try server([
      { $0.end() }, { $0.end(reset: true) },
      { connection in
        connection.send(connection.head(200, length: 10) + "half")
        connection.end()
      },
    ])
    defer { server.stop() }
    let response = try await quick.data(HTTPRequest(.get, server.url).patient)
    #expect(response.body == Array("at last".utf8))
    #expect(server.requests.count == 4)
  }

  @Test func `a lasting error is reported after three retries`() async throws {
    let server = try ScriptedServer { connection, _ in connection.end() }
    defer { server.stop() }
    await #expect(throws: HTTPError.connectionLost(host: server.host)) {
      try await quick.data(HTTPRequest(.get, server.url).patient)
    }
    #expect(server.connections == 4)
  }

  @Test func `a request that may not be repeated is sent once`() async throws {
    let server = try server([{ $0.answer(503) }, { $0.end() }])
    defer { server.stop() }
    #expect(try await quick.data(HTTPRequest(.post, server.url).patient).status == 503)
    await #expect(throws: HTTPError.connectionLost(host: server.host)) {
      try await quick.data(HTTPRequest(.post, server.url).patient)
    }
    #expect(server.requests.count == 2)
  }

  @Test func `a like is a POST that may be repeated, with its body`() async throws {
    let server = try server([{ $0.answer(502) }])
    defer { server.stop() }
    let request = HTTPRequest(.post, server.url, body: [1, 2, 3], retries: true).patient
    #expect(try await quick.data(request).status == 200)
    #expect(server.requests.map(\.body) == [[1, 2, 3], [1, 2, 3]])
  }

  @Test(arguments: [400, 401, 403, 404, 500, 501])
  func `other statuses are returned immediately`(_ status: Int) async throws {
    let server = try ScriptedServer(status)
    defer { server.stop() }
    #expect(try await quick.data(HTTPRequest(.get, server.url).patient).status == status)
    #expect(server.requests.count == 1)
  }

  @Test func `429 waits as long as requested`() async throws {
    let server = try server([{ $0.answer(429, ["Retry-After: 0"]) }])
    defer { server.stop() }
    #expect(try await quick.data(HTTPRequest(.get, server.url).patient).status == 200)
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [["Retry-After: 3600"], ["Retry-After: soon"], []])
  func `429 is returned if the wait is too long or unknown`(_ headers: [String]) async throws {
    let server = try ScriptedServer(429, headers, "slow down")
    defer { server.stop() }
    let response = try await quick.data(HTTPRequest(.get, server.url).patient)
    #expect(response.status == 429)
    #expect(response.body == Array("slow down".utf8))
    #expect(server.requests.count == 1)
  }

  @Test func `pauses double, vary, and end before the deadline`() {
    let policy = RetryPolicy()
    func pause(_ retried: Int, _ jitter: Double, _ remaining: Duration = .seconds(60)) -> Duration?
    {
      policy.pause(
        after: .failure(.connectionLost(host: "a")),
        retried: retried,
        remaining: remaining,
        jitter: jitter,
        date: 0
      )
    }
    #expect(
      [0, 1, 2].map { pause($0, 0.5) } == [.milliseconds(250), .milliseconds(500), .seconds(1)]
    )
    #expect(pause(0, 0) == .milliseconds(125))
    #expect(pause(0, 0.999) ?? .zero > .milliseconds(374))
    #expect(pause(3, 0.5) == nil)
    #expect(pause(0, 0.5, .milliseconds(250)) == nil)
    #expect(pause(0, 0.5, .milliseconds(251)) == .milliseconds(250))
  }

  @Test func `Retry-After is seconds or a date`() {
    func pause(_ status: Int, _ value: String, _ remaining: Duration = .seconds(60)) -> Duration? {
      RetryPolicy().pause(
        after: .success(
          HTTPResponse(status: status, url: "", headers: [HTTPHeader("Retry-After", value)])
        ),
        retried: 0,
        remaining: remaining,
        jitter: 0.5,
        date: 784_111_770
      )
    }
    #expect(pause(429, "7") == .seconds(7))
    #expect(pause(429, "Sun, 06 Nov 1994 08:49:37 GMT") == .seconds(7))
    #expect(pause(429, "7", .seconds(7)) == nil)
    #expect(pause(429, "-7") == nil)
    #expect(pause(503, "7") == .seconds(7))
    #expect(pause(503, "3600") == nil)
    #expect(pause(503, "never") == .milliseconds(250))
  }

  @Test(arguments: [
    HTTPError.cancelled, .timedOut(host: "a", .connecting), .timedOut(host: "a", .stalled),
    .insecure(host: "a", reason: ""), .tooLarge(limit: 1), .refusedURL(""),
    .file(path: "", code: ENOSPC), .proxy(reason: ""), .missingLibrary(reason: ""),
  ])
  func `lasting errors are returned without a retry`(_ error: HTTPError) {
    let pause = RetryPolicy().pause(
      after: .failure(error),
      retried: 0,
      remaining: .seconds(60),
      jitter: 0.5,
      date: 0
    )
    #expect(pause == nil)
  }
}

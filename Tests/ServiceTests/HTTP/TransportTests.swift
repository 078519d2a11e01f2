import Foundation
import HTTP
import Harness
import Model
import Platform
import Testing

@Suite(.timeLimit(.hang)) struct HTTPTransportTests {
  @Test func `a response has its status, fields and body`() async throws {
    let server = try ScriptedServer(404, ["X-Word: first", "x-word: second"], "not here")
    defer { server.stop() }
    let response = try await CurlTransport.patient().data(
      HTTPRequest(.get, server.url + "/a?b=c").patient
    )

    #expect(response.status == 404)
    #expect(!response.isSuccess)
    #expect(response.url == server.url + "/a?b=c")
    #expect(response.body == Array("not here".utf8))
    #expect(response.header("X-WORD") == "second")
    #expect(response.headers("x-word") == ["first", "second"])
    #expect(response.header("missing") == nil)
    #expect(server.requests.first?.target == "/a?b=c")
    let agent = server.requests.first?.header("user-agent") ?? ""
    #expect(agent.wholeMatch(of: /imagefeed\/\d+\.\d+\.\d+ libcurl\/\d+\.\d+\.\d+/) != nil)
  }

  @Test(arguments: [
    (HTTPRequest.Method.get, nil, nil), (.delete, nil, nil), (.post, nil, "0"),
    (.post, "a=b", "3"), (.put, "{}", "2"), (.delete, "x", "1"),
  ])
  func `methods have their bodies`(
    _ method: HTTPRequest.Method,
    _ body: String?,
    _ length: String?
  ) async throws {
    let server = try ScriptedServer(204)
    defer { server.stop() }
    let request = HTTPRequest(method, server.url, body: body.map { Array($0.utf8) }).patient
    let response = try await CurlTransport.patient().data(request)

    #expect(response.status == 204)
    let seen = try #require(server.requests.first)
    #expect(seen.method == method.rawValue)
    #expect(seen.body == Array((body ?? "").utf8))
    #expect(seen.header("content-length") == length)
    #expect(seen.header("content-type") == nil)
  }

  @Test func `fields are sent unchanged and can't add others`() async throws {
    let server = try ScriptedServer(200)
    defer { server.stop() }
    let request = HTTPRequest(
      .post,
      server.url,
      headers: [
        HTTPHeader("Accept-Version", "v1"), HTTPHeader("Content-Type", "text/x"),
        HTTPHeader("Empty", ""),
      ],
      authorization: Secret("Bearer abc\r\nEvil: yes")
    ).patient
    _ = try await CurlTransport.patient().data(request)

    let seen = try #require(server.requests.first)
    #expect(seen.header("accept-version") == "v1")
    #expect(seen.header("content-type") == "text/x")
    #expect(seen.header("empty") == "")
    #expect(seen.header("authorization") == "Bearer abcEvil: yes")
    #expect(seen.header("evil") == nil)
  }

  @Test func `compressed responses are requested and decompressed`() async throws {
    let server = try ScriptedServer { connection, _ in
      connection.send(
        connection.head(200, ["Content-Encoding: gzip"], length: Samples.gzippedGreeting.count)
      )
      connection.send(Samples.gzippedGreeting)
    }
    defer { server.stop() }
    let response = try await CurlTransport.patient().data(HTTPRequest(.get, server.url).patient)

    #expect(String(decoding: response.body, as: UTF8.self) == "Привет, мир")
    let accepted = server.requests.first?.header("accept-encoding") ?? ""
    #expect(accepted.contains("gzip") && accepted.contains("br"))
  }

  @Test func `a body over the limit ends the transfer, announced or not`() async throws {
    let announced = try ScriptedServer { connection, _ in
      connection.send(connection.head(200, length: 1001))
    }
    let chunked = try ScriptedServer { connection, _ in
      connection.send(connection.head(200, ["Transfer-Encoding: chunked"], length: nil))
      connection.send("3e9\r\n" + String(repeating: "a", count: 1001) + "\r\n")
    }
    let packed = try ScriptedServer { connection, _ in
      connection.send(
        connection.head(200, ["Content-Encoding: gzip"], length: Samples.gzippedLetters.count)
      )
      connection.send(Samples.gzippedLetters)
    }
    let transport = CurlTransport.patient()
    for server in [announced, chunked, packed] {
      defer { server.stop() }
      await #expect(throws: HTTPError.tooLarge(limit: 1000)) {
        try await transport.data(HTTPRequest(.get, server.url, bodyLimit: 1000).patient)
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `endless bodies share one memory limit`() async throws {
    let piece = [UInt8](repeating: 0x61, count: 100_000)
    let gate = Gate()
    let server = try ScriptedServer { connection, request in
      guard request.target == "/endless" else {
        connection.send(connection.head(200, length: 1_000))
        connection.send(Array(piece[..<500]))
        gate.pass()
        return connection.send(Array(piece[..<500]))
      }
      connection.send(connection.head(200, length: nil))
      while !connection.clientLeft(within: 0) { connection.send(piece) }
      connection.end()
    }
    defer { server.stop() }
    var configuration = CurlConfiguration.patient
    configuration.bodyMemory = 1 << 20
    let transport = CurlTransport(configuration: configuration)
    // A small one that is sent at the same time arrives.
    async let small = transport.data(HTTPRequest(.get, server.url + "/small").patient)
    await server.arrivals.wait()
    let ends = await withTaskGroup(of: Result<HTTPResponse, HTTPError>.self) { group in
      for _ in 0..<4 {
        group.addTask {
          do throws(HTTPError) {
            return .success(
              try await transport.data(
                HTTPRequest(.get, server.url + "/endless", bodyLimit: 64 << 20).patient
              )
            )
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ends.count == 4)
    for end in ends {
      guard case .failure(.tooLarge(let limit)) = end else {
        Issue.record("\(end)")
        continue
      }
      #expect(limit <= 1 << 20)
    }
    gate.open()
    #expect(try await small.body.count == 1_000)
  }

  @Test func `a body exactly at the limit is accepted`() async throws {
    let server = try ScriptedServer(200, [], String(repeating: "a", count: 1000))
    defer { server.stop() }
    let response = try await CurlTransport.patient().data(
      HTTPRequest(.get, server.url, bodyLimit: 1000).patient
    )
    #expect(response.body.count == 1000)
  }

  @Test
  func `the limits are 32 MiB for data, 64 MiB for pictures, 1 GiB for files and 80 MiB together`()
  {
    #expect(CurlConfiguration().bodyMemory == 83_886_080)
    #expect(HTTPRequest(.get, "https://a.example").bodyLimit == 33_554_432)
    #expect(HTTPRequest.pictureLimit == 67_108_864)
    #expect(HTTPRequest.fileLimit == 1_073_741_824)
  }

  @Test func `fewer bytes than announced are an error`() async throws {
    let server = try ScriptedServer { connection, _ in
      connection.send(connection.head(200, length: 10) + "half ")
      connection.end()
    }
    defer { server.stop() }
    await #expect(throws: HTTPError.truncated(host: server.host)) {
      try await CurlTransport.patient().data(HTTPRequest(.get, server.url, retries: false).patient)
    }
  }

  @Test func `a reset or silent end of the connection is a lost connection`() async throws {
    for reset in [true, false] {
      let server = try ScriptedServer { connection, _ in connection.end(reset: reset) }
      defer { server.stop() }
      await #expect(throws: HTTPError.connectionLost(host: server.host)) {
        try await CurlTransport.patient().data(
          HTTPRequest(.get, server.url, retries: false).patient
        )
      }
    }
  }

  @Test func `a port without a listener refuses the connection`() async throws {
    let server = try ScriptedServer(200)
    // The port is free once the listener has ended, which a connection attempt shows.
    server.stop()
    await #expect(throws: HTTPError.connectionRefused(host: server.host)) {
      try await CurlTransport.patient().data(HTTPRequest(.get, server.url, retries: false).patient)
    }
  }

  @Test func `an unknown name isn't resolved`() async throws {
    await #expect(throws: HTTPError.unresolvedHost("nobody.invalid")) {
      try await CurlTransport.patient().data(
        HTTPRequest(.get, "https://nobody.invalid/", retries: false).patient
      )
    }
    #expect(TestResolver.askedNames.contains("nobody.invalid"))
  }

  @Test func `a response that isn't HTTP is an error`() async throws {
    let server = try ScriptedServer { connection, _ in
      connection.send("SSH-2.0-OpenSSH\r\n\r\n")
      connection.end()
    }
    defer { server.stop() }
    do {
      _ = try await CurlTransport.patient().data(HTTPRequest(.get, server.url).patient)
      Issue.record("no error")
    } catch {
      guard case .transfer(host: server.host, _, let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test(arguments: [
    "http://plain.invalid/", "http://192.0.2.1/", "http://127.0.0.1.plain.invalid/",
    "http://localhost.plain.invalid/", "ftp://127.0.0.1/", "file:///etc/hostname", "", "nonsense",
    "http://user@127.0.0.1/", "https://user:word@secure.invalid/", "http://[::2]/",
  ])
  func `forbidden URLs are refused before any name is resolved`(
    _ url: String
  ) async throws {
    await #expect(throws: HTTPError.refusedURL(redacted(url: url))) {
      try await CurlTransport.patient().data(HTTPRequest(.get, url).patient)
    }
    #expect(!TestResolver.askedNames.contains { $0.contains("plain.invalid") })
  }

  @Test func `every request is reported once, without secrets`() async throws {
    let observer = RecordingObserver()
    let server = try ScriptedServer(200, [], "12345")
    defer { server.stop() }
    let transport = CurlTransport.patient(observer: observer)
    _ = try await transport.data(
      HTTPRequest(
        .get,
        server.url + "/photos?client_id=hunter2&page=3",
        authorization: Secret("t0")
      ).patient
    )
    _ = try? await transport.data(HTTPRequest(.post, "http://a.invalid/?code=hunter2").patient)

    let reports = observer.reports
    try #require(reports.count == 2)
    #expect(try reports.at(0).method == "GET")
    #expect(try reports.at(0).url == server.url + "/photos?client_id=…&page=3")
    #expect(try reports.at(0).status == 200)
    #expect(try reports.at(0).bytes == 5)
    #expect(try reports.at(0).error == nil)
    #expect(try reports.at(0).milliseconds > 0)
    #expect(try reports.at(1).status == nil)
    #expect(try reports.at(1).error != nil)
    #expect(!"\(reports)".contains("hunter2"))
  }

  @Test func `printing a request shows no secrets`() {
    let request = HTTPRequest(
      .post,
      "https://a.example/?token=hunter2",
      headers: [HTTPHeader("X", "hunter2")],
      body: Array("client_secret=hunter2".utf8),
      authorization: Secret("hunter2")
    ).patient
    var dumped = ""
    dump(request, to: &dumped)
    #expect("\(request)" == "POST https://a.example/?token=…")
    #expect(!dumped.contains("hunter2"))
  }
}

final class RecordingObserver: HTTPObserver {
  struct Report: Sendable {
    var method: String
    var url: String
    var status: Int?
    var milliseconds: Double
    var bytes: Int64
    var error: String?
  }

  private let kept = Lock<[Report]>([])
  var reports: [Report] { kept.withLock { $0 } }

  func finished(
    method: String,
    url: String,
    status: Int?,
    milliseconds: Double,
    bytes: Int64,
    error: String?
  ) {
    kept.withLock { kept in
      kept.append(
        Report(
          method: method,
          url: url,
          status: status,
          milliseconds: milliseconds,
          bytes: bytes,
          error: error
        )
      )
    }
  }
}

enum Samples {
  /// "Привет, мир".
  static let gzippedGreeting: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 1, 20, 0, 235, 255, 208, 159, 209, 128, 208, 184, 208, 178,
    208, 181, 209, 130, 44, 32, 208, 188, 208, 184, 209, 128, 228, 14, 136, 26, 20, 0, 0, 0,
  ]
  /// The letter a, 100,000 times.
  static let gzippedLetters: [UInt8] =
    [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 172, 235, 95, 194, 26]
    + [30, 64, 1] + [UInt8](repeating: 0, count: 96) + [175, 6, 135, 250, 226, 27, 160, 134, 1, 0]
}

import Harness
import Model
import Platform
import Testing

@testable import HTTP

@Suite(.timeLimit(.hang)) struct HTTPRedirectTests {
  private func redirecting(_ status: Int, to location: String) throws -> ScriptedServer {
    try ScriptedServer { connection, request in
      if request.target.hasPrefix("/start") {
        connection.answer(status, ["Location: \(location)"], "moved")
      } else {
        connection.answer(200, [], "here")
      }
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect to the same server keeps the token`(_ status: Int) async throws {
    let server = try redirecting(status, to: "/there?x=1")
    defer { server.stop() }
    let response = try await CurlTransport.patient().data(
      HTTPRequest(.get, server.url + "/start", authorization: Secret("Bearer t0")).patient
    )
    #expect(response.status == 200)
    #expect(response.url == server.url + "/there?x=1")
    #expect(response.body == Array("here".utf8))
    #expect(server.requests.map { $0.header("authorization") } == ["Bearer t0", "Bearer t0"])
  }

  @Test func `another server doesn't receive the token`() async throws {
    let other = try ScriptedServer(200)
    defer { other.stop() }
    let server = try redirecting(302, to: other.url + "/there")
    defer { server.stop() }
    let response = try await CurlTransport.patient().data(
      HTTPRequest(.get, server.url + "/start", authorization: Secret("Bearer t0")).patient
    )
    #expect(response.status == 200)
    #expect(other.requests.count == 1)
    #expect(other.requests.first?.header("authorization") == nil)
  }

  @Test(arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
  func `a POST becomes a GET unless the status forbids it`(
    _ status: Int,
    _ method: String
  ) async throws {
    let server = try redirecting(status, to: "/there")
    defer { server.stop() }
    _ = try await CurlTransport.patient().data(
      HTTPRequest(
        .post,
        server.url + "/start",
        headers: [HTTPHeader("content-type", "text/plain")],
        body: Array("body".utf8),
        followsRedirects: true
      ).patient
    )
    let second = try #require(server.requests.last)
    #expect(second.method == method)
    #expect(second.body == (method == "POST" ? Array("body".utf8) : []))
    #expect(second.header("content-type") == (method == "POST" ? "text/plain" : nil))
  }

  @Test(arguments: [HTTPRequest.Method.post, .put, .delete], [301, 302, 303, 307, 308])
  func `a request other than GET isn't redirected`(
    _ method: HTTPRequest.Method,
    _ status: Int
  ) async throws {
    let server = try redirecting(status, to: "/there")
    defer { server.stop() }
    let response = try await CurlTransport.patient().data(
      HTTPRequest(method, server.url + "/start", retries: true).patient
    )
    #expect(response.status == status)
    #expect(server.requests.map(\.method) == [method.rawValue])
  }

  @Test func `another server doesn't receive a body`() async throws {
    let other = try ScriptedServer(200)
    defer { other.stop() }
    let server = try redirecting(307, to: other.url)
    defer { server.stop() }
    await #expect(throws: HTTPError.refusedURL(other.url + "/")) {
      try await CurlTransport.patient().data(
        HTTPRequest(
          .post,
          server.url + "/start",
          body: Array("client_secret=x".utf8),
          followsRedirects: true
        ).patient
      )
    }
    #expect(other.connections == 0)
  }

  @Test(arguments: [
    "http://plain.invalid/", "ftp://127.0.0.1/", "file:///etc/hostname", "http://127.0.0.1:0x/",
    "http://user:word@127.0.0.1/?token=x",
  ])
  func `a forbidden target is refused`(_ location: String) async throws {
    let server = try redirecting(302, to: location)
    defer { server.stop() }
    await #expect(throws: HTTPError.refusedURL(redacted(url: location))) {
      try await CurlTransport.patient().data(HTTPRequest(.get, server.url + "/start").patient)
    }
    #expect(server.connections == 1)
    #expect(!TestResolver.askedNames.contains("plain.invalid"))
  }

  @Test(arguments: [
    ("https://a.example/x", "http://127.0.0.1/y", nil),
    ("https://a.example/x", "https://127.0.0.1/y", nil),
    ("https://a.example/x", "https://localhost/y", nil),
    ("https://a.example/x", "//[::1]/y", nil),
    ("https://a.example/x", "https://a.example/y", true),
    ("https://a.example/x", "//a.example:443/y", true),
    ("https://a.example/x", "https://b.example/y", false),
    ("https://a.example/x", "https://a.example:444/y", false),
    ("https://a.example/x", "https://a.example.b.example/y", false),
    ("http://127.0.0.1/x", "https://127.0.0.1/y", false),
    ("http://127.0.0.1/x", "http://localhost/y", false),
  ])
  func `https never becomes http, and the token stays with its origin`(
    _ from: String,
    _ location: String,
    _ keepsToken: Bool?
  ) throws {
    let request = HTTPRequest(.get, from, authorization: Secret("Bearer t0")).patient
    let answer = HTTPResponse(status: 302, url: from, headers: [HTTPHeader("Location", location)])
    guard let keepsToken else {
      #expect(throws: HTTPError.refusedURL(location)) { try request.redirected(by: answer) }
      return
    }
    let next = try #require(try request.redirected(by: answer))
    #expect((next.authorization != nil) == keepsToken)
  }

  @Test func `a response without a target or with another status is returned`() throws {
    let request = HTTPRequest(.get, "https://a.example/").patient
    let fields = [HTTPHeader("Location", "/b")]
    for answer in [
      HTTPResponse(status: 302, url: request.url),
      HTTPResponse(status: 200, url: request.url, headers: fields),
      HTTPResponse(status: 304, url: request.url, headers: fields),
    ] {
      #expect(try request.redirected(by: answer) == nil)
    }
  }

  @Test func `a redirect loop ends`() async throws {
    let server = try redirecting(302, to: "/start")
    defer { server.stop() }
    await #expect(throws: HTTPError.tooManyRedirects(host: server.host)) {
      try await CurlTransport.patient().data(HTTPRequest(.get, server.url + "/start").patient)
    }
    #expect(server.requests.count == 11)
    #expect(server.connections == 1)
  }
}

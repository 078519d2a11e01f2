import FoundationEssentials
import Glibc
import HTTP
import Model
import Platform
import Testing

@testable import Accounts

@Suite(.timeLimit(.hang)) struct `Waiting for the browser` {
  private let browser = CurlTransport.patient()
  private let token = ScriptedTransport(#"{"access_token":"t"}"#)

  private func hit(
    _ port: Int,
    _ path: String,
    method: HTTPRequest.Method = .get,
    headers: [HTTPHeader] = [],
    host: String = "localhost"
  ) async throws -> HTTPResponse {
    try await browser.data(
      HTTPRequest(method, "http://\(host):\(port)\(path)", headers: headers, retries: false).patient
    )
  }

  private func state(_ page: WebPage) throws -> String {
    try #require(WebAddress(page.text)?.query["state"])
  }

  private func listening() async throws -> (RunningSignIn, page: WebPage) {
    try await RunningSignIn.listening(try .withoutService(token))
  }

  @Test(arguments: ["localhost", "127.0.0.1", "[::1]"])
  func `sign-in ends with the session, and the port is free again`(host: String) async throws {
    let (running, page) = try await listening()
    #expect(try FreePort.isOurs(running.port))

    let path = "/callback?code=c&state=\(try state(page))"
    let answer = try await hit(running.port, path, host: host)
    #expect(answer.status == 200)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("received"))
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Referrer-Policy") == "no-referrer")

    #expect(await running.next() == .exchanging)
    #expect(try !FreePort.isOurs(running.port))
    #expect(try await running.result().get().token == Secret("t"))
    let form = String(decoding: token.requests.first?.body ?? [], as: UTF8.self)
    #expect(form.contains("code=c&"))
    #expect(form.contains("redirect_uri=http%3A%2F%2Flocalhost%3A\(running.port)%2Fcallback"))
  }

  @Test func `requests that aren't responses are ignored`() async throws {
    let (running, page) = try await listening()
    let good = "/callback?code=c&state=\(try state(page))"

    #expect(try await hit(running.port, "/favicon.ico").status == 404)
    #expect(try await hit(running.port, "/").status == 404)
    #expect(try await hit(running.port, "/callback").status == 400)
    #expect(try await hit(running.port, "/callback?state=x").status == 400)
    #expect(try await hit(running.port, good, method: .post).status == 405)
    for header in ["Purpose", "Sec-Purpose", "X-Moz"] {
      let headers = [HTTPHeader(header, "prefetch;prerender")]
      #expect(try await hit(running.port, good, headers: headers).status == 503)
    }
    #expect(token.requests.isEmpty)

    #expect(try await hit(running.port, good).status == 200)
    #expect(try await running.result().get().token == Secret("t"))
  }

  @Test(
    arguments: [
      "code=c&state=forged", "code=c", "code=c&state=", "error=access_denied",
      "error=access_denied&state=forged", "error=x&error_description=Call+this+number",
    ]
  )
  func `a page without the state doesn't end the sign-in`(query: String) async throws {
    let (running, page) = try await listening()
    let answer = try await hit(running.port, "/callback?" + query)
    #expect(answer.status == 400)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains("<p>ignored</p>") && !text.contains("number"))
    #expect(token.requests.isEmpty)

    let good = "/callback?code=c&state=\(try state(page))"
    #expect(try await hit(running.port, good).status == 200)
    #expect(await running.next() == .exchanging)
    #expect(try await running.result().get().token == Secret("t"))
  }

  @Test func `the service's error ends the sign-in, and the page doesn't show it`() async throws {
    let (running, page) = try await listening()
    let query = "error=server_error&error_description=Busy+now&state=\(try state(page))"
    let answer = try await hit(running.port, "/callback?" + query)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 200)
    #expect(text.contains("<p>failed</p>") && !text.contains("Busy"))
    #expect(
      await running.result() == .failure(Problem(.signIn, .signInFailed(message: "Busy now")))
    )
    #expect(try !FreePort.isOurs(running.port))
  }

  @Test func `sign-in ends after its time, and the port is free again`() async throws {
    let running = RunningSignIn(
      try .withoutService(token),
      port: FreePort.any(),
      timeout: .milliseconds(1)
    )
    #expect(await running.result() == .failure(Problem(.signIn, .signInTimedOut)))
    #expect(try !FreePort.isOurs(running.port))
  }

  @Test func `cancelling ends the sign-in at once`() async throws {
    let (running, _) = try await listening()
    running.cancel()
    _ = await running.result()
    #expect(try !FreePort.isOurs(running.port))
    #expect(token.requests.isEmpty)
  }

  @Test func `a pasted URL is used instead`() async throws {
    let (running, page) = try await listening()
    let address = "http://localhost:\(running.port)/callback?code=c&state="

    running.flow.submit("nonsense")
    #expect(await running.next() == .rejected(Problem(.signIn, .notACallback)))
    running.flow.submit(address + "old")
    #expect(await running.next() == .rejected(Problem(.signIn, .stateMismatch)))
    running.flow.submit(address + (try state(page)))
    #expect(await running.next() == .exchanging)
    #expect(try await running.result().get().token == Secret("t"))
    #expect(try !FreePort.isOurs(running.port))
  }

  @Test(arguments: [false, true])
  func `a port in use is reported, and codes are used`(ip6: Bool) async throws {
    var port = FreePort.any()
    var socket = FreePort.listen(on: port, ip6: ip6)
    while socket < 0 {
      port = FreePort.any()
      socket = FreePort.listen(on: port, ip6: ip6)
    }
    defer { close(socket) }
    let running = RunningSignIn(try .withoutService(token), port: port)
    #expect(await running.next() == .cannotListen(Problem(.signIn, .portBusy(port))))
    guard case .waiting(let url, true)? = await running.next() else {
      Issue.record("no page with a code")
      return
    }
    #expect(url.text.contains("redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob"))
    #expect(!url.text.contains("state="))

    running.flow.submit("c0de")
    #expect(try await running.result().get().token == Secret("t"))
    let form = String(decoding: token.requests.first?.body ?? [], as: UTF8.self)
    #expect(form.contains("redirect_uri=urn%3A"))
  }

  @Test func `an unusable port has its reason`() async throws {
    let running = RunningSignIn(try .withoutService(token), port: 70_000)
    let problem = Problem(.signIn, .portUnusable(70_000, reason: "Invalid argument"))
    #expect(await running.next() == .cannotListen(problem))
    guard case .waiting(_, true)? = await running.next() else {
      Issue.record("no page with a code")
      return
    }
    running.cancel()
    _ = await running.result()
  }

  @Test func `a port is called busy only if another program uses it`() {
    let busy = LoopbackSocket.Failure(code: EADDRINUSE).problem(port: 80)
    #expect(busy == Problem(.signIn, .portBusy(80)))
    let refused = LoopbackSocket.Failure(code: EACCES).problem(port: 80)
    #expect(refused == Problem(.signIn, .portUnusable(80, reason: "Permission denied")))
  }

  @Test func `each code is exchanged with its own redirect, even after switching`() async throws {
    let (running, page) = try await listening()
    running.flow.switchToOutOfBand()
    guard case .waiting(let second, true)? = await running.next() else {
      Issue.record("no page with a code")
      return
    }
    let challenge = try #require(WebAddress(page.text)?.query["code_challenge"])
    #expect(WebAddress(second.text)?.query["code_challenge"] == challenge)

    let path = "/callback?code=c&state=\(try state(page))"
    #expect(try await hit(running.port, path).status == 200)
    _ = await running.result()
    let form = URLQuery(
      parsing: String(decoding: token.requests.first?.body ?? [], as: UTF8.self)
    )
    #expect(form["redirect_uri"]?.hasPrefix("http://localhost") == true)
    let verifier = try #require(form["code_verifier"])
    #expect(ProofKey(verifier: Secret(verifier)).challenge == challenge)
  }

  @Test func `no descriptor is left open`() async throws {
    func once() async throws {
      let (running, _) = try await listening()
      running.cancel()
      _ = await running.result()
    }
    try await once()
    // Each server has two or more; other tests open and leave a few in the meantime.
    func eventDescriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?
          .contains("event") ?? false
      }
    }
    let before = try eventDescriptors()
    for _ in 0..<100 { try await once() }
    #expect(try eventDescriptors() < before + 100)
  }

  @Test func `failures of the exchange are passed on without secrets`() async throws {
    let transport = ScriptedTransport(#"{"error":"invalid_client"}"#, status: 401)
    let (running, page) = try await RunningSignIn.listening(try .withoutService(transport))
    let address = "http://localhost:\(running.port)/callback?code=hush&state=\(try state(page))"
    running.flow.submit(address)
    let result = await running.result()
    #expect(result == .failure(Problem(.signIn, .invalidClient)))
    #expect(!"\(result)".contains("hush"))
  }

  @Test func `without a redirect, sign-in ends with the pastes`() async throws {
    let (running, _) = try await listening()
    running.flow.switchToOutOfBand()
    running.flow.submit("no code!")
    running.flow.endPastes()
    #expect(await running.result() == .failure(Problem(.signIn, .nothingPasted)))
  }

  @Test func `with a redirect, sign-in continues without pastes`() async throws {
    let (running, page) = try await listening()
    running.flow.endPastes()
    let path = "/callback?code=c&state=\(try state(page))"
    #expect(try await hit(running.port, path).status == 200)
    #expect(try await running.result().get().token == Secret("t"))
  }

  @Test func `after a refused code another one can be pasted`() async throws {
    let transport = ScriptedTransport(#"{"error":"invalid_grant"}"#, status: 400)
    let (running, page) = try await RunningSignIn.listening(try .withoutService(transport))
    let address = "http://localhost:\(running.port)/callback?code=hush&state=\(try state(page))"
    for _ in 0..<2 {
      running.flow.submit(address)
      #expect(await running.next() == .exchanging)
      #expect(await running.next() == .rejected(Problem(.signIn, .invalidGrant)))
    }
    running.cancel()
    _ = await running.result()
  }
}

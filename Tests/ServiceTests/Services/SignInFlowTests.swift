import DemoServer
import FoundationEssentials
import Glibc
import HTTP
import Model
import Platform
import Testing

@testable import Services

private let pages = CallbackPages(
  standard: .init(language: "en", title: "t", done: "done", refused: "refused", failed: "failed")
)

/// A port nobody listens on.
///
/// Below the range that the system gives away by itself (32768 and up): a port from there could be
/// another test's a moment later.
func freePort() -> Int {
  while true {
    let candidate = Int.random(in: 10_000..<32_000)
    guard isFree(candidate) else { continue }
    return candidate
  }
}

/// A socket that listens on a port of 127.0.0.1, 0 for a free one.
private func listen(on port: Int) -> (socket: Int32, port: Int) {
  let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  var on: Int32 = 1
  setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let bound = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      let isBound = bind(file, $0, length) == 0 && Glibc.listen(file, 8) == 0
      getsockname(file, $0, &length)
      return isBound
    }
  }
  guard bound else {
    close(file)
    return (-1, port)
  }
  return (file, Int(in_port_t(bigEndian: address.sin_port)))
}

private func isFree(_ port: Int) -> Bool {
  let (socket, _) = listen(on: port)
  defer { if socket >= 0 { close(socket) } }
  return socket >= 0
}

/// A sign-in under way, with what it told so far.
private final class RunningFlow: Sendable {
  let flow: SignInFlow
  let port: Int
  private let task: Task<Result<Session, Problem>, Never>
  private let events: AsyncStream<SignInEvent>

  init(
    _ client: OAuthClient,
    port: Int = freePort(),
    timeout: Duration = .seconds(3600)
  ) {
    let flow = SignInFlow(client: client, port: port, timeout: timeout, pages: pages)
    let (events, event) = AsyncStream.makeStream(of: SignInEvent.self)
    self.flow = flow
    self.port = port
    self.events = events
    task = Task {
      defer { event.finish() }
      return await flow.run { event.yield($0) }
    }
  }

  func next() async -> SignInEvent? {
    for await event in events { return event }
    return nil
  }

  /// The address of the login page, once it can be opened.
  func page() async throws -> String {
    guard case .waiting(let url, _)? = await next() else { throw CancellationError() }
    return url.text
  }

  func result() async -> Result<Session, Problem> { await task.value }
  func cancel() { task.cancel() }
}

/// A client whose service never comes into it.
private func clientWithoutService(_ transport: any HTTPTransport) -> OAuthClient {
  OAuthClient(.demo(baseURL: "http://127.0.0.1:1"), key: .demo, transport: transport)!
}

@Suite(.timeLimit(.minutes(5))) struct `Waiting for the browser` {
  private let browser = CurlTransport()
  private let token = ScriptedTransport(#"{"access_token":"t"}"#)

  private func hit(
    _ port: Int,
    _ path: String,
    method: HTTPRequest.Method = .get,
    headers: [HTTPHeader] = [],
    host: String = "localhost"
  ) async throws -> HTTPResponse {
    try await browser.data(
      HTTPRequest(method, "http://\(host):\(port)\(path)", headers: headers, retries: false)
    )
  }

  private func state(_ page: String) throws -> String {
    try #require(WebAddress(page)?.query["state"])
  }

  @Test(arguments: ["localhost", "127.0.0.1", "[::1]"])
  func `ends with the session, and the port is free again`(host: String) async throws {
    let running = RunningFlow(clientWithoutService(token))
    let page = try await running.page()
    #expect(!isFree(running.port))

    let path = "/callback?code=c&state=\(try state(page))"
    let answer = try await hit(running.port, path, host: host)
    #expect(answer.status == 200)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("done"))
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Referrer-Policy") == "no-referrer")

    #expect(await running.next() == .exchanging)
    #expect(isFree(running.port))
    #expect(try await running.result().get().token == Secret("t"))
    let form = String(decoding: token.requests.first?.body ?? [], as: UTF8.self)
    #expect(form.contains("code=c&"))
    #expect(form.contains("redirect_uri=http%3A%2F%2Flocalhost%3A\(running.port)%2Fcallback"))
  }

  @Test func `ignores everything that is no answer`() async throws {
    let running = RunningFlow(clientWithoutService(token))
    let good = "/callback?code=c&state=\(try state(try await running.page()))"

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

  @Test func `ends when the state is another's, with nothing exchanged`() async throws {
    let running = RunningFlow(clientWithoutService(token))
    _ = try await running.page()
    let answer = try await hit(running.port, "/callback?code=c&state=forged")
    #expect(String(decoding: answer.body, as: UTF8.self).contains("failed"))
    #expect(await running.result() == .failure(Problem(.signIn, .stateMismatch)))
    #expect(token.requests.isEmpty)
    #expect(isFree(running.port))
  }

  @Test func `ends after its time, and the port is free again`() async {
    let running = RunningFlow(clientWithoutService(token), timeout: .milliseconds(1))
    #expect(await running.result() == .failure(Problem(.signIn, .signInTimedOut)))
    #expect(isFree(running.port))
  }

  @Test func `ends at once when it is cancelled`() async throws {
    let running = RunningFlow(clientWithoutService(token))
    _ = try await running.page()
    running.cancel()
    _ = await running.result()
    #expect(isFree(running.port))
    #expect(token.requests.isEmpty)
  }

  @Test func `takes the pasted address instead`() async throws {
    let running = RunningFlow(clientWithoutService(token))
    let state = try state(try await running.page())
    let address = "http://localhost:\(running.port)/callback?code=c&state="

    running.flow.submit("nonsense")
    #expect(await running.next() == .rejected(Problem(.signIn, .notACallback)))
    running.flow.submit(address + "old")
    #expect(await running.next() == .rejected(Problem(.signIn, .stateMismatch)))
    running.flow.submit(address + state)
    #expect(await running.next() == .exchanging)
    #expect(try await running.result().get().token == Secret("t"))
    #expect(isFree(running.port))
  }

  @Test func `says that the port is taken and goes on with codes`() async throws {
    let (socket, port) = listen(on: 0)
    defer { close(socket) }
    let running = RunningFlow(clientWithoutService(token), port: port)
    #expect(await running.next() == .portBusy(port))
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

  @Test func `exchanges each code with its own redirect, also after switching`() async throws {
    let running = RunningFlow(clientWithoutService(token))
    let state = try state(try await running.page())
    running.flow.switchToOutOfBand()
    guard case .waiting(_, true)? = await running.next() else {
      Issue.record("no page with a code")
      return
    }
    #expect(try await hit(running.port, "/callback?code=c&state=\(state)").status == 200)
    _ = await running.result()
    let form = String(decoding: token.requests.first?.body ?? [], as: UTF8.self)
    #expect(form.contains("redirect_uri=http%3A%2F%2Flocalhost"))
  }

  @Test func `leaves no descriptor behind`() async throws {
    func once() async throws {
      let running = RunningFlow(clientWithoutService(token))
      _ = try await running.page()
      running.cancel()
      _ = await running.result()
    }
    try await once()
    // FlyingFox's own pool would leave one each time; other tests open and leave a few meanwhile.
    func eventDescriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?
          .contains("eventfd") ?? false
      }
    }
    let before = try eventDescriptors()
    for _ in 0..<100 { try await once() }
    #expect(try eventDescriptors() < before + 100)
  }

  @Test func `hands failures of the exchange on, without secrets in them`() async throws {
    let transport = ScriptedTransport(#"{"error":"invalid_grant"}"#, status: 400)
    let running = RunningFlow(clientWithoutService(transport))
    let state = try state(try await running.page())
    running.flow.submit("http://localhost:\(running.port)/callback?code=hush&state=\(state)")
    let result = await running.result()
    #expect(result == .failure(Problem(.signIn, .invalidGrant)))
    #expect(!"\(result)".contains("hush"))
  }
}

import DemoControl
import DemoServer
import EffectHandling
import HTTP
import Model
import Platform
import Testing

@testable import Accounts
@testable import ServiceAPI
@testable import VK

/// Both ways of signing in, with the demo service and a scripted browser.
@Suite(.serialized, .timeLimit(.hang)) struct `Signing in at VK's demo` {
  /// A sign-in and the objects its browser needs.
  private struct World {
    let lent: DemoServers.Lent
    let transport: ImpatientTransport
    let configuration: VKConfiguration

    func client(now: @escaping @Sendable () -> Double = DemoServerOptions.clock) throws -> VKSignIn
    {
      try #require(
        VKSignIn(configuration, key: .demo(of: .vk), transport: transport, now: now)
      )
    }

    /// Opens the login page and presses a button; returns the resulting response.
    func press(_ button: String, on page: WebPage, more: String = "") async throws -> HTTPResponse {
      let login = try await transport.data(HTTPRequest(.get, page.text + more))
      let html = String(decoding: login.body, as: UTF8.self)
      let form = try #require(LoginForm(html: html, at: login.url))
      var fields = form.fields
      if button == "Cancel" { fields["_method"] = "delete" }
      return try await transport.data(.form(fields, to: form.action, followsRedirects: true))
    }

    func source(_ session: SessionHolder, _ credentials: TestCredentialStore) throws -> VKSource {
      let connection = ServiceConnection(
        transport: transport,
        session: { session.current },
        log: LogLines().logger
      ).renewing(try client(), credentials: credentials, session: session, lockPath: nil)
      return VKSource(configuration, connection)
    }
  }

  private func run(
    _ way: VKConfiguration.SignIn,
    redirect: Int? = nil,
    _ body: (World) async throws -> Void
  ) async throws {
    try await DemoServers.shared.lend { lent in
      let transport = ImpatientTransport(CurlTransport(configuration: .forTests))
      var configuration = VKConfiguration.demo(baseURL: lent.address.baseURL, signIn: way)
      configuration.redirectURI = redirect.map { "http://localhost:\($0)/vk/done" }
      do {
        try await body(World(lent: lent, transport: transport, configuration: configuration))
      } catch {
        await transport.shutdown()
        throw error
      }
      await transport.shutdown()
    }
  }

  private func flow(_ world: World, port: Int) throws -> RunningSignIn {
    RunningSignIn(try world.client(), port: port)
  }

  // MARK: VK ID

  @Test func `VK ID returns through the browser with a session that is renewed`() async throws {
    try await run(.vkID) { world in
      let (running, page) = try await RunningSignIn.listening(try world.client())
      let answer = try await world.press("Login", on: page)
      #expect(String(decoding: answer.body, as: UTF8.self).contains("received"))
      let session = try await running.result().get()
      #expect(session.username == "id1000001" && session.key == .demo(of: .vk))
      let left = try #require(session.expires) - DemoServerOptions.clock()
      #expect((2900...3000).contains(left))
      let new = try await world.client().renewed(session)
      #expect(new.token != session.token && new.renewal?.token != session.renewal?.token)
      #expect(new.renewal?.device == session.renewal?.device && new.username == "id1000001")
      // A refresh token can be used once.
      let client = try world.client()
      let again = await problem { () throws(Problem) in try await client.renewed(session) }
      #expect(again == Problem(.session, .unauthorized))
    }
  }

  @Test func `parameters may be in one payload`() async throws {
    try await run(.vkID) { world in
      let (running, page) = try await RunningSignIn.listening(try world.client())
      _ = try await world.press("Login", on: page, more: "&payload=1")
      #expect(try await running.result().get().username == "id1000001")
    }
  }

  @Test func `sign-in ends if the user refuses`() async throws {
    try await run(.vkID) { world in
      let (running, page) = try await RunningSignIn.listening(try world.client())
      let answer = try await world.press("Cancel", on: page)
      #expect(String(decoding: answer.body, as: UTF8.self).contains("declined"))
      #expect(await running.result() == .failure(Problem(.signIn, .accessDenied)))
      #expect(world.lent.server.calls(of: .token) == 0)
    }
  }

  @Test func `a pasted URL is accepted, after one of another sign-in`() async throws {
    try await run(.vkID) { world in
      let (running, page) = try await RunningSignIn.listening(try world.client())
      let redirect = try #require(WebAddress(page.text)?.query["redirect_uri"])
      running.flow.submit(redirect + "?code=c&state=other&device_id=d")
      #expect(await running.next() == .rejected(Problem(.signIn, .stateMismatch)))
      let state = try #require(WebAddress(page.text)?.query["state"])
      running.flow.submit(redirect + "?code=wrong&state=\(state)&device_id=demo-device-1")
      #expect(await running.next() == .exchanging)
      #expect(await running.next() == .rejected(Problem(.signIn, .invalidGrant)))
      running.cancel()
      _ = await running.result()
    }
  }

  @Test(
    arguments: [
      ("refuse=1@token", Problem.Cause.invalidGrant), ("refuse=2@token", .refused(.tooFast)),
      ("refuse=3@token", .server(status: 503)), ("status=502@token", .server(status: 502)),
      ("html@token", .htmlInsteadOfData(host: "127.0.0.1")),
      ("invalid-json@token", .malformedAnswer), ("cut@token", .connectionLost(host: "127.0.0.1")),
      ("refuse=1@authorize", .refused(.signInClosed)),
      ("refuse=2@authorize", .refused(.application)),
    ]
  )
  func `a failure of VK is reported, and the next sign-in works`(
    fault: String,
    cause: Problem.Cause
  ) async throws {
    try await run(.vkID) { world in
      world.lent.server.setFaults(DemoFaults([try Fault(fault)]))
      let client = try world.client()
      let error = await problem { () throws(Problem) in try await client.signInWithoutBrowser() }
      #expect(error == Problem(.signIn, cause))
      world.lent.server.setFaults(.none)
      #expect(try await client.signInWithoutBrowser().key == .demo(of: .vk))
    }
  }

  @Test func `signing out revokes the token at VK`() async throws {
    try await run(.vkID) { world in
      let client = try world.client()
      let session = SessionHolder()
      session.current = try await client.signInWithoutBrowser()
      let kept = try #require(session.current)
      let source = try world.source(session, TestCredentialStore([]))
      _ = try await source.me()
      try await client.signOut(kept)
      let twice = await problem { () throws(Problem) in try await client.signOut(kept) }
      #expect(twice == Problem(.signOut, .unauthorized))
    }
  }

  // MARK: The implicit flow

  @Test func `the pasted URL of the blank page is accepted`() async throws {
    try await run(.implicit) { world in
      let running = try flow(world, port: 0)
      guard case .waitingForAddress(let page)? = await running.next() else {
        Issue.record("no page to open")
        return running.cancel()
      }
      #expect(page.text.contains("response_type=token") && page.text.contains("scope=65540"))
      // In the fragment, which only browsers see.
      let state = try #require(WebAddress(page.text)?.query["state"])
      let token = "vk1.a." + String(repeating: "x", count: 64)
      let blank = world.configuration.oauthURL + "/blank.html"
      running.flow.submit(blank + "#access_token=\(token)&expires_in=0&user_id=7&state=\(state)")
      let session = try await running.result().get()
      #expect(session.token == Secret(token) && session.username == "id7")
      #expect(session.expires == nil && session.renewal == nil)
    }
  }

  @Test func `our own page posts the fragment`() async throws {
    let port = FreePort.any()
    try await run(.implicit, redirect: port) { world in
      let running = try flow(world, port: 0)
      guard case .waiting(let page, false)? = await running.next() else {
        Issue.record("nobody listens")
        return running.cancel()
      }
      let redirect = try #require(WebAddress(page.text)?.query["redirect_uri"])
      let state = try #require(WebAddress(page.text)?.query["state"])
      let relay = try await world.transport.data(HTTPRequest(.get, redirect))
      let html = String(decoding: relay.body, as: UTF8.self)
      #expect(html.contains("location.hash") && html.contains("replaceState"))
      let policy = try #require(relay.header("Content-Security-Policy"))
      #expect(policy.contains("script-src 'nonce-") && policy.contains("form-action 'self'"))
      let token = "vk1.a." + String(repeating: "x", count: 64)
      let answer = "access_token=\(token)&expires_in=86400&user_id=7&state=\(state)"
      let form = try #require(LoginForm(html: html, at: redirect))
      // Another page has another origin.
      for origin in ["http://evil.example", "null", ""] {
        let refused = try await post(answer, to: form, origin: origin, world)
        #expect(refused.status == 403)
      }
      let long = try await post(String(repeating: "a", count: 20_000), to: form, world)
      #expect(long.status == 413)
      let done = try await post(answer, to: form, world)
      #expect(String(decoding: done.body, as: UTF8.self).contains("received"))
      let session = try await running.result().get()
      #expect(session.token == Secret(token))
      let left = try #require(session.expires) - DemoServerOptions.clock()
      #expect((85_700...85_800).contains(left))
    }
  }

  private func post(
    _ answer: String,
    to form: LoginForm,
    origin: String? = nil,
    _ world: World
  ) async throws -> HTTPResponse {
    var fields = form.fields
    fields["answer"] = answer
    var request = HTTPRequest.form(fields, to: form.action, followsRedirects: true)
    let own = WebAddress(form.action)?.origin ?? ""
    request.headers.append(HTTPHeader("Origin", origin ?? own))
    return try await world.transport.data(request)
  }

  // MARK: Sessions

  @Test func `a session is renewed before its end, once for all requests`() async throws {
    try await run(.vkID) { world in
      var old = try await world.client().signInWithoutBrowser()
      old.expires = DemoServerOptions.clock() - 1
      let session = SessionHolder()
      session.current = old
      let credentials = TestCredentialStore([old])
      let source = try world.source(session, credentials)
      let tokens = world.lent.server.calls(of: .token)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { _ = try await source.me() } }
        try await group.waitForAll()
      }
      #expect(world.lent.server.calls(of: .token) == tokens + 1)
      #expect(session.current?.token != old.token && credentials.vk == session.current)
    }
  }

  @Test func `a refused session is renewed, and only once`() async throws {
    try await run(.vkID) { world in
      let old = try await world.client().signInWithoutBrowser()
      let session = SessionHolder()
      session.current = old
      let credentials = TestCredentialStore([old])
      let source = try world.source(session, credentials)
      world.lent.server.setFaults(DemoFaults([try Fault("refuse=5@user*1")]))
      #expect(try await source.me().name == "Demo Visitor")
      #expect(credentials.vk?.token != old.token)
      world.lent.server.setFaults(DemoFaults([try Fault("refuse=5@user")]))
      let tokens = world.lent.server.calls(of: .token)
      let error = await problem { () throws(Problem) in try await source.me() }
      #expect(error == Problem(.profile, .unauthorized))
      #expect(world.lent.server.calls(of: .token) == tokens + 1)
    }
  }

  @Test func `a session renewed by another program is used`() async throws {
    try await run(.vkID) { world in
      let old = try await world.client().signInWithoutBrowser()
      let credentials = TestCredentialStore([old])
      let folder = try TemporaryFolder()
      let windows = try (0..<2).map { _ in
        let session = SessionHolder()
        session.current = old
        return (
          session,
          SessionRenewal(
            try world.client(),
            credentials: credentials,
            session: session,
            lockPath: folder.path + "/renewal.lock"
          )
        )
      }
      let tokens = world.lent.server.calls(of: .token)
      async let first = windows[0].1.renewed(old)
      async let second = windows[1].1.renewed(old)
      let (one, other) = try await (first, second)
      // Its end would remove the lock's file.
      withExtendedLifetime(folder) {}
      #expect(one == other && credentials.vk == one)
      #expect(world.lent.server.calls(of: .token) == tokens + 1)
    }
  }

  @Test func `a session renewed by another program is read from the keyring`() async throws {
    try await run(.vkID) { world in
      let key = SessionKey(service: .vk, baseURL: world.configuration.apiURL)
      let client = try #require(
        VKSignIn(
          world.configuration,
          key: key,
          transport: world.transport,
          now: DemoServerOptions.clock
        )
      )
      let folder = try TemporaryFolder()
      let keyring = MemoryKeyring()
      let stores = (0..<2).map { _ in
        SessionStore(
          file: FileCredentialStore(path: folder.path + "/credentials.json"),
          keyring: keyring,
          location: .auto,
          lockPath: folder.path + "/credentials.lock",
          log: LogLines().logger
        )
      }
      let old = try await client.signInWithoutBrowser()
      try await stores[0].save(old)
      let tokens = world.lent.server.calls(of: .token)
      var windows: [SessionRenewal] = []
      for store in stores {
        let session = SessionHolder()
        session.current = try store.sessionWithoutKeyring(for: key)
        #expect(try await session.complete(from: store) == old)
        windows.append(
          SessionRenewal(
            client,
            credentials: store,
            session: session,
            lockPath: folder.path + "/renewal.lock"
          )
        )
      }
      let (window, neighbour) = (windows[0], windows[1])
      async let first = window.renewed(old)
      async let second = neighbour.renewed(old)
      let (one, other) = try await (first, second)
      #expect(one == other && one?.token != old.token)
      #expect(world.lent.server.calls(of: .token) == tokens + 1)
      #expect(try await stores[1].session(for: key) == one)
      #expect(try folder.text(of: "credentials.json").contains("\"token\"") == false)
    }
  }

  @Test func `a session that can't be renewed ends`() async throws {
    try await run(.implicit) { world in
      let session = SessionHolder()
      session.current = Session(
        service: .vk,
        baseURL: "demo",
        token: Secret("t"),
        expires: DemoServerOptions.clock() - 1
      )
      let source = try world.source(session, TestCredentialStore([]))
      let error = await problem { () throws(Problem) in try await source.me() }
      #expect(error == Problem(.profile, .refused(.sessionExpired)))
      #expect(world.lent.server.calls(of: .user) == 0)
    }
  }
}

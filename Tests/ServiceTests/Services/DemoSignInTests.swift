import DemoServer
import HTTP
import Model
import Platform
import Testing

@testable import Services

@Suite(.serialized, .timeLimit(.minutes(5))) struct `Signing in at the demo service` {
  private let pages = CallbackPages(
    standard: .init(language: "en", title: "t", done: "done", refused: "refused", failed: "failed")
  )

  /// Opens the login page and presses a button, as a person would; the answer is where that led.
  private func press(
    _ button: String,
    on page: String,
    _ world: DemoWorld
  ) async throws -> HTTPResponse {
    let login = try await world.transport.data(HTTPRequest(.get, page))
    let html = String(decoding: login.body, as: UTF8.self)
    var form = try #require(LoginForm(html: html, at: login.url)).fields
    if button == "Cancel" { form["_method"] = "delete" }
    return try await world.transport.data(
      .form(form, to: world.configuration.webURL + "/oauth/authorize")
    )
  }

  /// Runs a sign-in whose events drive `act`, and returns how it ended.
  private func signIn(
    _ world: DemoWorld,
    port: Int,
    act: @escaping @Sendable (SignInFlow, SignInEvent) async throws -> Void
  ) async throws -> Result<Session, Problem> {
    let flow = SignInFlow(client: try world.client, port: port, pages: pages)
    let (events, event) = AsyncStream.makeStream(of: SignInEvent.self)
    async let result = flow.run { event.yield($0) }
    let acting = Task { for await event in events { try await act(flow, event) } }
    let ended = await result
    event.finish()
    try await acting.value
    return ended
  }

  @Test func `comes back through the browser with a session that works`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      let result = try await signIn(world, port: freePort()) { _, event in
        guard case .waiting(let url, false) = event else { return }
        let answer = try await press("Login", on: url.text, world)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("done"))
      }
      let session = try result.get()
      world.session.withLock { $0 = session }
      #expect(try await world.service.me().username == session.username)
    }
  }

  @Test func `ends with the person's refusal`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      let result = try await signIn(world, port: freePort()) { _, event in
        guard case .waiting(let url, false) = event else { return }
        let answer = try await press("Cancel", on: url.text, world)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("refused"))
      }
      #expect(result == .failure(Problem(.signIn, .accessDenied)))
      #expect(world.server.calls(of: .token) == 0)
    }
  }

  @Test func `takes the code the service shows for copying`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      let result = try await signIn(world, port: freePort()) { flow, event in
        switch event {
        case .waiting(_, false): flow.switchToOutOfBand()
        case .waiting(let url, true):
          let page = try await press("Login", on: url.text, world)
          flow.submit(try #require(WebAddress(page.url)?.query["code"]))
        default: break
        }
      }
      #expect(try result.get().key == .demo)
    }
  }

  @Test(
    arguments: [
      ("bot-wall", Problem.Cause.htmlInsteadOfData(host: "127.0.0.1")),
      ("status=500@token", .server(status: 500)),
      ("invalid-json@token", .malformedAnswer),
      ("cut@token", .connectionLost(host: "127.0.0.1")),
    ]
  )
  func `tells what the token endpoint did, and works again after`(
    fault: String,
    cause: Problem.Cause
  ) async throws {
    try await DemoWorld.run(signedIn: false) { world in
      try world.setFault(fault)
      let client = try world.client
      let error = await problem { () throws(Problem) in try await client.signInWithoutBrowser() }
      #expect(error == Problem(.signIn, cause))
      world.server.setFaults(.none)
      #expect(try await client.signInWithoutBrowser().key == .demo)
    }
  }

  @Test func `needs only the token of the answer`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      try world.setFault("bare-token")
      let session = try await world.client.signInWithoutBrowser()
      #expect(session.username == nil)
      world.session.withLock { $0 = session }
      _ = try await world.service.me()
    }
  }

  @Test func `uses a code once, with its own redirect`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      let client = try world.client
      let oob = SignInAttempt.outOfBandRedirect
      let page = try await press(
        "Login",
        on: client.loginPage(redirect: oob, state: nil).text,
        world
      )
      let code = Secret(try #require(WebAddress(page.url)?.query["code"]))
      let wrong = await problem { () throws(Problem) in
        try await client.exchange(code, redirect: "http://localhost:1/callback")
      }
      #expect(wrong == Problem(.signIn, .invalidGrant))

      let second = try await press(
        "Login",
        on: client.loginPage(redirect: oob, state: nil).text,
        world
      )
      let fresh = Secret(try #require(WebAddress(second.url)?.query["code"]))
      _ = try await client.exchange(fresh, redirect: oob)
      let used = await problem { () throws(Problem) in
        try await client.exchange(fresh, redirect: oob)
      }
      #expect(used == Problem(.signIn, .invalidGrant))
    }
  }

  @Test func `is refused with keys the service does not know`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      var configuration = world.configuration
      configuration.secretKey = Secret("wrong")
      let client = try #require(
        OAuthClient(configuration, key: .demo, transport: world.transport)
      )
      let error = await problem { () throws(Problem) in try await client.signInWithoutBrowser() }
      #expect(error == Problem(.signIn, .invalidClient))
    }
  }
}

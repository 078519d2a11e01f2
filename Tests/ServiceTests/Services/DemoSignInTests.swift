import DemoControl
import DemoServer
import HTTP
import Model
import Platform
import Testing

@testable import Accounts
@testable import Unsplash

@Suite(.serialized, .timeLimit(.hang)) struct `Signing in at the demo service` {
  /// Opens the login page and presses a button, like a user; returns the resulting response.
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
      .form(form, to: world.configuration.webURL + "/oauth/authorize", followsRedirects: true)
    )
  }

  /// Runs a sign-in whose events drive `act`, and returns its result.
  private func signIn(
    _ world: DemoWorld,
    act: @escaping @Sendable (SignInFlow, SignInEvent) async throws -> Void
  ) async throws -> Result<Session, Problem> {
    let (running, page) = try await RunningSignIn.listening(try world.client)
    let acting = Task {
      try await act(running.flow, .waiting(url: page, isOutOfBand: false))
      while let event = await running.next() { try await act(running.flow, event) }
    }
    let ended = await running.result()
    try await acting.value
    return ended
  }

  @Test func `sign-in returns through the browser with a valid session`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      let result = try await signIn(world) { _, event in
        guard case .waiting(let url, false) = event else { return }
        let answer = try await press("Login", on: url.text, world)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("received"))
      }
      let session = try result.get()
      world.session.withLock { $0 = session }
      #expect(try await world.service.me().username == session.username)
    }
  }

  @Test func `sign-in ends if the user refuses`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      let result = try await signIn(world) { _, event in
        guard case .waiting(let url, false) = event else { return }
        let answer = try await press("Cancel", on: url.text, world)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("declined"))
      }
      #expect(result == .failure(Problem(.signIn, .accessDenied)))
      #expect(world.server.calls(of: .token) == 0)
    }
  }

  @Test func `the code that the service shows for copying is accepted`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      let result = try await signIn(world) { flow, event in
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
  func `a failure of the token endpoint is reported, and the next sign-in works`(
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

  @Test func `only the token of the response is required`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      try world.setFault("bare-token")
      let session = try await world.client.signInWithoutBrowser()
      #expect(session.username == nil)
      world.session.withLock { $0 = session }
      _ = try await world.service.me()
    }
  }

  @Test func `a code is used once, with its own redirect and verifier`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      let client = try world.client
      let oob = SignInAttempt.outOfBandRedirect
      let proof = client.makeProofKey()
      func freshCode() async throws -> Secret {
        let login = client.loginPage(redirect: oob, state: nil, proof: proof)
        let page = try await press("Login", on: login.text, world)
        return Secret(try #require(WebAddress(page.url)?.query["code"]))
      }
      func refusal(_ code: Secret, redirect: String, _ proof: ProofKey?) async -> Problem.Cause? {
        await problem { () throws(Problem) in
          try await client.exchange(code, redirect: redirect, proof: proof)
        }?.cause
      }
      let first = try await freshCode()
      let elsewhere = "http://localhost:1/callback"
      #expect(await refusal(first, redirect: elsewhere, proof) == .invalidGrant)

      let code = try await freshCode()
      #expect(await refusal(code, redirect: oob, ProofKey()) == .invalidGrant)
      let missing = "Missing required parameter: code_verifier."
      #expect(await refusal(code, redirect: oob, nil) == .signInFailed(message: missing))
      _ = try await client.exchange(code, redirect: oob, proof: proof)
      #expect(await refusal(code, redirect: oob, proof) == .invalidGrant)
    }
  }

  @Test func `keys unknown to the service are refused`() async throws {
    try await DemoWorld.run(signedIn: false) { world in
      var configuration = world.configuration
      configuration.secretKey = Secret("wrong")
      let client = try #require(
        OAuthClient(configuration.application, key: .demo, transport: world.transport)
      )
      let error = await problem { () throws(Problem) in try await client.signInWithoutBrowser() }
      #expect(error == Problem(.signIn, .invalidClient))
    }
  }
}

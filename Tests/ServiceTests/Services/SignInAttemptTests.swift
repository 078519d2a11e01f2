import HTTP
import Model
import Testing

@testable import Accounts
@testable import ServiceAPI
@testable import Unsplash

@Suite struct `A response through the browser` {
  private let attempt = SignInAttempt(port: 7436, state: "st&te")

  private func judge(_ query: String) -> SignInCallback {
    attempt.judge(URLQuery(parsing: query))
  }

  @Test func `a response with the request's state is accepted`() {
    #expect(
      judge("code=a%2Bb&state=st%26te")
        == .answer(.code(Secret("a+b"), redirect: "http://localhost:7436/callback"))
    )
  }

  @Test(
    arguments: [
      "code=a", "code=a&state=", "code=a&state=other", "code=a&state=st%26tE", "code=a&state=st%26",
      "code=a&state=x&state=st%26te", "error=x&state=other", "error=access_denied", "error=x",
      "error=x&error_description=Call+us",
    ]
  )
  func `a response with another state or none is refused`(query: String) {
    #expect(judge(query) == .foreign)
  }

  @Test(
    arguments: [
      "", "state=st%26te", "code=&state=st%26te", "favicon", "code=a%0Ab&state=st%26te",
      "code=\(String(repeating: "a", count: 2049))&state=st%26te",
    ]
  )
  func `a response needs a code or an error`(query: String) {
    #expect(judge(query) == .nothing)
  }

  @Test func `a response may be a refusal`() {
    #expect(judge("error=access_denied&state=st%26te") == .answer(.failure(.accessDenied)))
    #expect(
      judge("error=invalid_scope&error_description=No+such&state=st%26te")
        == .answer(.failure(.signInFailed(message: "No such")))
    )
    #expect(
      judge("error=x&code=a&state=st%26te") == .answer(.failure(.signInFailed(message: "x")))
    )
    let long = String(repeating: "a", count: 201)
    #expect(
      judge("error=\(long)&state=st%26te")
        == .answer(.failure(.signInFailed(message: String(long.dropLast()))))
    )
  }

  @Test func `the state can't be guessed`() {
    let states = Set((0..<100).map { _ in SignInAttempt(port: 1).state })
    #expect(states.count == 100)
    #expect(states.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) })
  }
}

@Suite struct `A pasted response` {
  private var attempt = SignInAttempt(port: 7436, state: "state")

  @Test(
    arguments: [
      "http://localhost:7436/callback?code=a&state=state",
      "  http://localhost:7436/call\nback?code=a&state=state \n",
      "localhost:7436/callback?code=a&state=state",
      "http://127.0.0.1:7436/callback?state=state&code=a#x",
      "http://[::1]:7436/callback?code=a&state=state",
    ]
  )
  func `the complete URL is accepted`(text: String) {
    #expect(
      attempt.judge(paste: text)
        == .answer(.code(Secret("a"), redirect: "http://localhost:7436/callback"))
    )
  }

  @Test func `a refusal ends the attempt`() {
    let text = "http://localhost:7436/callback?error=access_denied&state=state"
    #expect(attempt.judge(paste: text) == .answer(.failure(.accessDenied)))
  }

  @Test func `another attempt's URL is reported, and changes nothing`() {
    let text = "http://localhost:7436/callback?code=a&state=old"
    #expect(attempt.judge(paste: text) == .rejected(.stateMismatch))
  }

  @Test(
    arguments: [
      "", "hello world", "a-code", "https://localhost:7436/",
      "http://localhost:7437/callback?code=a",
      "http://example.org:7436/callback?code=a&state=state", "http://localhost:7436/callback",
      "http://localhost:7436/other?code=a&state=state",
      "https://unsplash.com/oauth/authorize/native?code=a",
      "http://localhost:7436/callback?code=a&state=state" + String(repeating: "&", count: 8192),
    ]
  )
  func `anything else is rejected`(text: String) {
    #expect(attempt.judge(paste: text) == .rejected(.notACallback))
  }

  @Test(
    arguments: [
      ("c0-de_X", "c0-de_X"), (" c0de\n", "c0de"),
      ("https://unsplash.com/oauth/authorize/native?code=c%2D1", "c-1"),
      ("unsplash.com/oauth/authorize/native?code=c1", "c1"),
    ]
  )
  func `a copied code is accepted if codes are shown`(text: String, code: String) {
    var attempt = attempt
    attempt.isOutOfBand = true
    #expect(
      attempt.judge(paste: text)
        == .answer(.code(Secret(code), redirect: "urn:ietf:wg:oauth:2.0:oob"))
    )
  }

  @Test func `a complete URL keeps its own redirect if codes are shown`() {
    var attempt = attempt
    attempt.isOutOfBand = true
    #expect(
      attempt.judge(paste: "http://localhost:7436/callback?code=a&state=state")
        == .answer(.code(Secret("a"), redirect: "http://localhost:7436/callback"))
    )
    #expect(attempt.judge(paste: "with.dots") == .rejected(.notACallback))
    #expect(attempt.judge(paste: String(repeating: "a", count: 513)) == .rejected(.notACallback))
  }
}

@Suite struct `The page after signing in` {
  private let pages = CallbackPages(
    standard: .plain("en"),
    others: [
      .init(language: "ru") { _ in CallbackPages.Page(title: "Т<1>", text: "готово & всё") }
    ]
  )

  @Test(
    arguments: [
      (nil, "en"), ("", "en"), ("ru-RU,ru;q=0.9,en;q=0.8", "ru"), ("fr, de", "en"),
      ("en-GB;q=0.3, ru;q=0.5", "ru"), ("ru;q=0, en;q=0.1", "en"), ("RU", "ru"), ("ru;q=x", "en"),
    ]
  )
  func `the page has the browser's language`(header: String?, language: String) {
    let html = pages.html(.received, acceptLanguage: header)
    #expect(html.contains("<html lang=\"\(language)\">"))
  }

  @Test(arguments: CallbackPages.Outcome.allCases)
  func `the page shows the result as escaped text`(outcome: CallbackPages.Outcome) {
    #expect(pages.html(outcome, acceptLanguage: nil).contains("<h1>t</h1><p>\(outcome)</p>"))
    #expect(
      pages.html(outcome, acceptLanguage: "ru").contains(
        "<h1>Т&lt;1&gt;</h1><p>готово &amp; всё</p>"
      )
    )
  }
}

@Suite struct `A login form` {
  @Test func `the form is the first that posts, with its hidden fields and first button`() throws {
    let html = """
      <form method="get"><input name="q" value="1"></form>
      <FORM id=login action="/oauth/authorize" method='POST'>
      <input type="hidden" name="a" value="x &amp; &quot;y&quot; > z"/><input type=hidden name=b \
      value=2>
      <input type="submit" name="commit" value="Login"><button name="other" value="1">Cancel\
      </button>
      </form><form method="post"><input name="c"></form>
      """
    let form = try #require(LoginForm(html: html, at: "http://127.0.0.1:80/oauth/page?x=1"))
    #expect(form.action == "http://127.0.0.1/oauth/authorize")
    #expect(
      form.fields == URLQuery(["a": "x & \"y\" > z", "b": "2", "commit": "Login"])
    )
  }

  @Test(arguments: ["", "<form>", "<p>form method=post</p>", "<form method='get", "<", "<form ="])
  func `a form may be missing`(html: String) {
    #expect(LoginForm(html: html, at: "http://127.0.0.1/") == nil)
  }
}

@Suite struct `Exchanging a code` {
  private func client(_ transport: any HTTPTransport, now: Double = 0) -> OAuthClient {
    var configuration = UnsplashConfiguration()
    configuration.webURL = "https://site.example"
    configuration.apiURL = "https://api.example"
    configuration.accessKey = Secret("ak")
    configuration.secretKey = Secret("s&k")
    return OAuthClient(
      configuration.application,
      key: configuration.sessionKey,
      transport: transport,
      now: { now }
    )!
  }

  private func problem(_ transport: ScriptedTransport) async -> Problem? {
    await ServiceTests.problem { () throws(Problem) in
      try await client(transport).exchange(Secret("c"), redirect: "r", proof: nil)
    }
  }

  @Test func `a code is sent once, in a form`() async throws {
    let transport = ScriptedTransport(#"{"access_token":"t"}"#)
    let session = try await client(transport)
      .exchange(Secret("c d"), redirect: "http://l/c", proof: nil)
    let request = try #require(transport.requests.first)
    #expect(request.url == "https://site.example/oauth/token")
    #expect(request.method == .post && !request.retries && request.authorization == nil)
    #expect(!request.followsRedirects)
    #expect(
      request.headers.contains(HTTPHeader("Content-Type", "application/x-www-form-urlencoded"))
    )
    #expect(
      String(decoding: request.body ?? [], as: UTF8.self)
        == "client_id=ak&client_secret=s%26k&redirect_uri=http%3A%2F%2Fl%2Fc&code=c%20d"
        + "&grant_type=authorization_code"
    )
    #expect(
      session
        == Session(service: "unsplash", baseURL: "https://api.example", token: Secret("t"))
    )
  }

  @Test func `further parameters of the response are kept`() async throws {
    let body = """
      {"access_token":"t","token_type":"bearer","created_at":1000,"expires_in":7200,
       "user_id":5,"username":"ada","refresh_token":null}
      """
    let session = try await client(ScriptedTransport(body))
      .exchange(Secret("c"), redirect: "r", proof: nil)
    #expect(session.username == "ada")
    #expect(session.expires == 8200)
  }

  @Test func `without a time of creation, the lifetime begins with the response`() async throws {
    let body = #"{"access_token":"t","expires_in":7200}"#
    let session = try await client(ScriptedTransport(body), now: 500)
      .exchange(Secret("c"), redirect: "r", proof: nil)
    #expect(session.expires == 7700)
  }

  @Test(
    arguments: [
      (401, #"{"error":"invalid_client","error_description":"d"}"#, Problem.Cause.invalidClient),
      (400, #"{"error":"invalid_grant"}"#, .invalidGrant),
      (401, #"{"error":"invalid_grant"}"#, .invalidGrant),
      (400, #"{"error":"invalid_request","error_description":"d"}"#, .signInFailed(message: "d")),
      (200, "<!doctype html>", .htmlInsteadOfData(host: "site.example")),
      (403, "<html>", .htmlInsteadOfData(host: "site.example")),
      (503, "<html>", .server(status: 503)), (429, "", .tooManyRequests(minutes: nil)),
      (404, "", .notFound), (418, "", .unexpectedStatus(418)),
      (302, #"{"access_token":"t"}"#, .unexpectedStatus(302)),
      (200, "", .malformedAnswer), (200, #"{"access_token":""}"#, .malformedAnswer),
      (200, #"{"token":"t"}"#, .malformedAnswer),
    ]
  )
  func `a refusal has its cause`(status: Int, body: String, cause: Problem.Cause) async {
    #expect(
      await problem(ScriptedTransport(body, status: status, headers: [])) == Problem(.signIn, cause)
    )
  }

  @Test func `both keys are required`() {
    var configuration = UnsplashConfiguration()
    configuration.accessKey = Secret("a")
    #expect(
      OAuthClient(configuration.application, key: .demo, transport: ScriptedTransport("")) == nil
    )
  }

  @Test func `the login page has all required parameters`() throws {
    let client = client(ScriptedTransport(""))
    let url = client.loginPage(
      redirect: "http://localhost:1/callback",
      state: "x&y",
      proof: nil
    )
    #expect(
      url.text == "https://site.example/oauth/authorize?client_id=ak"
        + "&redirect_uri=http%3A%2F%2Flocalhost%3A1%2Fcallback&response_type=code"
        + "&scope=public%20read_user%20write_likes&state=x%26y"
    )
    #expect(!client.loginPage(redirect: "urn:x", state: nil, proof: nil).text.contains("state"))
  }

  /// RFC 7636, appendix B.
  private let proof = ProofKey(verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))

  @Test func `the verifier matches the challenge`() async throws {
    let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    #expect(proof.challenge == challenge)
    let transport = ScriptedTransport(#"{"access_token":"t"}"#)
    let client = client(transport)
    #expect(
      client.loginPage(redirect: "r", state: nil, proof: proof).text
        .hasSuffix("&code_challenge=\(challenge)&code_challenge_method=S256")
    )
    _ = try await client.exchange(Secret("c"), redirect: "r", proof: proof)
    let form = String(decoding: transport.requests.first?.body ?? [], as: UTF8.self)
    #expect(form.hasSuffix("&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
  }

  @Test func `the verifier is sent only if the service accepts it`() throws {
    #expect(client(ScriptedTransport("")).makeProofKey() == nil)
    let keys = try (0..<100).map { _ in
      try #require(try OAuthClient.withoutService(ScriptedTransport("")).makeProofKey())
    }
    #expect(Set(keys.map(\.verifier.exposed)).count == 100)
    #expect(keys.allSatisfy { $0.verifier.exposed.count == 43 && $0.challenge.count == 43 })
  }
}

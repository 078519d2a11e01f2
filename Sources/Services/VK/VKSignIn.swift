import Accounts
import FoundationEssentials
import HTTP
import Model
import ServiceAPI

/// The sign-in at VK: VK ID, or the older implicit flow, whose response is the token itself.
///
/// VK ID is OAuth 2.1 with PKCE and a device ID. Access tokens live for an hour. A refresh token
/// can be exchanged once for a new pair. See https://id.vk.com, "Authorization without SDK".
struct VKSignIn: DemoSignIn, RenewingSignIn, SignOutSource {
  /// The time before a token's expiry when it is no longer used, in seconds.
  private static let expiryMargin = 600.0

  let configuration: VKConfiguration
  private let appID: Int
  private let authorize: WebPage
  private let key: SessionKey
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Double

  /// Creates the sign-in.
  ///
  /// Returns `nil` without the application's ID, or if the login page's URL isn't permitted.
  ///
  /// - Parameters:
  ///   - key: the key of the sessions in credential stores.
  ///   - now: returns the time in seconds since 1970.
  init?(
    _ configuration: VKConfiguration,
    key: SessionKey,
    transport: any HTTPTransport,
    now: @escaping @Sendable () -> Double = { Date.now.timeIntervalSince1970 }
  ) {
    let isImplicit = configuration.way == .implicit
    let site = isImplicit ? configuration.oauthURL : configuration.idURL
    guard let appID = configuration.appID, let authorize = WebPage(site + "/authorize") else {
      return nil
    }
    self.configuration = configuration
    self.appID = appID
    self.authorize = authorize
    self.key = key
    self.transport = transport
    self.now = now
  }

  var isImplicit: Bool { configuration.way == .implicit }

  func exchange(port: Int) -> any SignInExchange { exchange(redirect: redirect(port: port)) }

  private func exchange(redirect: String) -> VKExchange {
    VKExchange(
      client: self,
      answers: VKSignInResponses(
        redirect: redirect,
        isImplicit: isImplicit,
        state: SignInAttempt.randomState()
      ),
      proof: ProofKey()
    )
  }

  /// Returns the redirect URI.
  private func redirect(port: Int) -> String {
    if let own = configuration.redirectURI { return own }
    if isImplicit { return configuration.oauthURL + "/blank.html" }
    return "http://localhost:\(port)" + CallbackAddress.usualPath
  }

  /// Returns the login page to open in a browser.
  ///
  /// - Parameters:
  ///   - answers: The validation of the response, with the redirect URI and the state.
  ///   - proof: The PKCE proof for VK ID.
  func loginPage(_ answers: VKSignInResponses, proof: ProofKey) -> WebPage {
    var query = URLQuery([
      "client_id": "\(appID)", "redirect_uri": answers.redirect, "state": answers.state,
    ])
    if isImplicit {
      query["response_type"] = "token"
      query["display"] = "page"
      query["scope"] = "\(Self.photos | Self.offline)"
      query["v"] = VKSource.version
    } else {
      query["response_type"] = "code"
      query["code_challenge"] = proof.challenge
      query["code_challenge_method"] = "S256"
    }
    return authorize.adding(query: query.text)
  }

  /// The bits of the implicit flow's `scope`.
  ///
  /// `offline` requests a token that doesn't expire.
  private static let (photos, offline) = (4, 65_536)

  // MARK: Tokens

  /// Creates a session from the token of the implicit flow.
  func session(of grant: SignInGrant) -> Session {
    Session(
      service: key.service,
      baseURL: key.baseURL,
      token: grant.secret,
      username: grant.user.map { "id" + $0 },
      expires: grant.lifetime.map(end(after:))
    )
  }

  func exchange(
    _ grant: SignInGrant,
    _ answers: VKSignInResponses,
    _ proof: ProofKey
  ) async throws(Problem) -> Session {
    var form = URLQuery([
      "grant_type": "authorization_code", "code": grant.secret.exposed,
      "code_verifier": proof.verifier.exposed, "client_id": "\(appID)",
      "redirect_uri": answers.redirect, "state": answers.state,
    ])
    form["device_id"] = grant.device
    return try await token(form, state: answers.state, device: grant.device)
  }

  func renewed(_ session: Session) async throws(Problem) -> Session {
    guard let renewal = session.renewal else { throw Problem(.session, .unauthorized) }
    let state = SignInAttempt.randomState()
    var form = URLQuery([
      "grant_type": "refresh_token", "refresh_token": renewal.token.exposed,
      "client_id": "\(appID)", "state": state,
    ])
    form["device_id"] = renewal.device
    do throws(Problem) {
      var new = try await token(form, state: state, device: renewal.device)
      new.username = new.username ?? session.username
      return new
    } catch {
      throw Problem(.session, error.cause.isEndOfSession ? .unauthorized : error.cause)
    }
  }

  func signOut(_ session: Session) async throws(Problem) {
    guard !isImplicit else { return }
    let form = URLQuery(["client_id": "\(appID)", "access_token": session.token.exposed])
    _ = try await send(.form(form, to: configuration.idURL + "/oauth2/logout"), .signOut)
  }

  private func token(
    _ form: URLQuery,
    state: String,
    device: String?
  ) async throws(Problem) -> Session {
    let response = try await send(.form(form, to: configuration.idURL + "/oauth2/auth"), .signIn)
    guard !response.isHTML else {
      throw Problem(.signIn, .htmlInsteadOfData(host: response.host))
    }
    guard let answer = try? LenientJSON.decode(VKToken.self, from: response.body),
      SignInAttempt.isCode(answer.token)
    else { throw Problem(.signIn, .malformedAnswer) }
    if let returned = answer.state, !SignInAttempt.isSame(returned, state) {
      throw Problem(.signIn, .stateMismatch)
    }
    return Session(
      service: key.service,
      baseURL: key.baseURL,
      token: Secret(answer.token),
      username: answer.user.map { "id\($0)" },
      expires: answer.lifetime.flatMap { $0 > 0 ? end(after: $0) : nil },
      renewal: answer.refreshToken.map { Session.Renewal(token: Secret($0), device: device) }
    )
  }

  /// Returns the time when a token is no longer used.
  ///
  /// A short-lived token is used for at least half of its lifetime.
  private func end(after lifetime: Double) -> Double {
    now() + max(lifetime / 2, lifetime - Self.expiryMargin)
  }

  /// Sends a request; throws if the body is an error, regardless of the HTTP status.
  private func send(
    _ request: HTTPRequest,
    _ subject: Problem.Subject
  ) async throws(Problem) -> HTTPResponse {
    let response = try await transport.answer(to: request, subject)
    if let refusal = VKSignInRefusal(response.body) { throw Problem(subject, refusal.cause) }
    switch response.status {
    case 200...299: return response
    case 429: throw Problem(subject, .tooManyRequests(minutes: response.minutesToRetry()))
    case 500...599: throw Problem(subject, .server(status: response.status))
    default: throw Problem(subject, .unexpectedStatus(response.status))
    }
  }

  // MARK: Demo

  var isWithoutBrowser: Bool { !isImplicit }

  var demoExchange: any SignInExchange { exchange(redirect: configuration.webURL + "/blank.html") }

  func send(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
    try await send(request, .signIn)
  }
}

extension Problem.Cause {
  /// Whether this response to a refresh token means that the session can't be renewed.
  fileprivate var isEndOfSession: Bool {
    switch self {
    case .invalidGrant, .accessDenied, .unauthorized, .stateMismatch, .signInFailed: true
    default: false
    }
  }
}

/// One sign-in at VK.
struct VKExchange: SignInExchange {
  let client: VKSignIn
  let answers: VKSignInResponses
  let proof: ProofKey

  var callback: CallbackAddress? {
    // A page of VK's own website stays open in the browser, even if that website is on this
    // computer.
    let isOwnPage = answers.redirect.hasPrefix(client.configuration.oauthURL + "/")
    return isOwnPage ? nil : CallbackAddress(answers.redirect, isFragment: answers.isImplicit)
  }

  func loginPage(isOutOfBand: Bool) -> WebPage { client.loginPage(answers, proof: proof) }
  func judge(_ query: URLQuery) -> SignInCallback { answers.judge(query) }

  func judge(paste: String, isOutOfBand: Bool) -> SignInPaste {
    answers.judge(paste: paste)
  }

  func session(for answer: SignInResponse) async throws(Problem) -> Session {
    switch answer {
    case .grant(let grant) where answers.isImplicit: client.session(of: grant)
    case .grant(let grant): try await client.exchange(grant, answers, proof)
    case .failure(let cause): throw Problem(.signIn, cause)
    case .code: throw Problem(.signIn, .malformedAnswer)
    }
  }
}

/// The response of `/oauth2/auth`.
private struct VKToken: Decodable {
  let token: String
  let refreshToken: String?
  let lifetime: Double?
  let user: Int?
  let state: String?

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    token = try values.required("access_token")
    refreshToken = values.text("refresh_token").flatMap { SignInAttempt.isCode($0) ? $0 : nil }
    lifetime = values["expires_in"]
    user = values["user_id"]
    state = values.text("state")
  }
}

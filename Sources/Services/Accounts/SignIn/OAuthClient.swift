import FoundationEssentials
import HTTP
import Model
import ServiceAPI

/// An application registered at a service for signing in with a code (RFC 6749, 4.1).
package struct OAuthApplication: Equatable, Sendable {
  /// The URL of the login page.
  package let loginPage: String
  /// The URL that exchanges codes for tokens.
  package let tokenEndpoint: String
  package let scopes: [String]
  /// Whether the service supports PKCE, which binds a code to the sign-in that requested it.
  package let acceptsPKCE: Bool
  /// The client ID; `nil` if it isn't configured, like `secret`.
  package let id: Secret?
  package let secret: Secret?

  package init(
    loginPage: String,
    tokenEndpoint: String,
    scopes: [String],
    acceptsPKCE: Bool,
    id: Secret?,
    secret: Secret?
  ) {
    self.loginPage = loginPage
    self.tokenEndpoint = tokenEndpoint
    self.scopes = scopes
    self.acceptsPKCE = acceptsPKCE
    self.id = id
    self.secret = secret
  }

  /// Whether the client ID and the secret are configured.
  package var isComplete: Bool { id != nil && secret != nil }
}

/// The client of an OAuth 2 service: builds its login page and exchanges codes for sessions.
package struct OAuthClient: Sendable {
  private let service: OAuthApplication
  private let authorize: WebPage
  private let accessKey: Secret
  private let secretKey: Secret
  private let key: SessionKey
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Double

  /// Creates a client; `nil` if the application's keys aren't configured, or the login page's URL
  /// isn't safe to open in a browser.
  ///
  /// - Parameters:
  ///   - key: The key that sessions are stored under.
  ///   - now: Returns the time in seconds since 1970.
  package init?(
    _ application: OAuthApplication,
    key: SessionKey,
    transport: any HTTPTransport,
    now: @escaping @Sendable () -> Double = { Date.now.timeIntervalSince1970 }
  ) {
    guard let accessKey = application.id, let secretKey = application.secret,
      let authorize = WebPage(application.loginPage)
    else { return nil }
    service = application
    self.authorize = authorize
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.key = key
    self.transport = transport
    self.now = now
  }

  /// Returns the login page to open in a browser.
  ///
  /// - Parameters:
  ///   - state: The state; `nil` for the out-of-band redirect, which doesn't return it.
  ///   - proof: The PKCE proof that the code will be exchanged with.
  func loginPage(redirect: String, state: String?, proof: ProofKey?) -> WebPage {
    var query = URLQuery([
      "client_id": accessKey.exposed, "redirect_uri": redirect, "response_type": "code",
      "scope": service.scopes.joined(separator: " "),
    ])
    query["state"] = state
    if let proof {
      query["code_challenge"] = proof.challenge
      query["code_challenge_method"] = "S256"
    }
    return authorize.adding(query: query.text)
  }

  /// Returns a new PKCE proof for one sign-in; `nil` if the service doesn't accept one.
  func makeProofKey() -> ProofKey? { service.acceptsPKCE ? ProofKey() : nil }

  /// Exchanges a code for a session.
  ///
  /// A code works once, and only with the redirect URI and the proof of its request.
  func exchange(
    _ code: Secret,
    redirect: String,
    proof: ProofKey?
  ) async throws(Problem) -> Session {
    var form = URLQuery([
      "client_id": accessKey.exposed, "client_secret": secretKey.exposed,
      "redirect_uri": redirect, "code": code.exposed, "grant_type": "authorization_code",
    ])
    form["code_verifier"] = proof?.verifier.exposed
    let response = try await send(.form(form, to: service.tokenEndpoint))
    guard !response.isHTML else {
      throw Problem(.signIn, .htmlInsteadOfData(host: response.host))
    }
    guard let answer = try? LenientJSON.decode(TokenResponse.self, from: response.body),
      !answer.token.isEmpty
    else { throw Problem(.signIn, .malformedAnswer) }
    return Session(
      service: key.service,
      baseURL: key.baseURL,
      token: Secret(answer.token),
      username: answer.username,
      expires: answer.expires(receivedAt: now())
    )
  }

  package func send(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
    let response = try await transport.answer(to: request, .signIn)
    if let cause = Self.cause(of: response) { throw Problem(.signIn, cause) }
    return response
  }

  /// Returns the cause of an error response; `nil` for a success.
  ///
  /// Doorkeeper's format is `{"error": "…", "error_description": "…"}`; its status codes have
  /// changed between versions.
  private static func cause(of response: HTTPResponse) -> Problem.Cause? {
    struct Refusal: Decodable {
      let error: String
      let error_description: String?
    }
    switch response.status {
    case 200...299: return nil
    case 300...399: return .unexpectedStatus(response.status)
    case 429: return .tooManyRequests(minutes: response.minutesToRetry())
    case 500...599: return .server(status: response.status)
    default: break
    }
    guard let refusal = try? LenientJSON.decode(Refusal.self, from: response.body) else {
      if response.isHTML { return .htmlInsteadOfData(host: response.host) }
      return switch response.status {
      case 401: .unauthorized
      case 403: .forbidden(message: nil)
      case 404: .notFound
      default: .unexpectedStatus(response.status)
      }
    }
    switch refusal.error {
    case "invalid_client", "unauthorized_client": return .invalidClient
    case "invalid_grant": return .invalidGrant
    case "access_denied": return .accessDenied
    default:
      let message = refusal.error_description ?? refusal.error
      return .signInFailed(message: String(message.prefix(SignInAttempt.messageLimit)))
    }
  }
}

extension OAuthClient: DemoSignIn {
  package func exchange(port: Int) -> any SignInExchange {
    CodeExchange(client: self, attempt: SignInAttempt(port: port, proof: makeProofKey()))
  }
}

/// A sign-in that receives a code.
private struct CodeExchange: SignInExchange {
  let client: OAuthClient
  let attempt: SignInAttempt

  var callback: CallbackAddress? { CallbackAddress(port: attempt.port) }
  var showsCodes: Bool { true }

  func loginPage(isOutOfBand: Bool) -> WebPage {
    client.loginPage(
      redirect: isOutOfBand ? SignInAttempt.outOfBandRedirect : attempt.redirect,
      state: isOutOfBand ? nil : attempt.state,
      proof: attempt.proof
    )
  }

  func judge(_ query: URLQuery) -> SignInCallback { attempt.judge(query) }

  func judge(paste: String, isOutOfBand: Bool) -> SignInPaste {
    var attempt = attempt
    attempt.isOutOfBand = isOutOfBand
    return attempt.judge(paste: paste)
  }

  func session(for answer: SignInResponse) async throws(Problem) -> Session {
    switch answer {
    case .code(let code, let redirect):
      try await client.exchange(code, redirect: redirect, proof: attempt.proof)
    case .failure(let cause): throw Problem(.signIn, cause)
    case .grant: throw Problem(.signIn, .malformedAnswer)
    }
  }
}

extension HTTPRequest {
  /// The maximum size of a sign-in response in bytes: a token or a page.
  static let signInLimit = 1 << 20

  /// Returns a request with a form.
  ///
  /// The request is never retried, since codes work only once.
  ///
  /// - Parameter followsRedirects: Must be false for a request that contains a secret or requests a
  ///   token.
  package static func form(
    _ fields: URLQuery,
    to url: String,
    followsRedirects: Bool = false
  ) -> HTTPRequest {
    HTTPRequest(
      .post,
      url,
      headers: [
        HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
        HTTPHeader("Accept", "application/json, text/html"),
      ],
      body: fields.formBody,
      bodyLimit: signInLimit,
      followsRedirects: followsRedirects
    )
  }
}

/// The response of the token endpoint.
///
/// Only the token itself is guaranteed.
private struct TokenResponse: Decodable {
  let token: String
  let username: String?
  /// The time of the token's creation in seconds since 1970, a parameter outside the standard.
  private let created: Double?
  /// The lifetime in seconds; `nil` for a token that doesn't expire.
  private let lifetime: Double?

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    token = try values.required("access_token")
    username = values.text("username")
    created = values["created_at"]
    lifetime = values["expires_in"]
  }

  /// Returns the expiry time in seconds since 1970; `nil` for a token that doesn't expire.
  ///
  /// - Parameter received: The time of the response, which replaces a missing time of creation
  ///   (RFC 6749, 5.1).
  func expires(receivedAt received: Double) -> Double? {
    lifetime.map { (created ?? received) + $0 }
  }
}

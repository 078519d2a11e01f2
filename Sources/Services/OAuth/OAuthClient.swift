import FoundationEssentials
import HTTP
import Model

/// The application at an OAuth 2 service: builds its login page's address, turns codes into sessions.
package struct OAuthClient: Sendable {
  /// What the demo service knows the program as; public, since it guards nothing.
  package static let demoAccessKey = Secret("demo-access-key")
  package static let demoSecretKey = Secret("demo-secret-key")

  /// What the program does: read, the own profile, likes.
  private static let scopes = ["public", "read_user", "write_likes"]

  /// The service's site without a trailing slash.
  private let webURL: String
  private let accessKey: Secret
  private let secretKey: Secret
  private let key: SessionKey
  let transport: any HTTPTransport

  /// - Parameter key: under which the sessions are kept.
  package init(
    webURL: String,
    accessKey: Secret,
    secretKey: Secret,
    key: SessionKey,
    transport: any HTTPTransport
  ) {
    self.webURL = webURL
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.key = key
    self.transport = transport
  }

  /// The client of a real service; nil where its keys are not configured.
  package init?(_ configuration: Configuration.Unsplash, transport: any HTTPTransport) {
    guard let accessKey = configuration.accessKey, let secretKey = configuration.secretKey else {
      return nil
    }
    self.init(
      webURL: configuration.webURL,
      accessKey: accessKey,
      secretKey: secretKey,
      key: SessionKey(service: .unsplash, baseURL: configuration.apiURL),
      transport: transport
    )
  }

  /// The login page to open in a browser.
  ///
  /// - Parameter state: nil for the out-of-band redirect, which does not hand it back.
  func authorizeURL(redirect: String, state: String?) -> String {
    var fields = [
      ("client_id", accessKey.exposed), ("redirect_uri", redirect), ("response_type", "code"),
    ]
    if let state { fields.append(("state", state)) }
    // A plus between scopes, as the service's own examples have it; encoded it would be one scope.
    let scope = Self.scopes.joined(separator: "+")
    return webURL + "/oauth/authorize?" + Percent.form(fields) + "&scope=" + scope
  }

  /// Turns a code into a session; a code works once, and with its own redirect only.
  func exchange(_ code: Secret, redirect: String) async throws(Problem) -> Session {
    let form = Percent.form([
      ("client_id", accessKey.exposed), ("client_secret", secretKey.exposed),
      ("redirect_uri", redirect), ("code", code.exposed), ("grant_type", "authorization_code"),
    ])
    let response = try await send(
      HTTPRequest(
        .post,
        webURL + "/oauth/token",
        headers: [
          HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
          HTTPHeader("Accept", "application/json"),
        ],
        body: Array(form.utf8)
      )
    )
    guard !response.isHTML else {
      throw Problem(.signIn, .htmlInsteadOfData(host: response.host))
    }
    guard let answer = try? JSONDecoder().decode(TokenAnswer.self, from: Data(response.body)),
      !answer.token.isEmpty
    else { throw Problem(.signIn, .malformedAnswer) }
    return Session(
      service: key.service,
      baseURL: key.baseURL,
      token: Secret(answer.token),
      username: answer.username,
      expires: answer.expires
    )
  }

  /// Sends a request of a sign-in and throws what its answer refuses.
  func send(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.data(request)
    } catch {
      throw Problem(.signIn, error.cause)
    }
    if let cause = Self.cause(of: response) { throw Problem(.signIn, cause) }
    return response
  }

  /// What an answer that is no success means; Doorkeeper's shape is
  /// `{"error": "…", "error_description": "…"}`, and its statuses changed between versions.
  private static func cause(of response: HTTPResponse) -> Problem.Cause? {
    struct Refusal: Decodable {
      let error: String
      let error_description: String?
    }
    switch response.status {
    case 200...399: return nil
    case 429: return .rateLimited(minutes: nil)
    case 500...599: return .server(status: response.status)
    default: break
    }
    guard let refusal = try? JSONDecoder().decode(Refusal.self, from: Data(response.body)) else {
      if response.isHTML { return .htmlInsteadOfData(host: response.host) }
      return response.status == 404 ? .notFound : .unexpectedStatus(response.status)
    }
    switch refusal.error {
    case "invalid_client", "unauthorized_client": return .invalidClient
    case "invalid_grant": return .invalidGrant
    case "access_denied": return .accessDenied
    default: return .signInFailed(message: refusal.error_description ?? refusal.error)
    }
  }
}

/// The token endpoint's answer; only the token itself is sure to be there.
private struct TokenAnswer: Decodable {
  let token: String
  let username: String?
  /// Seconds since 1970.
  let expires: Double?

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    token = try values.required("access_token")
    username = values.text("username")
    let created: Double? = values["created_at"]
    let lifetime: Double? = values["expires_in"]
    expires = lifetime.flatMap { lifetime in created.map { $0 + lifetime } }
  }
}

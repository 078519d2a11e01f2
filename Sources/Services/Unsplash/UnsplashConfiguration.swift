import Accounts
import Model
import ServiceAPI

extension ServiceID {
  package static let unsplash: ServiceID = "unsplash"
}

extension ServiceSections {
  package var unsplash: UnsplashConfiguration {
    get { self[UnsplashConfiguration.self] }
    set { self[UnsplashConfiguration.self] = newValue }
  }
}

/// The application registered at Unsplash, and the URLs of the service.
package struct UnsplashConfiguration: ServiceSection {
  package static let service = ServiceID.unsplash

  /// The client ID of the application; `nil` if it isn't configured, like `secretKey`.
  package var accessKey: Secret?
  package var secretKey: Secret?
  /// The base URL of the API without a trailing slash.
  package var apiURL = "https://api.unsplash.com"
  /// The base URL of the website without a trailing slash.
  package var webURL = "https://unsplash.com"
  /// The strictness of the filter for offensive content in searches and random photos; `nil` for
  /// the service's default.
  package var contentFilter: ContentFilter?
  /// Whether the user can change their own collections.
  ///
  /// The sign-in then requests these permissions.
  package var editsCollections = false
  /// Whether the sign-in uses PKCE (RFC 7636).
  ///
  /// Unsplash doesn't document PKCE and ignores a challenge: clients that send one, but no
  /// verifier, get a token. Its server is Doorkeeper, which rejects a verifier if PKCE is off.
  package var acceptsPKCE = false

  package enum ContentFilter: String, CaseIterable, Sendable {
    case low, high
  }

  package init() {}

  /// Returns the configuration of the demo service.
  ///
  /// The demo's keys are public and protect nothing.
  ///
  /// - Parameter baseURL: the URL of the running service, without a trailing slash.
  package static func demo(baseURL: String) -> UnsplashConfiguration {
    var demo = UnsplashConfiguration()
    demo.accessKey = Secret("demo-access-key")
    demo.secretKey = Secret("demo-secret-key")
    demo.apiURL = baseURL
    demo.webURL = baseURL
    demo.acceptsPKCE = true
    return demo
  }

  /// The key of the service's sessions in credential stores.
  ///
  /// Demo sessions have another key.
  package var sessionKey: SessionKey { SessionKey(service: .unsplash, baseURL: apiURL) }

  /// The OAuth application for the sign-in.
  ///
  /// The scopes match the program's functions: reading, the user's profile, and likes. If
  /// collections can be changed, it adds reading and writing them, including private ones.
  package var application: OAuthApplication {
    OAuthApplication(
      loginPage: webURL + "/oauth/authorize",
      tokenEndpoint: webURL + "/oauth/token",
      scopes: ["public", "read_user", "write_likes"]
        + (editsCollections ? ["read_collections", "write_collections"] : []),
      acceptsPKCE: acceptsPKCE,
      id: accessKey,
      secret: secretKey
    )
  }

  /// Whether the user has configured other URLs for the service.
  var hasOwnAddresses: Bool {
    let usual = UnsplashConfiguration()
    return apiURL != usual.apiURL || webURL != usual.webURL
  }

  /// The settings of the section `[unsplash]`, with their environment variables.
  static let settings: [Setting<ServiceSections>] = [
    .secret("unsplash.access_key", "IMAGEFEED_UNSPLASH_ACCESS_KEY", \.unsplash.accessKey),
    .secret("unsplash.secret_key", "IMAGEFEED_UNSPLASH_SECRET_KEY", \.unsplash.secretKey),
    .address("unsplash.api_url", "IMAGEFEED_UNSPLASH_API_URL", \.unsplash.apiURL),
    .address("unsplash.web_url", "IMAGEFEED_UNSPLASH_WEB_URL", \.unsplash.webURL),
    .choice("unsplash.content_filter", \.unsplash.contentFilter),
    .flag("unsplash.edit_collections", \.unsplash.editsCollections),
  ]
}

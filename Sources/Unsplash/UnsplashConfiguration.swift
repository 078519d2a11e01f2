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

/// The application registered at Unsplash, and the service's base URLs.
package struct UnsplashConfiguration: ServiceSection {
  package static let service = ServiceID.unsplash

  package var accessKey: Secret?
  package var secretKey: Secret?
  /// The base URL of the API, without a trailing slash.
  package var apiURL = "https://api.unsplash.com"
  /// The base URL of the site, without a trailing slash.
  package var webURL = "https://unsplash.com"
  /// The filter for sensitive content in searches and random photos.
  ///
  /// `nil` leaves that to the service.
  package var contentFilter: ContentFilter?
  /// Whether the user can change their own collections.
  ///
  /// The sign-in then requests that permission.
  package var editsCollections = false
  /// Whether the token endpoint accepts PKCE verifiers.
  ///
  /// Unsplash documents no PKCE. It ignores a challenge: a client that sends one but no verifier
  /// still gets its token. The server is Doorkeeper, which refuses a verifier if PKCE is off.
  package var acceptsPKCE = false

  package enum ContentFilter: String, CaseIterable, Sendable {
    case low, high
  }

  package init() {}

  /// Returns the configuration of the demo service.
  ///
  /// Its keys are public and protect nothing.
  ///
  /// - Parameter baseURL: the base URL of the running service, without a trailing slash.
  package static func demo(baseURL: String) -> UnsplashConfiguration {
    var demo = UnsplashConfiguration()
    demo.accessKey = Secret("demo-access-key")
    demo.secretKey = Secret("demo-secret-key")
    demo.apiURL = baseURL
    demo.webURL = baseURL
    demo.acceptsPKCE = true
    return demo
  }

  /// The key of this service's saved session.
  ///
  /// Sessions of a demo have another key.
  package var sessionKey: SessionKey { SessionKey(service: .unsplash, baseURL: apiURL) }

  /// The OAuth application, with the permissions that the program uses.
  ///
  /// These are reading, the user's profile and likes. If collections can be changed, reading and
  /// writing them is added, private ones included.
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

  /// Whether the user has configured other base URLs.
  var hasOwnAddresses: Bool {
    let usual = UnsplashConfiguration()
    return apiURL != usual.apiURL || webURL != usual.webURL
  }

  static let settings: [Setting<ServiceSections>] = [
    .secret(
      "unsplash.access_key",
      "IMAGEFEED_UNSPLASH_ACCESS_KEY",
      { $0.unsplash.accessKey },
      { $0.unsplash.accessKey = $1 }
    ),
    .secret(
      "unsplash.secret_key",
      "IMAGEFEED_UNSPLASH_SECRET_KEY",
      { $0.unsplash.secretKey },
      { $0.unsplash.secretKey = $1 }
    ),
    .address("unsplash.api_url", "IMAGEFEED_UNSPLASH_API_URL", { $0.unsplash.apiURL }) {
      $0.unsplash.apiURL = $1
    },
    .address("unsplash.web_url", "IMAGEFEED_UNSPLASH_WEB_URL", { $0.unsplash.webURL }) {
      $0.unsplash.webURL = $1
    },
    .choice("unsplash.content_filter", nil, { $0.unsplash.contentFilter }) {
      $0.unsplash.contentFilter = $1
    },
    .flag("unsplash.edit_collections", { $0.unsplash.editsCollections }) {
      $0.unsplash.editsCollections = $1
    },
  ]
}

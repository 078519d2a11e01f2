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

/// The registered application at Unsplash and where its service is.
package struct UnsplashConfiguration: ServiceSection {
  package static let service = ServiceID.unsplash

  package var accessKey: Secret?
  package var secretKey: Secret?
  /// Without a trailing slash, like `webURL`.
  package var apiURL = "https://api.unsplash.com"
  package var webURL = "https://unsplash.com"
  /// How much of what may offend is left out of searches and random photographs; nil leaves that
  /// to the service.
  package var contentFilter: ContentFilter?
  /// Whether the person's own collections can be changed, for which the sign-in asks.
  package var editsCollections = false
  /// Whether codes can be bound to their sign-in.
  ///
  /// Unsplash documents no PKCE, and ignores a challenge: clients that send one, and no verifier,
  /// get their token. Its server is Doorkeeper, which refuses a verifier where PKCE is off.
  package var acceptsPKCE = false

  package enum ContentFilter: String, CaseIterable, Sendable {
    case low, high
  }

  package init() {}

  /// The demo service as it is known to the program; its keys are public and guard nothing.
  ///
  /// - Parameter baseURL: of the running service, without a trailing slash.
  package static func demo(baseURL: String) -> UnsplashConfiguration {
    var demo = UnsplashConfiguration()
    demo.accessKey = Secret("demo-access-key")
    demo.secretKey = Secret("demo-secret-key")
    demo.apiURL = baseURL
    demo.webURL = baseURL
    demo.acceptsPKCE = true
    return demo
  }

  /// Under which the sessions of this service are kept; those of a demo have another key.
  package var sessionKey: SessionKey { SessionKey(service: .unsplash, baseURL: apiURL) }

  /// How to sign in.
  ///
  /// The permissions are what the program does: read, the own profile, likes; own collections,
  /// private ones included, where these are to be changed.
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

  /// Whether the person has set where the service is.
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

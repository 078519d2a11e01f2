import Model
import ServiceAPI

extension ServiceID {
  package static let vk: ServiceID = "vk"
}

extension ServiceSections {
  package var vk: VKConfiguration {
    get { self[VKConfiguration.self] }
    set { self[VKConfiguration.self] = newValue }
  }
}

/// The configured album and method of sign-in.
package struct VKConfiguration: ServiceSection {
  package static let service = ServiceID.vk

  /// The authorization of calls.
  package enum SignIn: String, CaseIterable, Sendable {
    /// A user who signs in with VK ID: OAuth 2.1, a code with PKCE.
    case vkID = "vkid"
    /// A user who signs in with the implicit flow of OAuth 2.0, which VK grants only to old
    /// applications.
    case implicit
    /// The key of an application, without a sign-in.
    case serviceKey = "service_key"
  }

  /// The configured authorization; `nil` to derive it from the configured keys.
  package var signIn: SignIn?
  /// The application's ID; `nil` if it isn't configured, like `serviceKey`.
  package var appID: Int?
  package var serviceKey: Secret?
  /// The redirect URI; `nil` for the default.
  package var redirectURI: String?
  /// The owner of the album: the ID of a user, or the negated ID of a community.
  package var owner = -128_666_765
  /// The ID of the album that is the feed.
  package var album = 266_310_117
  /// The base URL of the API, without a trailing slash.
  package var apiURL = "https://api.vk.ru"
  /// The base URL of the implicit flow, without a trailing slash.
  package var oauthURL = "https://oauth.vk.ru"
  /// The base URL of VK ID, without a trailing slash.
  package var idURL = "https://id.vk.ru"
  /// The base URL of the website whose pages are shared.
  ///
  /// VK's own URLs of photos are on vk.com.
  package var webURL = "https://vk.com"

  package init() {}

  /// The authorization of calls: the configured one, or one that the configured keys allow.
  package var way: SignIn {
    signIn ?? (serviceKey == nil && appID != nil ? .vkID : .serviceKey)
  }

  /// Returns the configuration of the demo service's VK part.
  ///
  /// The demo's keys are public and protect nothing.
  ///
  /// - Parameters:
  ///   - baseURL: the URL of the running service, without a trailing slash.
  ///   - signIn: the authorization of calls; `nil` for VK ID.
  package static func demo(baseURL: String, signIn: SignIn? = nil) -> VKConfiguration {
    var demo = VKConfiguration()
    demo.signIn = signIn ?? .vkID
    demo.appID = 51_234_567
    demo.serviceKey = Secret("demo-service-key")
    demo.apiURL = baseURL + "/vk"
    demo.oauthURL = baseURL + "/vk"
    demo.idURL = baseURL + "/vk/id"
    demo.webURL = baseURL + "/vk"
    return demo
  }

  /// Whether the user has configured other URLs for the service.
  var hasOwnAddresses: Bool {
    let usual = VKConfiguration()
    return apiURL != usual.apiURL || oauthURL != usual.oauthURL || idURL != usual.idURL
  }

  /// The settings of the section `[vk]`, with their environment variables.
  static let settings: [Setting<ServiceSections>] = [
    .choice("vk.sign_in", \.vk.signIn, "IMAGEFEED_VK_SIGN_IN"),
    .number("vk.app_id", "IMAGEFEED_VK_APP_ID", .id, 1...ids.upperBound, \.vk.appID),
    .secret("vk.service_key", "IMAGEFEED_VK_SERVICE_KEY", \.vk.serviceKey),
    redirect,
    .number("vk.owner", "IMAGEFEED_VK_OWNER", .id, ids, \.vk.owner),
    .number("vk.album", "IMAGEFEED_VK_ALBUM", .id, ids, \.vk.album),
    .address("vk.api_url", "IMAGEFEED_VK_API_URL", \.vk.apiURL),
    .address("vk.oauth_url", "IMAGEFEED_VK_OAUTH_URL", \.vk.oauthURL),
    .address("vk.id_url", "IMAGEFEED_VK_ID_URL", \.vk.idURL),
  ]

  /// The redirect URI exactly as registered, including a trailing slash.
  private static let redirect = Setting<ServiceSections>(
    "vk.redirect_uri",
    "IMAGEFEED_VK_REDIRECT_URI",
    .webAddress,
    \.vk.redirectURI
  ) { value in
    guard let text = value.text, let page = WebPage(text), !page.text.contains("#") else {
      return nil
    }
    return text
  } text: {
    $0
  }

  /// The accepted range of IDs.
  private static let ids = -1_000_000_000_000...1_000_000_000_000
}

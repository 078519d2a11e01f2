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

/// The album that is shown, and how calls are allowed.
package struct VKConfiguration: ServiceSection {
  package static let service = ServiceID.vk

  /// How calls are allowed.
  package enum SignIn: String, CaseIterable, Sendable {
    /// By who signs in with VK ID: OAuth 2.1, a code with PKCE.
    case vkID = "vkid"
    /// By who signs in with the implicit flow of OAuth 2.0, which VK grants to old applications
    /// only.
    case implicit
    /// With the key of an application, without anybody signing in.
    case serviceKey = "service_key"
  }

  /// Nil for what the keys there are allow.
  package var signIn: SignIn?
  /// The number of the application.
  package var appID: Int?
  package var serviceKey: Secret?
  /// Where the browser comes back to; nil for the usual address.
  package var redirectURI: String?
  /// A person, or, below 0, a community.
  package var owner = -128_666_765
  package var album = 266_310_117
  /// Without a trailing slash, like all addresses.
  package var apiURL = "https://api.vk.ru"
  /// Where the implicit flow is.
  package var oauthURL = "https://oauth.vk.ru"
  /// Where VK ID is.
  package var idURL = "https://id.vk.ru"
  /// The site whose pages are shared; VK's own addresses of photographs are on vk.com.
  package var webURL = "https://vk.com"

  package init() {}

  /// How calls are allowed, where nothing is set by the keys there are.
  package var way: SignIn {
    signIn ?? (serviceKey == nil && appID != nil ? .vkID : .serviceKey)
  }

  /// The part of the demo service that speaks VK; its keys are public and guard nothing.
  ///
  /// - Parameters:
  ///   - baseURL: of the running service, without a trailing slash.
  ///   - signIn: VK ID where nothing is set.
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

  /// Whether the person has set where the service is.
  var hasOwnAddresses: Bool {
    let usual = VKConfiguration()
    return apiURL != usual.apiURL || oauthURL != usual.oauthURL || idURL != usual.idURL
  }

  static let settings: [Setting<ServiceSections>] = [
    .choice("vk.sign_in", "IMAGEFEED_VK_SIGN_IN", { $0.vk.signIn }) { $0.vk.signIn = $1 },
    .number("vk.app_id", "IMAGEFEED_VK_APP_ID", .id, 1...ids.upperBound, { $0.vk.appID }) {
      $0.vk.appID = $1
    },
    .secret("vk.service_key", "IMAGEFEED_VK_SERVICE_KEY", { $0.vk.serviceKey }) {
      $0.vk.serviceKey = $1
    },
    redirect,
    .number("vk.owner", "IMAGEFEED_VK_OWNER", .id, ids, { $0.vk.owner }) {
      $0.vk.owner = $1
    },
    .number("vk.album", "IMAGEFEED_VK_ALBUM", .id, ids, { $0.vk.album }) {
      $0.vk.album = $1
    },
    .address("vk.api_url", "IMAGEFEED_VK_API_URL", { $0.vk.apiURL }) { $0.vk.apiURL = $1 },
    .address("vk.oauth_url", "IMAGEFEED_VK_OAUTH_URL", { $0.vk.oauthURL }) {
      $0.vk.oauthURL = $1
    },
    .address("vk.id_url", "IMAGEFEED_VK_ID_URL", { $0.vk.idURL }) { $0.vk.idURL = $1 },
  ]

  /// Spelled as it is registered, to the last slash.
  private static let redirect = Setting<ServiceSections>(
    key: "vk.redirect_uri",
    variable: "IMAGEFEED_VK_REDIRECT_URI",
    expected: .webAddress,
    apply: { sections, value in
      guard case .string(let text) = value, let page = WebPage(text), !page.text.contains("#")
      else { return false }
      sections.vk.redirectURI = text
      return true
    },
    current: { sections in sections.vk.redirectURI }
  )

  private static let ids = -1_000_000_000_000...1_000_000_000_000
}

import Model

extension ServiceID {
  package static let vk: ServiceID = "vk"
}

extension Configuration {
  package var vk: VK {
    get { self[VK.self] }
    set { self[VK.self] = newValue }
  }

  /// The album that is shown, and the key it is asked for with.
  package struct VK: ServiceSection {
    package static let service = ServiceID.vk

    /// How calls are allowed.
    package enum SignIn: String, CaseIterable, Sendable {
      /// With the key of an application, without anybody signing in.
      case serviceKey = "service_key"
    }

    package var signIn = SignIn.serviceKey
    package var serviceKey: Secret?
    /// A person, or, below 0, a community.
    package var owner = -128_666_765
    package var album = 266_310_117
    /// Without a trailing slash, like `webURL`.
    package var apiURL = "https://api.vk.ru"
    /// The site whose pages are shared; VK's own addresses of photographs are on vk.com.
    package var webURL = "https://vk.com"

    package init() {}

    /// The part of the demo service that speaks VK; its key is public and guards nothing.
    ///
    /// - Parameter baseURL: of the running service, without a trailing slash.
    package static func demo(baseURL: String) -> VK {
      var demo = VK()
      demo.serviceKey = Secret("demo-service-key")
      demo.apiURL = baseURL + "/vk"
      demo.webURL = baseURL + "/vk"
      return demo
    }

    /// Whether the person has set where the service is.
    var hasOwnAddresses: Bool { apiURL != VK().apiURL }

    static let settings = [
      Setting.choice("vk.sign_in", "IMAGEFEED_VK_SIGN_IN") { $0.vk.signIn = $1 },
      Setting.secret("vk.service_key", "IMAGEFEED_VK_SERVICE_KEY") { $0.vk.serviceKey = $1 },
      Setting.number("vk.owner", "IMAGEFEED_VK_OWNER", .id, ids) { $0.vk.owner = $1 },
      Setting.number("vk.album", "IMAGEFEED_VK_ALBUM", .id, ids) { $0.vk.album = $1 },
      Setting.address("vk.api_url", "IMAGEFEED_VK_API_URL") { $0.vk.apiURL = $1 },
    ]

    private static let ids = -1_000_000_000_000...1_000_000_000_000
  }
}

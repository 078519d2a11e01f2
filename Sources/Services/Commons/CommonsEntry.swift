import HTTP
import Model
import Platform
import ServiceAPI

extension ServiceID {
  package static let commons: ServiceID = "commons"
}

extension ServiceDescription {
  package static let commons = {
    var service = ServiceDescription(
      id: .commons,
      name: "Wikimedia Commons",
      capabilities: [.likes, .favourites, .search, .people, .topics, .random, .addressInput],
      pageSize: 50
    )
    service.searchFilters = [.orientationFilter, .sorting, .scopeFilter]
    service.hasAccounts = false
    service.paging = .tokens
    // The service returns no search results after these.
    service.searchDepth = 10_000
    service.creditStyle = .via
    return service
  }()
}

extension ServiceSections {
  package var commons: CommonsConfiguration {
    get { self[CommonsConfiguration.self] }
    set { self[CommonsConfiguration.self] = newValue }
  }
}

/// The section `[commons]`.
package struct CommonsConfiguration: ServiceSection {
  package static let service = ServiceID.commons

  /// The base URL of the site and of its API, without a trailing slash.
  package var apiURL = Self.usualURL
  /// The operator's URL or e-mail address, sent in `User-Agent`; `nil` if neither the user nor the
  /// packager names one.
  package var contact = Build.contact.flatMap { isContact($0) ? $0 : nil }

  private static let usualURL = "https://commons.wikimedia.org"

  package init() {}

  var hasOwnAddresses: Bool { apiURL != Self.usualURL }

  static let settings: [Setting<ServiceSections>] = [
    .address("commons.api_url", "IMAGEFEED_COMMONS_API_URL", \.commons.apiURL),
    Setting("commons.contact", "IMAGEFEED_CONTACT", .text, \.commons.contact) { value in
      guard let text = value.text, text.isEmpty || isContact(text) else { return nil }
      return .some(text.isEmpty ? nil : text)
    } text: {
      $0
    },
  ]

  /// Whether a text can stand in the parentheses of `User-Agent`.
  private static func isContact(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()<>[]{}\\\"".utf8.contains($0) }
  }

  /// The limits of the service (https://www.mediawiki.org/wiki/Wikimedia_APIs/Rate_limits): 200
  /// requests a minute with a contact, ten without.
  var limits: [HostLimits] {
    let api = PlainAddress(apiURL)?.host ?? ""
    return [
      HostLimits(
        name: "commons-api",
        domains: [api],
        atOnce: 3,
        perMinute: contact == nil ? 10 : 200,
        contact: contact
      ),
      HostLimits(
        name: "commons-originals",
        domains: ["upload.wikimedia.org", "thumb.wikimedia.org"],
        atOnce: 1,
        isForDownloads: true,
        contact: contact
      ),
      HostLimits(
        name: "commons-pictures",
        domains: ["upload.wikimedia.org", "thumb.wikimedia.org"],
        atOnce: 2,
        contact: contact
      ),
    ]
  }
}

extension ServiceEntry {
  package static let commons = ServiceEntry(
    description: .commons,
    limits: { $0.commons.limits },
    settings: CommonsConfiguration.settings,
    setup: { sections in
      let configuration = sections.commons
      let key = SessionKey(service: .commons, baseURL: configuration.apiURL)
      return ServiceSetup(
        description: .commons,
        key: key,
        account: key.account,
        apiURL: configuration.apiURL,
        hasOwnAddresses: configuration.hasOwnAddresses,
        signIn: .none,
        target: { CommonsAddress.target(of: $0, site: configuration.apiURL) },
        source: { CommonsSource(configuration, $0) }
      )
    },
    demo: nil
  )
}

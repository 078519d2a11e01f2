/// The static facts about a service, declared as a literal in its target.
package struct ServiceDescription: Equatable, Sendable {
  /// The meaning of a `PageToken`.
  package enum Pagination: Equatable, Sendable {
    /// The number of the page.
    case numbers
    /// The position of the page's first photo in the list, counted from 1.
    case offset
    /// A text that only the service understands.
    case tokens
  }

  package let id: ServiceID
  /// The service's name in its own spelling, also used in credits.
  package let name: String
  /// The title above the sign-in button; `nil` to use the program's name.
  package let title: String?
  /// Whether the service grants this kind of sign-in only to applications registered long ago.
  package let signsInOldApplicationsOnly: Bool
  /// The service-dependent capabilities that the service offers.
  package var capabilities: Capabilities
  /// The filters that a search may have, if the service has a search.
  package let searchFilters: Capabilities
  /// Whether users can sign in.
  ///
  /// Without accounts, likes are kept on this computer.
  package let hasAccounts: Bool
  /// Whether every request requires a signed-in user.
  package let needsSession: Bool
  /// The number of photos per page.
  package let pageSize: Int
  package let paging: Pagination
  /// The number of photos of one search that can be loaded, regardless of the total; `nil` if
  /// unlimited.
  package let searchDepth: Int?
  /// The query items that the service requires in links to its website.
  package let attribution: String?
  /// The page with the service's licence, for photos without their own; `nil` if there is none.
  package let licensePage: WebPage?
  package let creditStyle: Credit.Style
  /// Whether the service has albums in place of topics.
  ///
  /// The feed is one of the albums.
  package let hasAlbums: Bool
  /// Whether full screen shows the filmstrip until the user hides it.
  package let opensFilmstrip: Bool
  /// Whether an alert confirms that the photo in full screen was saved.
  package let announcesSaves: Bool
  /// The lines that the configuration file needs before the service can be used.
  package let setup: [SetupLine]
  /// The page to register an application and get its access key and secret key.
  ///
  /// `nil` if the service uses other keys.
  package let developerPage: WebPage?
  /// The permissions that the application needs, as the developer page names them.
  package var permissions: [String]

  package init(
    id: ServiceID,
    name: String,
    title: String? = nil,
    signsInOldApplicationsOnly: Bool = false,
    capabilities: Capabilities,
    searchFilters: Capabilities = .searchFilters,
    hasAccounts: Bool = true,
    needsSession: Bool = false,
    pageSize: Int,
    paging: Pagination = .numbers,
    searchDepth: Int? = nil,
    attribution: String? = nil,
    licensePage: WebPage? = nil,
    creditStyle: Credit.Style = .photoBy,
    hasAlbums: Bool = false,
    opensFilmstrip: Bool = false,
    announcesSaves: Bool = false,
    setup: [SetupLine] = [],
    developerPage: WebPage? = nil,
    permissions: [String] = []
  ) {
    self.id = id
    self.name = name
    self.title = title
    self.signsInOldApplicationsOnly = signsInOldApplicationsOnly
    self.capabilities = capabilities
    self.searchFilters = searchFilters
    self.hasAccounts = hasAccounts
    self.needsSession = needsSession
    self.pageSize = pageSize
    self.paging = paging
    self.searchDepth = searchDepth
    self.attribution = attribution
    self.licensePage = licensePage
    self.creditStyle = creditStyle
    self.hasAlbums = hasAlbums
    self.opensFilmstrip = opensFilmstrip
    self.announcesSaves = announcesSaves
    self.setup = setup
    self.developerPage = developerPage
    self.permissions = permissions
  }

  /// Returns the page that contains the photo after the first `count` photos of a list; `nil` if
  /// pages have no numbers.
  package func page(after count: Int) -> PageToken? {
    paging == .tokens
      ? nil : PageToken(count / pageSize * (paging == .numbers ? 1 : pageSize) + 1)
  }

  /// Returns the number of photos before a page; `nil` if pages have no numbers.
  package func offset(of page: PageToken) -> Int? {
    guard page != .first else { return 0 }
    guard paging != .tokens, let number = page.number else { return nil }
    return paging == .numbers ? (number - 1) * pageSize : number - 1
  }

  /// The configuration keys whose values the user gets from the service, in the order of the file.
  package var setupKeys: [String] {
    setup.compactMap { if case .value(let key, _) = $0 { key } else { nil } }
  }

  /// Returns the page with the query items that the service requires in links.
  package func link(_ page: WebPage) -> WebPage {
    attribution.map { page.adding(query: $0) } ?? page
  }
}

/// A line of the configuration file.
package enum SetupLine: Hashable, Sendable {
  /// A literal line.
  case text(String)
  /// A string setting whose value the user gets from the service.
  case value(key: String, SetupValue)
  /// A numeric setting, without quotes, whose value the user gets from the service.
  case number(key: String, SetupValue)
}

/// A key or an ID that the user gets from the service.
package enum SetupValue: Hashable, Sendable, CaseIterable {
  case accessKey, secretKey, serviceKey, applicationID
}

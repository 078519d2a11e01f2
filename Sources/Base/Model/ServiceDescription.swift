/// The static facts about a service, declared in its target.
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
  package var title: String?
  /// Whether the service grants this kind of sign-in only to applications registered long ago.
  package var signsInOldApplicationsOnly = false
  /// The service-dependent capabilities that the service offers.
  package var capabilities: Capabilities
  /// The filters that a search may have, if the service has a search.
  package var searchFilters: Capabilities = .searchFilters
  /// Whether users can sign in.
  ///
  /// Without accounts, likes are kept on this computer.
  package var hasAccounts = true
  /// Whether every request requires a signed-in user.
  package var needsSession = false
  /// The number of photos per page.
  package let pageSize: Int
  package var paging: Pagination = .numbers
  /// The number of photos of one search that can be loaded, regardless of the total; `nil` if
  /// unlimited.
  package var searchDepth: Int?
  /// The query items that the service requires in links to its website.
  package var attribution: String?
  /// The page with the service's licence, for photos without their own; `nil` if there is none.
  package var licensePage: WebPage?
  package var creditStyle: Credit.Style = .photoBy
  /// Whether the service has albums in place of topics.
  ///
  /// The feed is one of the albums.
  package var hasAlbums = false
  /// Whether full screen shows the filmstrip until the user hides it.
  package var opensFilmstrip = false
  /// Whether an alert confirms that the photo in full screen was saved.
  package var announcesSaves = false
  /// The lines that the configuration file needs before the service can be used.
  package var setup: [SetupLine] = []
  /// The page to register an application and get its access key and secret key.
  ///
  /// `nil` if the service uses other keys.
  package var developerPage: WebPage?
  /// The permissions that the application needs, as the developer page names them.
  package var permissions: [String] = []

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

extension ServiceDescription {
  package init(id: ServiceID, name: String, capabilities: Capabilities, pageSize: Int) {
    self.init(id: id, name: name, title: nil, capabilities: capabilities, pageSize: pageSize)
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

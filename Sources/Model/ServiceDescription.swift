/// Everything the program knows about a service; a literal in its folder.
package struct ServiceDescription: Equatable, Sendable {
  /// What the number of a page means; the first one is 1 in either case.
  package enum Paging: Equatable, Sendable {
    /// Pages are numbered.
    case numbers
    /// The position of the page's first photo in the list, from 1.
    case offset
  }

  package let id: ServiceID
  /// The service's own spelling, also used in credits.
  package let name: String
  /// What stands above the button to sign in; nil for the program's own name.
  package let title: String?
  /// Whether the service grants this way of signing in to old applications only.
  package let signsInOldApplicationsOnly: Bool
  /// Its capabilities, of those that depend on services.
  package var capabilities: Capabilities
  /// Whether it answers nobody who is not signed in.
  package let needsSession: Bool
  /// Photographs of one page.
  package let pageSize: Int
  package let paging: Paging
  /// Photographs of one search that can be reached, however many were found; nil for all of them.
  package let searchDepth: Int?
  /// What the service wants in the query of links to its site.
  package let attribution: String?
  /// The page of the licence that photos without one of their own have; `nil` if there is none.
  package let licensePage: WebPage?
  /// Whether what other services call topics are albums, and the feed is one of them.
  package let hasAlbums: Bool
  /// Whether full screen begins with its neighbours under the photograph.
  package let opensFilmstrip: Bool
  /// Whether saving the photograph that fills the screen ends with an alert.
  package let announcesSaves: Bool
  /// What has to stand in the configuration file before the service can be used.
  package let setup: [SetupLine]
  /// Where an application is registered and has an access and a secret key; nil where there are
  /// other keys.
  package let developerPage: WebPage?
  /// The permissions that an application needs there, as that page names them.
  package var permissions: [String]

  package init(
    id: ServiceID,
    name: String,
    title: String? = nil,
    signsInOldApplicationsOnly: Bool = false,
    capabilities: Capabilities,
    needsSession: Bool = false,
    pageSize: Int,
    paging: Paging = .numbers,
    searchDepth: Int? = nil,
    attribution: String? = nil,
    licensePage: WebPage? = nil,
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
    self.needsSession = needsSession
    self.pageSize = pageSize
    self.paging = paging
    self.searchDepth = searchDepth
    self.attribution = attribution
    self.licensePage = licensePage
    self.hasAlbums = hasAlbums
    self.opensFilmstrip = opensFilmstrip
    self.announcesSaves = announcesSaves
    self.setup = setup
    self.developerPage = developerPage
    self.permissions = permissions
  }

  /// The number to ask for behind the first photographs of a list.
  package func page(behind count: Int) -> Int {
    switch paging {
    case .numbers: count / pageSize + 1
    case .offset: count + 1
    }
  }

  /// The keys of the configuration file that a person gets from the service, in its order.
  package var setupKeys: [String] {
    setup.compactMap { if case .value(let key, _) = $0 { key } else { nil } }
  }

  /// A page of the service's site, with the parameters it wants in links.
  package func link(_ page: WebPage) -> WebPage {
    attribution.map { page.adding(query: $0) } ?? page
  }
}

/// A line of the configuration file.
package enum SetupLine: Hashable, Sendable {
  /// As it stands.
  case text(String)
  /// A setting whose value a person gets from the service.
  case value(key: String, SetupValue)
  /// The same of a number, which stands there without quotes.
  case number(key: String, SetupValue)
}

/// What a person gets from a service.
package enum SetupValue: Hashable, Sendable, CaseIterable {
  case accessKey, secretKey, serviceKey, applicationID
}

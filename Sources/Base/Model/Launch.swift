/// A feature set.
///
/// Both editions share all code; the extended one has more screens.
package enum Edition: String, Sendable, CaseIterable {
  case basic
  case extended
}

/// The program's environment and configuration, read once before the first frame.
package struct Launch: Equatable, Sendable {
  /// The state of the configuration that signing in to the service needs.
  package enum Setup: Equatable, Sendable {
    case ready
    /// Keys are missing from the configuration file at `path`.
    case notConfigured(path: String)
  }

  package var edition: Edition
  package var service: ServiceDescription
  /// Whether the embedded demo service replaces the real one.
  package var isDemo: Bool
  /// Every service that the program knows.
  ///
  /// The gallery may contain photos of each of them.
  package var catalogue: [ServiceDescription]
  /// The other services that can be used, starting with the one after `service` in the catalogue.
  package var otherServices: [ServiceDescription]
  package var setup: Setup
  /// The folder for saved photos; `nil` if there is none.
  package var picturesFolder: String?
  /// Whether a browser is installed.
  package var hasBrowser: Bool
  /// The folder of the gallery's files.
  package var galleryFolder: String?
  /// The path of the file that holds the application's keys.
  package var configurationPath: String
  /// Whether the user has configured other URLs for the service.
  package var hasOwnAddresses = false
  /// The desktop programs that can use a photo's file.
  package var desktop: DesktopTools
  package var preferences: Preferences

  package init(
    edition: Edition = .basic,
    service: ServiceDescription,
    isDemo: Bool = false,
    catalogue: [ServiceDescription] = [],
    otherServices: [ServiceDescription] = [],
    setup: Setup = .ready,
    picturesFolder: String? = nil,
    hasBrowser: Bool = true,
    galleryFolder: String? = nil,
    configurationPath: String = "",
    desktop: DesktopTools = DesktopTools(),
    preferences: Preferences = Preferences()
  ) {
    self.edition = edition
    self.service = service
    self.isDemo = isDemo
    self.catalogue = catalogue
    self.otherServices = otherServices
    self.setup = setup
    self.picturesFolder = picturesFolder
    self.hasBrowser = hasBrowser
    self.galleryFolder = galleryFolder
    self.configurationPath = configurationPath
    self.desktop = desktop
    self.preferences = preferences
  }
}

extension Launch {
  /// The next service without accounts; `nil` if there is none.
  package var openService: ServiceDescription? { otherServices.first { !$0.hasAccounts } }

  /// Returns the service that a photo belongs to.
  package func service(of photo: Photo.ID) -> ServiceDescription {
    photo.service == service.id ? service : catalogue.first { $0.id == photo.service } ?? service
  }

  /// Returns the page with the query items that the photo's service requires in links.
  package func link(_ page: WebPage, of photo: Photo.ID) -> WebPage {
    service(of: photo).link(page)
  }

  /// The name of the demo service in credits.
  package static let demoSite = "imagefeed's demo service"

  /// The redirect URIs to register: one for a browser on this computer, one for a browser
  /// elsewhere.
  package var redirectAddresses: [String] {
    ["http://localhost:\(preferences.redirectPort)/callback", "urn:ietf:wg:oauth:2.0:oob"]
  }
}

/// The signed-in user, as far as screens use it.
package struct Account: Equatable, Sendable {
  package var username: String?
  package init(username: String? = nil) { self.username = username }
}

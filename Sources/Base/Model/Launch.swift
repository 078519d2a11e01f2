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

  package var edition = Edition.basic
  package var service: ServiceDescription
  /// Whether the embedded demo service replaces the real one.
  package var isDemo = false
  /// Every service that the program knows.
  ///
  /// The gallery may contain photos of each of them.
  package var catalogue: [ServiceDescription] = []
  /// The other services that can be used, starting with the one after `service` in the catalogue.
  package var otherServices: [ServiceDescription] = []
  package var setup = Setup.ready
  /// The folder for saved photos; `nil` if there is none.
  package var picturesFolder: String?
  /// Whether a browser is installed.
  package var hasBrowser = true
  /// The folder of the gallery's files.
  package var galleryFolder: String?
  /// The path of the file that holds the application's keys.
  package var configurationPath = ""
  /// Whether the user has configured other URLs for the service.
  package var hasOwnAddresses = false
  /// The desktop programs that can use a photo's file.
  package var desktop = DesktopTools()
  package var preferences = Preferences()
}

extension Launch {
  package init(edition: Edition, service: ServiceDescription) {
    self.init(edition: edition, service: service, isDemo: false)
  }

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

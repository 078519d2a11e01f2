import Model

/// The two editions share all code; the extended one has more screens.
package enum Edition: String, Sendable, CaseIterable {
  case basic
  case extended
}

/// What is known of the program's surroundings before the first screen; read once.
package struct Launch: Equatable, Sendable {
  /// Whether the service can be signed in to.
  package enum Setup: Equatable, Sendable {
    case ready
    /// Keys are missing from the configuration file at `path`.
    case notConfigured(path: String)
  }

  package var edition: Edition
  package var service: ServiceDescription
  /// Whether the embedded demo service stands in for the real one.
  package var isDemo: Bool
  /// All services there are: the gallery may hold photographs of each.
  package var catalogue: [ServiceDescription]
  /// The other services that can be used, the next one of the catalogue first.
  package var otherServices: [ServiceDescription]
  package var setup: Setup
  /// The folder photographs are saved to; nil where there is none.
  package var picturesFolder: String?
  /// Whether a browser is there to open pages in.
  package var hasBrowser: Bool
  /// The folder of the gallery's files.
  package var galleryFolder: String?
  /// The file that holds the application's keys.
  package var configurationPath: String
  /// The port the browser comes back to, as it is registered at the service.
  package var redirectPort: Int
  /// Whether the person has set where the service is.
  package var hasOwnAddresses: Bool
  /// What of the desktop can take a photograph's file.
  package var desktop: DesktopTools
  /// The person's own commands.
  package var shareCommands: [ShareCommand]
  /// How many downloads run at a time; the others wait for their turn.
  package var downloadsAtOnce: Int
  /// For how many seconds a slideshow shows each photograph.
  package var slideshowSeconds: Int

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
    redirectPort: Int = 7436,
    hasOwnAddresses: Bool = false,
    desktop: DesktopTools = DesktopTools(),
    shareCommands: [ShareCommand] = [],
    downloadsAtOnce: Int = 3,
    slideshowSeconds: Int = 5
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
    self.redirectPort = redirectPort
    self.hasOwnAddresses = hasOwnAddresses
    self.desktop = desktop
    self.shareCommands = shareCommands
    self.downloadsAtOnce = downloadsAtOnce
    self.slideshowSeconds = slideshowSeconds
  }
}

extension Launch {
  /// The service that a photograph is of.
  package func service(of photo: Photo.ID) -> ServiceDescription {
    photo.service == service.id ? service : catalogue.first { $0.id == photo.service } ?? service
  }

  /// A page with the link parameters that the photograph's service wants.
  package func link(_ page: WebPage, of photo: Photo.ID) -> WebPage {
    service(of: photo).link(page)
  }

  /// The name of a photograph's service, as it stands where the photograph is credited.
  package func siteName(of photo: Photo.ID) -> String {
    isDemo ? "imagefeed's demo service" : service(of: photo).name
  }

  /// The addresses to register where applications are: for a browser on this computer, and on
  /// another one.
  package var redirectAddresses: [String] {
    ["http://localhost:\(redirectPort)/callback", "urn:ietf:wg:oauth:2.0:oob"]
  }
}

/// Who is signed in, as far as screens need to know.
package struct Account: Equatable, Sendable {
  package var username: String?
  package init(username: String? = nil) { self.username = username }
}

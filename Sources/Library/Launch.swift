import Model

/// The two editions share all code; the extended one has more screens.
package enum Edition: String, Sendable, CaseIterable {
  case basic
  case extended
}

/// What is known of the program's surroundings before the first screen; read once.
package struct Launch: Equatable, Sendable {
  package enum Service: Equatable, Sendable {
    /// The embedded demo service.
    case demo
    /// The real one; `name` as it writes itself.
    case real(name: String)
  }

  /// Whether the service can be signed in to.
  package enum Setup: Equatable, Sendable {
    case ready
    /// Keys are missing from the configuration file at `path`.
    case notConfigured(path: String)
  }

  package var edition: Edition
  package var service: Service
  package var setup: Setup
  /// The folder photographs are saved to; nil where none can be told.
  package var picturesFolder: String?
  /// Whether a browser is there to open pages in.
  package var hasBrowser: Bool
  /// The folder of the gallery's files.
  package var galleryFolder: String?
  /// What of the desktop can take a photograph's file.
  package var desktop: DesktopTools
  /// The person's own commands.
  package var shareCommands: [ShareCommand]
  /// How many downloads run at a time; the others wait for their turn.
  package var downloadsAtOnce: Int

  package init(
    edition: Edition = .basic,
    service: Service,
    setup: Setup = .ready,
    picturesFolder: String? = nil,
    hasBrowser: Bool = true,
    galleryFolder: String? = nil,
    desktop: DesktopTools = DesktopTools(),
    shareCommands: [ShareCommand] = [],
    downloadsAtOnce: Int = 3
  ) {
    self.edition = edition
    self.service = service
    self.setup = setup
    self.picturesFolder = picturesFolder
    self.hasBrowser = hasBrowser
    self.galleryFolder = galleryFolder
    self.desktop = desktop
    self.shareCommands = shareCommands
    self.downloadsAtOnce = downloadsAtOnce
  }
}

extension Launch {
  /// The service's name, as it stands where its photographs are credited.
  package var siteName: String {
    switch service {
    case .demo: "imagefeed's demo service"
    case .real(let name): name
    }
  }
}

/// Who is signed in, as far as screens need to know.
package struct Account: Equatable, Sendable {
  package var username: String?
  package init(username: String? = nil) { self.username = username }
}

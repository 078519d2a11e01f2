import Canvas
import Catalogue
import Localization
import Model
import ServiceAPI
import Settings

extension Program {
  /// The options from the command line, of the program or of a command.
  package struct Options: Sendable {
    package var isDemo = false
    package var edition = Edition.extended
    /// The service to show; `nil` for the configuration's.
    package var service: ServiceID?
    package var language: Language?
    package var theme: Configuration.Theme?
    package var colors: ColorDepth?
    package var graphics: Configuration.Graphics?
    package var symbols: SymbolSet?
    package var cell: Configuration.CellSize?
    /// Whether `--plain` was given.
    package var isPlain = false
    package var configurationPath: String?
    package var tracePath: String?
    /// The link or photo ID to open first; `nil` for the feed.
    package var address: String?
    /// The service that the link led away from, to come back to; `nil` for none.
    package var origin: ServiceID?
    /// The list to open first; `nil` for the feed.
    package var beginning: ListID?
    /// The maximum number of photos of that list; `nil` for all.
    package var limit: Int?
    /// The reason why the chosen service couldn't be saved for the next launch; `nil` if it was
    /// saved.
    package var saveProblem: Problem?
    /// Whether another service was shown before in this process.
    package var isSwitched = false
    /// Whether the user chose the demo on the sign-in screen, and is signed in to it at once.
    package var entersDemo = false

    package init() {}
  }
}

extension Program.Options {
  /// Reads the configuration, which these options override.
  ///
  /// - Parameter isConnecting: Whether to check the certificates for requests to the real service.
  ///   The demo's requests aren't encrypted.
  package func configuration(
    _ environment: [String: String],
    isConnecting: Bool = false
  ) throws(Problem) -> Configuration {
    var configuration = try Configuration.load(
      path: configurationPath,
      xdg: XDG(environment: environment, isDemo: isDemo),
      environment: environment,
      services: ServiceCatalogue.all
    )
    if let service { configuration.service = service }
    if isDemo, configuration.entry.demo == nil {
      guard service == nil, let first = configuration.services.first(where: { $0.demo != nil })
      else { throw Problem(.demo, .notOffered) }
      configuration.service = first.description.id
    }
    if isConnecting, !isDemo {
      try CertificateAuthorities(configuration, environment: environment).check()
    }
    return configuration
  }
}

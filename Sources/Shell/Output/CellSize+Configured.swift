import ServiceAPI
import Settings

extension Configuration.CellSize {
  /// The size of a cell in the configuration; nil as well if the configuration has a mistake, which
  /// is reported when the command begins.
  package init?(
    configuredIn path: String?,
    environment: [String: String],
    services: [ServiceEntry]
  ) {
    let configuration = try? Configuration.load(
      path: path,
      xdg: XDG(environment: environment),
      environment: environment,
      services: services
    )
    guard let cell = configuration?.cell else { return nil }
    self = cell
  }
}

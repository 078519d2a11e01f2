import ServiceAPI
import Settings

extension Configuration.CellSize {
  /// Reads the size of a cell from the configuration; `nil` if it isn't set or the configuration is
  /// invalid.
  ///
  /// The command reports an invalid configuration when it begins.
  init?(
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

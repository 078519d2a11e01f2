import Model

@testable import Catalogue
@testable import Settings

// The configuration with the services of the catalogue, as in the program.
extension Configuration {
  init() { self.init(services: ServiceCatalogue.all) }

  static func words(of key: String) -> [String] { words(of: key, services: ServiceCatalogue.all) }

  static func load(
    path: String?,
    xdg: XDG,
    environment: [String: String]
  ) throws(Problem) -> Configuration {
    try load(path: path, xdg: xdg, environment: environment, services: ServiceCatalogue.all)
  }

  static func set(
    _ key: String,
    to value: String,
    in path: String,
    xdg: XDG
  ) throws(SettingFailure) {
    try set(key, to: value, in: path, xdg: xdg, services: ServiceCatalogue.all)
  }

  static func unset(_ key: String, in path: String, xdg: XDG) throws(SettingFailure) {
    try unset(key, in: path, xdg: xdg, services: ServiceCatalogue.all)
  }
}

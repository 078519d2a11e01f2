import Model

/// All services there are; the first one is shown where nothing else is set.
package enum ServiceCatalogue {
  package static let all: [ServiceEntry] = [.unsplash, .vk]

  /// A service of the catalogue; the first one for a name that is not in it.
  package static func entry(of id: ServiceID) -> ServiceEntry {
    all.first { $0.description.id == id } ?? all[0]
  }
}

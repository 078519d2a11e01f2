import Model

/// The settings of one service, in a table of the configuration named after the service.
package protocol ServiceSection: Equatable, Sendable {
  static var service: ServiceID { get }
  /// Creates the section with its defaults.
  init()
}

extension ServiceSection {
  fileprivate func isEqual(to other: (any ServiceSection)?) -> Bool { self == other as? Self }
}

/// The sections of all services.
///
/// Only sections that differ from their defaults are stored.
package struct ServiceSections: Equatable, Sendable {
  private var sections: [ServiceID: any ServiceSection] = [:]

  package init() {}

  package subscript<Section: ServiceSection>(_ type: Section.Type) -> Section {
    get { sections[type.service] as? Section ?? Section() }
    set { sections[type.service] = newValue == Section() ? nil : newValue }
  }

  package static func == (one: ServiceSections, other: ServiceSections) -> Bool {
    one.sections.count == other.sections.count
      && one.sections.allSatisfy { $0.value.isEqual(to: other.sections[$0.key]) }
  }
}

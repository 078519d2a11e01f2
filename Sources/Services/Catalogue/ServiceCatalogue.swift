import Commons
import Platform
import ServiceAPI
import Unsplash
import VK

/// The services that the program supports; the first one is the default.
package enum ServiceCatalogue {
  package static var all: [ServiceEntry] { entries.withLock { $0 } }

  private static let entries = Lock<[ServiceEntry]>([.unsplash, .vk, .commons])

  /// Adds a service, before anything reads the catalogue: a test program adds one of its own.
  package static func add(_ entry: ServiceEntry) { entries.withLock { $0.append(entry) } }
}

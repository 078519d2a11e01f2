import ServiceAPI
import Unsplash
import VK

/// The available services; the first one is the default.
package enum ServiceCatalogue {
  package static let all: [ServiceEntry] = [.unsplash, .vk]
}

import ServiceAPI
import Unsplash
import VK

/// All services there are; the first one is shown where nothing else is set.
package enum ServiceCatalogue {
  package static let all: [ServiceEntry] = [.unsplash, .vk]
}

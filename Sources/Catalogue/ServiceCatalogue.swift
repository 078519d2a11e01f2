import ServiceAPI
import Unsplash
import VK

/// The services that the program supports; the first one is the default.
package enum ServiceCatalogue {
  package static let all: [ServiceEntry] = [.unsplash, .vk]
}

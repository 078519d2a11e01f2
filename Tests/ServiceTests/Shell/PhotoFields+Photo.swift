import Files
import Model

@testable import Unsplash
@testable import VK

extension PhotoFields {
  /// Creates the values of a photo of Unsplash or VK.
  init(_ photo: Photo, image: String = "", path: String? = nil) {
    let service: ServiceDescription = photo.id.service == .vk ? .vk : .unsplash
    self.init(photo, of: service, isDemo: false, image: image, path: path)
  }
}

import Canvas
import Model
import Platform

/// The encoded images, in memory and in the terminal.
struct ImageCache: Sendable {
  /// The images that the terminal stores, which can be placed without sending their bytes.
  private var storedImages: Set<PixelImage.Key> = []
  /// Whether the terminal has dropped images since `consumeLoss` was last called.
  private var hasLost = false
  private var images: LRUCache<PixelImage.Key, PixelImage>
  /// The plans of each picture's images; some images may have been evicted since.
  private var plans: [PictureSource: [ImagePlan]] = [:]

  /// The total size of the images removed from memory so far, in bytes.
  var removed: Int { images.removed }

  /// Creates an empty cache with a budget in bytes.
  init(budget: Int) { images = LRUCache(budget: budget) }

  /// Sets the images that the terminal stores now.
  mutating func updateStoredImages(_ images: Set<PixelImage.Key>) {
    guard images != storedImages else { return }
    hasLost = hasLost || !images.isSuperset(of: storedImages)
    storedImages = images
  }

  /// Returns whether the terminal has dropped images since the last call.
  ///
  /// The caller may need to encode these again.
  mutating func consumeLoss() -> Bool {
    defer { hasLost = false }
    return hasLost
  }

  /// Stores an image, and its plan among the plans of the picture.
  mutating func insert(_ image: PixelImage, _ plan: ImagePlan, of source: PictureSource) {
    images.insert(image, for: image.key, cost: image.bytes.count)
    plans[source] = available(source).filter { $0 != plan } + [plan]
  }

  /// Removes the images of a picture whose file has changed.
  mutating func remove(_ source: PictureSource) {
    for plan in plans.removeValue(forKey: source) ?? [] { images.remove(plan.key) }
  }

  mutating func removeAll() {
    images.removeAll()
    plans = [:]
  }

  /// Returns the image of a plan, without bytes if only the terminal has them.
  mutating func image(_ plan: ImagePlan, _ encoding: PixelImage.Encoding) -> PixelImage {
    images[plan.key] ?? PixelImage(key: plan.key, encoding: encoding, bytes: [])
  }

  /// Returns the plans of a picture's images that are still in memory or in the terminal.
  func available(_ source: PictureSource) -> [ImagePlan] {
    plans[source, default: []].filter {
      storedImages.contains($0.key) || images.contains($0.key)
    }
  }
}

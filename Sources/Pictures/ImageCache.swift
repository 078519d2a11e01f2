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
  /// What each picture has images of, some of which may be gone by now.
  private var plans: [PictureSource: [ImagePlan]] = [:]

  /// Bytes of images that were removed so far.
  var removed: Int { images.removed }

  /// - Parameter budget: bytes.
  init(budget: Int) { images = LRUCache(budget: budget) }

  /// Sets the images that the terminal stores now.
  mutating func updateStoredImages(_ images: Set<PixelImage.Key>) {
    guard images != storedImages else { return }
    hasLost = hasLost || !images.isSuperset(of: storedImages)
    storedImages = images
  }

  /// Returns whether the terminal has dropped images since the last call: the caller may need to
  /// encode these again.
  mutating func consumeLoss() -> Bool {
    defer { hasLost = false }
    return hasLost
  }

  mutating func insert(_ image: PixelImage, _ plan: ImagePlan, of source: PictureSource) {
    images.insert(image, for: image.key, cost: image.bytes.count)
    plans[source] = available(source).filter { $0 != plan } + [plan]
  }

  /// Forgets what shows a picture that looks different now.
  mutating func remove(_ source: PictureSource) {
    for plan in plans.removeValue(forKey: source) ?? [] { images.remove(plan.key) }
  }

  mutating func removeAll() {
    images.removeAll()
    plans = [:]
  }

  /// The image of a plan; without bytes, where only the terminal has them.
  mutating func image(_ plan: ImagePlan, _ encoding: PixelImage.Encoding) -> PixelImage {
    images[plan.key] ?? PixelImage(key: plan.key, encoding: encoding, bytes: [])
  }

  /// The images of a picture that can be shown.
  func available(_ source: PictureSource) -> [ImagePlan] {
    plans[source, default: []].filter {
      storedImages.contains($0.key) || images.contains($0.key)
    }
  }
}

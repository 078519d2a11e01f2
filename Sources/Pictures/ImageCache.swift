import Canvas
import Model
import Platform

/// The images made so far: those in memory, and those the terminal keeps.
struct ImageCache: Sendable {
  /// What the terminal keeps: it can be placed although its bytes are gone here.
  private var storedImages: Set<PixelImage.Key> = []
  /// Whether the terminal has lost images since `takeLoss` was last called.
  private var hasLost = false
  private var images: LRUCache<PixelImage.Key, PixelImage>
  /// What each picture has images of, some of which may be gone by now.
  private var plans: [PictureSource: [ImagePlan]] = [:]

  /// Bytes of images that were removed so far.
  var removed: Int { images.removed }

  /// - Parameter budget: bytes.
  init(budget: Int) { images = LRUCache(budget: budget) }

  /// Notes what the terminal keeps now.
  mutating func keep(_ images: Set<PixelImage.Key>) {
    guard images != storedImages else { return }
    hasLost = hasLost || !images.isSuperset(of: storedImages)
    storedImages = images
  }

  /// Whether the terminal has lost images since the last call; they may have to be made again.
  mutating func takeLoss() -> Bool {
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

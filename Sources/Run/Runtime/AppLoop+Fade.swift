import Canvas
import Imaging
import Model
import Platform
import Screens
import Terminal

/// A photo of the slideshow that fades out over the next one.
///
/// The terminal mixes: each step sends the photo with less opacity, by shared memory.
struct Fade: PhotoMotion {
  /// A photo of the slideshow, with its pixels.
  struct Slide {
    let source: PictureSource
    let image: PixelImage
    /// The part of the image that is shown, in pixels.
    let part: Rect
    let box: Rect

    /// Returns `nil` for a photo whose pixels aren't in memory.
    init?(_ frame: Frame, _ pictures: [ShownPicture]) {
      guard let placement = frame.fullPhoto,
        let index = frame.placements.firstIndex(of: placement), pictures.indices.contains(index),
        case .placed(let image, let part, _) = pictures[index].pixels, image.encoding == .rgb,
        image.bytes.count == image.footprint
      else { return nil }
      (source, self.image, self.part, box) = (placement.source, image, part, placement.box)
    }
  }

  let slide: Slide
  let start: MonotonicTime
  let step = Duration.milliseconds(33)
  let hidesPhoto = false

  private static let milliseconds = 400.0

  func image(at now: MonotonicTime) -> MovedImage? {
    let share = now.milliseconds(since: start) / Self.milliseconds
    guard share < 1 else { return nil }
    let opacity = UInt8(255 * (1 - share))
    var key = slide.image.key
    key.source = "\(opacity) of 255: " + key.source
    let bytes = PixelEncoder.rgba(slide.image.bytes, opacity: opacity)
    return MovedImage(
      PixelImage(key: key, encoding: .rgba, bytes: bytes),
      source: slide.part,
      rect: slide.box
    )
  }
}

import Canvas
import Imaging
import Model
import Platform
import Screens
import Terminal

/// A photo of the slideshow that fades out over the next one, and the light around it.
///
/// The terminal mixes: each step sends the pixels with less opacity, by shared memory.
struct Fade: PhotoMotion {
  /// A photo of the slideshow, with its pixels.
  struct Slide {
    let source: PictureSource
    let image: PixelImage
    /// The part of the image that is shown, in pixels.
    let part: Rect
    let box: Rect
    /// The screen, in cells.
    let screen: Rect
    /// The red, green and blue of each cell's background, row by row.
    let surround: [UInt8]

    /// Returns `nil` for a photo whose pixels aren't in memory.
    init?(_ frame: Frame, _ pictures: [ShownPicture]) {
      guard let placement = frame.fullPhoto,
        let index = frame.placements.firstIndex(of: placement), pictures.indices.contains(index),
        case .placed(let image, let part, _) = pictures[index].pixels, image.encoding == .rgb,
        image.bytes.count == image.footprint
      else { return nil }
      (source, self.image, self.part, box) = (placement.source, image, part, placement.box)
      let canvas = frame.canvas
      screen = canvas.bounds
      surround = (0..<canvas.rows).flatMap { y in
        (0..<canvas.columns).flatMap { x in
          let color = canvas[x, y].style.background
          return [color.red, color.green, color.blue]
        }
      }
    }
  }

  let slide: Slide
  let start: MonotonicTime
  let step = Duration.milliseconds(33)
  let hidesPhoto = false

  private static let milliseconds = 400.0

  func images(at now: MonotonicTime) -> [MovedImage] {
    let share = now.milliseconds(since: start) / Self.milliseconds
    guard share < 1 else { return [] }
    let opacity = UInt8(255 * (1 - share))
    let (box, screen) = (slide.box.intersection(slide.screen), slide.screen)
    var cells = PixelEncoder.rgba(slide.surround, opacity: opacity)
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX { cells[(y * screen.width + x) * 4 + 3] = 0 }
    }
    func image(_ name: String, _ size: Size, _ bytes: [UInt8]) -> PixelImage {
      let key = PixelImage.Key(source: "\(name), \(opacity) of 255", size: size)
      return PixelImage(key: key, encoding: .rgba, bytes: bytes)
    }
    let around = image("surround", screen.size, cells)
    let photo = image(
      slide.image.key.source,
      slide.image.key.size,
      PixelEncoder.rgba(slide.image.bytes, opacity: opacity)
    )
    return [
      MovedImage(around, source: screen, rect: screen),
      MovedImage(photo, source: slide.part, rect: slide.box),
    ]
  }
}

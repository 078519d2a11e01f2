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
    /// The background of each cell, row by row.
    let surround: [Color]

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
        (0..<canvas.columns).map { canvas[$0, y].style.background }
      }
    }
  }

  let slide: Slide
  let start: MonotonicTime
  /// The photo, made small enough for a step to be short.
  private let photo: Bitmap
  let step = Duration.milliseconds(33)
  let hidesPhoto = false

  private static let milliseconds = 400.0
  private static let mostPixels = 2_000_000.0

  init(slide: Slide, start: MonotonicTime) {
    (self.slide, self.start) = (slide, start)
    let size = slide.image.key.size
    let whole = Bitmap(width: size.width, height: size.height, bytes: slide.image.bytes)
    let share = (Self.mostPixels / Double(size.width * size.height)).squareRoot()
    photo = share < 1 ? whole.scaled(to: size.scaled(by: share)) : whole
  }

  func images(at now: MonotonicTime) -> [MovedImage] {
    let share = now.milliseconds(since: start) / Self.milliseconds
    guard share < 1 else { return [] }
    let opacity = UInt8(255 * (1 - share))
    let screen = slide.screen
    let cells = slide.surround.enumerated().flatMap { index, color in
      let cell = Point(index % screen.width, index / screen.width)
      let isClear = color.isStandard || slide.box.contains(cell)
      return [color.red, color.green, color.blue, isClear ? 0 : opacity]
    }
    func image(_ name: String, _ size: Size, _ bytes: [UInt8]) -> PixelImage {
      let key = PixelImage.Key(source: "\(name), \(opacity) of 255", size: size)
      return PixelImage(key: key, encoding: .rgba, bytes: bytes)
    }
    let around = image("surround", screen.size, cells)
    let size = Size(photo.width, photo.height)
    let whole = slide.image.key.size
    let pixels = PixelEncoder.rgba(photo.bytes, opacity: opacity)
    let part = Rect(
      x: slide.part.x * size.width / whole.width,
      y: slide.part.y * size.height / whole.height,
      width: max(1, slide.part.width * size.width / whole.width),
      height: max(1, slide.part.height * size.height / whole.height)
    )
    return [
      MovedImage(around, source: screen, rect: screen),
      MovedImage(image(slide.image.key.source, size, pixels), source: part, rect: slide.box),
    ]
  }
}

extension Size {
  fileprivate func scaled(by share: Double) -> Size {
    Size(max(1, Int(Double(width) * share)), max(1, Int(Double(height) * share)))
  }
}

import AppCore
import Canvas
import Model
import Platform
import Screens
import Terminal

/// An animation of the photo in full screen, drawn over the frames.
protocol PhotoMotion {
  /// The time between two steps.
  var step: Duration { get }
  /// Whether the photo in full screen is hidden until the end.
  var hidesPhoto: Bool { get }

  /// Returns the images to draw at a time; empty after the end.
  func images(at now: MonotonicTime) -> [MovedImage]
}

/// A photo that grows from its tile to full screen, or shrinks back.
///
/// The terminal scales the tile's image, which it stores already. A step is one short command.
struct Flight: PhotoMotion {
  /// An image that a placement shows.
  struct Image {
    let key: PixelImage.Key
    /// The part of the image that is shown, in pixels.
    let source: Rect

    /// Returns `nil` for a picture without an image that the terminal stores.
    init?(_ picture: ShownPicture) {
      guard case .placed(let image, let source, _) = picture.pixels else { return nil }
      (key, self.source) = (image.key, source)
    }
  }

  let image: Image
  let from: Rect
  let to: Rect
  let start: MonotonicTime
  /// Whether the photo grows.
  let hidesPhoto: Bool

  private static let milliseconds = 180.0
  let step = Duration.milliseconds(16)

  func images(at now: MonotonicTime) -> [MovedImage] {
    let share = now.milliseconds(since: start) / Self.milliseconds
    guard share < 1 else { return [] }
    // Fast at first, so that the photo is where the eye expects it.
    let done = 1 - (1 - share) * (1 - share) * (1 - share)
    func between(_ a: Int, _ b: Int) -> Int { a + Int((Double(b - a) * done).rounded()) }
    let rect = Rect(
      x: between(from.x, to.x),
      y: between(from.y, to.y),
      width: between(from.width, to.width),
      height: between(from.height, to.height)
    )
    let stored = PixelImage(key: image.key, encoding: .rgb, bytes: [])
    return [MovedImage(stored, source: image.source, rect: rect)]
  }
}

extension AppLoop {
  /// Begins a flight if the user opens a photo from its tile or closes it, or a fade if the timer
  /// of the slideshow changes the photo.
  func beginMotion(to frame: Frame, _ shown: [Flight.Image?], at now: MonotonicTime) {
    guard context.hasMotion, parts.terminal.movesImages, let last = self.frame,
      last.canvas.bounds == frame.canvas.bounds
    else { return motion = nil }
    switch (last.fullPhoto, frame.fullPhoto) {
    case (nil, let full?): motion = makeFlight(last, images, full, isOpening: true, now)
    case (let full?, nil): motion = makeFlight(frame, shown, full, isOpening: false, now)
    case (let old, let new) where old?.source != new?.source:
      // Files on a disk would be written for each step.
      let isQuick = parts.terminal.findings.medium == .sharedMemory
      let fades = !hasInput && isQuick && slide?.source == old?.source
      motion = fades ? slide.map { Fade(slide: $0, start: now) } : nil
    default: break
    }
  }

  /// Returns the flight between a photo's tile in a list and full screen; `nil` if the tile isn't
  /// wholly visible, or the terminal has no image of it.
  private func makeFlight(
    _ list: Frame,
    _ images: [Flight.Image?],
    _ full: PicturePlacement,
    isOpening: Bool,
    _ now: MonotonicTime
  ) -> Flight? {
    guard
      let index = list.placements.firstIndex(where: {
        $0.source == full.source && $0.use == .thumbnail
      }),
      images.indices.contains(index), let image = images[index],
      parts.terminal.storedImages.contains(image.key)
    else { return nil }
    let tile = list.placements[index]
    let whole = full.box.part(tile.crop)
    guard list.canvas.bounds.contains(tile.box), list.canvas.bounds.contains(whole) else {
      return nil
    }
    return Flight(
      image: image,
      from: isOpening ? tile.box : whole,
      to: isOpening ? whole : tile.box,
      start: now,
      hidesPhoto: isOpening
    )
  }
}

extension Frame {
  /// The photo in full screen; `nil` on other screens and in a comparison.
  var fullPhoto: PicturePlacement? {
    let full = placements.filter { $0.use == .full }
    return full.count == 1 ? full[0] : nil
  }

  /// Blanks the cells of the photo in full screen.
  mutating func hideFullPhoto() {
    guard let index = placements.firstIndex(where: { $0.use == .full }) else { return }
    for y in 0..<canvas.rows {
      for x in 0..<canvas.columns {
        if case .picture(UInt16(index), row: _, column: _) = canvas[x, y].content {
          canvas[x, y] = Cell(.text(" "), Style(background: background))
        }
      }
    }
  }
}

extension Rect {
  fileprivate func contains(_ other: Rect) -> Bool { intersection(other) == other }

  /// Returns the cells of a part of a picture that fills this rectangle.
  fileprivate func part(_ crop: Crop) -> Rect {
    func edge(_ share: Double, _ length: Int) -> Int { Int((share * Double(length)).rounded()) }
    let (left, right) = (edge(crop.x, width), edge(crop.x + crop.width, width))
    let (top, bottom) = (edge(crop.y, height), edge(crop.y + crop.height, height))
    return Rect(
      x: x + left,
      y: y + top,
      width: max(1, right - left),
      height: max(1, bottom - top)
    )
  }
}

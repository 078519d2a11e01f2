import Canvas
import Imaging

/// The way to make an item of the feed from an original: a crop, optional mirroring, and a tone.
struct Recipe: Equatable, Sendable {
  /// The crop in pixels of the original; at least six tenths of each side, so that the subject
  /// stays visible.
  let crop: Rect
  let isMirrored: Bool
  let tone: Tone

  /// Renders the recipe.
  ///
  /// - Parameters:
  ///   - photo: The original, decoded at any scale.
  ///   - source: The full size of the original in pixels, which `crop` refers to.
  ///   - size: The wanted size in pixels.
  func develop(_ photo: Bitmap, source: Size, size: Size) -> Bitmap {
    let scaled = photo.cropped(area(of: photo.size, source: source)).scaled(to: size)
    return tone.apply(to: isMirrored ? scaled.mirrored() : scaled)
  }

  /// Returns the crop in pixels of a decoded original, rounded outwards to whole pixels.
  func area(of decoded: Size, source: Size) -> Rect {
    let left = crop.x * decoded.width / source.width
    let top = crop.y * decoded.height / source.height
    let right = (crop.maxX * decoded.width + source.width - 1) / source.width
    let bottom = (crop.maxY * decoded.height + source.height - 1) / source.height
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The tone of an image.
///
/// The tones are mild, as a photographer would choose them.
enum Tone: CaseIterable, Sendable {
  case natural, warm, cool, vivid, bright, deep, faded, monochrome

  func apply(to bitmap: Bitmap) -> Bitmap {
    switch self {
    case .natural: bitmap
    case .warm: bitmap.toned(warmth: 0.22)
    case .cool: bitmap.toned(warmth: -0.2)
    case .vivid: bitmap.toned(saturation: 1.3)
    case .bright: bitmap.toned(brightness: 1.16)
    case .deep: bitmap.toned(saturation: 1.1, brightness: 0.86)
    case .faded: bitmap.toned(saturation: 0.66, brightness: 1.06, warmth: 0.08)
    case .monochrome: bitmap.toned(saturation: 0)
    }
  }

  /// Returns a random tone: half are natural, one in twenty-four is monochrome.
  static func chosen(_ roll: UInt64) -> Tone { palette[Int(roll % UInt64(palette.count))] }

  private static let palette: [Tone] = [
    .natural, .natural, .natural, .natural, .natural, .natural, .natural, .natural, .natural,
    .natural, .natural, .natural, .warm, .warm, .warm, .cool, .cool, .vivid, .vivid, .vivid,
    .bright, .deep, .faded, .monochrome,
  ]
}

extension Recipe {
  /// Returns the n-th crop of an original; no two are equal.
  ///
  /// Sizes and positions are from Halton's sequence, which covers the possible crops evenly. The
  /// focus limits them. Every second crop is mirrored.
  static func candidate(_ number: Int, of photo: SourcePhoto, tone: Tone = .natural) -> Recipe {
    func share(_ base: Int) -> Double { halton(number / 2 + 1, base: base) }
    var across = 0.6 + 0.4 * share(2)
    var down = 0.6 + 0.4 * share(3)
    // Very wide or very tall images look bad as cards.
    let shape = Double(photo.width) / Double(photo.height)
    if shape * across / down > 2.2 { across = max(0.6, 2.2 * down / shape) }
    if shape * across / down < 0.5 { down = max(0.6, shape * across / 0.5) }
    let focus = photo.focus
    let x = Focus.start(share(5), length: across, holding: focus?.left, focus?.right)
    let y = Focus.start(share(7), length: down, holding: focus?.top, focus?.bottom)
    return Recipe(
      crop: Rect(
        x: Int(x * Double(photo.width)),
        y: Int(y * Double(photo.height)),
        width: Int((across * Double(photo.width)).rounded(.up)),
        height: Int((down * Double(photo.height)).rounded(.up))
      ).intersection(Rect(x: 0, y: 0, width: photo.width, height: photo.height)),
      isMirrored: number % 2 == 1,
      tone: tone
    )
  }

  /// Returns the n-th number of the van der Corput sequence of a base, in `0..<1`.
  private static func halton(_ number: Int, base: Int) -> Double {
    var rest = number
    var weight = 1.0
    var sum = 0.0
    while rest > 0 {
      weight /= Double(base)
      sum += weight * Double(rest % base)
      rest /= base
    }
    return sum
  }
}

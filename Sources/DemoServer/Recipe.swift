import Canvas
import Imaging

/// How an item of the feed is made from a real photograph: a crop, perhaps mirrored, in a mood.
struct Recipe: Equatable, Sendable {
  /// The part taken, in pixels of the source; at least six tenths of each side, so that the
  /// subject stays in the picture.
  let crop: Rect
  let isMirrored: Bool
  let tone: Tone

  /// The picture of a recipe.
  ///
  /// - Parameters:
  ///   - photo: the source, decoded at any scale.
  ///   - source: the source's full size in pixels, which `crop` counts in.
  ///   - size: the wanted size in pixels.
  func develop(_ photo: Bitmap, source: Size, size: Size) -> Bitmap {
    let scaled = photo.cropped(area(of: photo.size, source: source)).scaled(to: size)
    return tone.apply(to: isMirrored ? scaled.mirrored() : scaled)
  }

  /// The crop in pixels of a decoded photograph, rounded outwards to whole ones.
  func area(of decoded: Size, source: Size) -> Rect {
    let left = crop.x * decoded.width / source.width
    let top = crop.y * decoded.height / source.height
    let right = (crop.maxX * decoded.width + source.width - 1) / source.width
    let bottom = (crop.maxY * decoded.height + source.height - 1) / source.height
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The mood of a picture; all of them mild, as a person would develop a photograph.
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

  /// Half are plain, one of twenty-four is without colour.
  static func chosen(_ roll: UInt64) -> Tone { palette[Int(roll % UInt64(palette.count))] }

  private static let palette: [Tone] = [
    .natural, .natural, .natural, .natural, .natural, .natural, .natural, .natural, .natural,
    .natural, .natural, .natural, .warm, .warm, .warm, .cool, .cool, .vivid, .vivid, .vivid,
    .bright, .deep, .faded, .monochrome,
  ]
}

extension Recipe {
  /// The number of clearly different crops of one source; each exists plain and mirrored.
  static let frames = 26

  /// The recipe of the n-th item made from a source.
  ///
  /// Crops come from a fixed table of framings, a little moved by chance and by what must stay in
  /// the picture.
  static func variant(
    _ number: Int,
    of photo: SourcePhoto,
    source index: Int,
    dice: Dice
  ) -> Recipe {
    let position = index * 4096 + number
    let frame = framings[(number / 2) % frames]
    func jitter(_ axis: Int, _ amount: Double) -> Double {
      (dice.unit(.frame, position * 4 + axis) - 0.5) * 2 * amount
    }
    var across = min(1, max(0.6, frame.width + (frame.width < 1 ? jitter(0, 0.025) : 0)))
    var down = min(1, max(0.6, frame.height + (frame.height < 1 ? jitter(1, 0.025) : 0)))
    // Panoramas and columns make poor cards.
    let shape = Double(photo.width) / Double(photo.height)
    if shape * across / down > 2.2 { across = max(0.6, 2.2 * down / shape) }
    if shape * across / down < 0.5 { down = max(0.6, shape * across / 0.5) }
    let x = Focus.start(
      (1 - across) * min(1, max(0, frame.x + jitter(2, 0.08))),
      length: across,
      holding: photo.focus?.left ?? 0.5,
      photo.focus?.right ?? 0.5
    )
    let y = Focus.start(
      (1 - down) * min(1, max(0, frame.y + jitter(3, 0.08))),
      length: down,
      holding: photo.focus?.top ?? 0.5,
      photo.focus?.bottom ?? 0.5
    )
    return Recipe(
      crop: Rect(
        x: Int(x * Double(photo.width)),
        y: Int(y * Double(photo.height)),
        width: Int((across * Double(photo.width)).rounded(.up)),
        height: Int((down * Double(photo.height)).rounded(.up))
      ).intersection(Rect(x: 0, y: 0, width: photo.width, height: photo.height)),
      isMirrored: number % 2 == 1,
      tone: .chosen(dice.roll(.tone, position))
    )
  }

  /// Shares of the source's sides, and where in the rest the crop lies (0 left or top … 1).
  private static let framings: [(width: Double, height: Double, x: Double, y: Double)] = [
    (1, 1, 0.5, 0.5), (0.66, 0.66, 0.5, 0.4), (0.62, 1, 0.15, 0.5), (1, 0.66, 0.5, 0.2),
    (0.66, 0.66, 0.1, 0.1), (0.8, 0.8, 0.85, 0.5), (0.62, 1, 0.85, 0.5), (0.66, 0.66, 0.9, 0.9),
    (1, 0.66, 0.5, 0.85), (0.8, 0.8, 0.15, 0.5), (0.66, 0.66, 0.9, 0.1), (0.75, 1, 0.5, 0.5),
    (0.66, 0.66, 0.1, 0.9), (1, 0.8, 0.5, 0.5), (0.62, 0.8, 0.1, 0.5), (0.8, 0.62, 0.5, 0.1),
    (0.62, 0.8, 0.9, 0.5), (0.8, 0.62, 0.5, 0.9), (0.62, 0.62, 0.5, 0.05), (0.9, 0.72, 0.9, 0.3),
    (0.62, 0.62, 0.5, 0.95), (0.72, 0.9, 0.3, 0.1), (0.62, 0.62, 0, 0.5), (0.88, 0.68, 0.1, 0.7),
    (0.62, 0.62, 1, 0.5), (0.68, 0.88, 0.7, 0.9),
  ]
}

import Canvas

/// A renderer with block symbols in 24-bit colour.
///
/// A cell is divided into parts, the smallest areas that a symbol can fill (see `PartCount`). The
/// best symbol and its two colours depend only on the mean colour of each part. `PartMatcher` finds
/// them. `ColorChooser` then accepts a slightly larger error if that saves bytes.
///
/// Colours are compared as sRGB values. Linear light and OKLab were also measured, over all demo
/// photos: see docs/design/symbols.md.
struct FullColorSymbols {
  /// The λ of the rate–distortion optimization: the squared error in sRGB values per part that is
  /// accepted to save a byte.
  ///
  /// Measured over all demo photos at 100 × 40 cells, this value takes 10 to 14 % fewer bytes than
  /// blanks for colours that differ by at most 4 of 255, with equal PSNR and SSIM.
  static let rateWeight: Float = 0.3
  /// The λ for an image that is drawn once.
  ///
  /// PSNR and SSIM are then at least those of chafa, both in the mean and in the worst photo.
  static let stillRateWeight: Float = 0.1
  /// The maximum increase of the contrast between the two colours of a cell, as a share.
  ///
  /// The means of the parts have the least squared error, but less contrast than the parts.
  /// Slightly more contrast improves SSIM and hardly costs PSNR: see docs/design/symbols.md. If a
  /// cell has exactly two colours, as in a drawing, they stay as they are.
  static let mostContrast: Float = 0.1

  private let parts: Size
  private let scalars: [UInt32]
  private let rateWeight: Float

  /// Creates a renderer; `nil` if the symbols have no parts.
  ///
  /// - Parameter rateWeight: the λ; 0 for the best two colours in every cell, however many bytes
  ///   they take.
  init?(_ symbols: SymbolSet, rateWeight: Float = Self.rateWeight) {
    guard let parts = symbols.parts else { return nil }
    self.parts = parts
    self.rateWeight = rateWeight
    scalars = symbols.scalarsByParts
  }

  func draw(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    let scaled = bitmap.scaled(to: Size(columns * parts.width, rows * parts.height))
    let matcher = PartMatcher(parts)
    let splits = UnsafeMutablePointer<PartMatcher.Split>.allocate(capacity: columns)
    splits.initialize(repeating: PartMatcher.Split(), count: columns)
    defer { splits.deallocate() }
    let symbols = [SymbolGrid.Symbol](unsafeUninitializedCapacity: columns * rows) {
      target,
      count in
      scaled.bytes.withUnsafeBufferPointer { bytes in
        scalars.withUnsafeBufferPointer { scalars in
          guard var pixels = bytes.baseAddress, var output = target.baseAddress else { return }
          for _ in 0..<rows {
            matcher.match(pixels, columns: columns, into: splits)
            var colors = ColorChooser(parts, columns: columns, rateWeight: rateWeight)
            for column in 0..<columns {
              output.initialize(to: colors.next(pixels, column, splits[column], scalars))
              output += 1
            }
            pixels += scaled.width * 3 * parts.height
          }
          count = columns * rows
        }
      }
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }
}

/// The choice of colours for a row's cells, from left to right.
///
/// The candidates are the cell's own best colours, those of the cell to the left, and a blank. The
/// choice has the least cost: squared error plus `rateWeight` per byte.
private struct ColorChooser {
  private let parts: Size
  private let columns: Int
  /// The number of parts in a cell, and the share of one part.
  private let (all, share): (Float, Float)
  /// The costs of bytes: for a blank in a new colour, a block with one or two new colours, and a
  /// block instead of a blank.
  ///
  /// A colour takes about 17 bytes. If one of two colours changes, ncurses sends both and
  /// `Render.ansi` only one. A cost in between works well with both.
  private let (blank, oneColor, twoColors, block): (Float, Float, Float, Float)
  /// The colours of the cell to the left.
  ///
  /// The foreground is `none` if that cell was a blank with a new colour.
  private var foreground = Self.none
  private var background = Self.none

  /// A value that is farther from every colour than any real colour.
  private static let none = Light(repeating: 1e6)

  init(_ parts: Size, columns: Int, rateWeight: Float) {
    self.parts = parts
    self.columns = columns
    all = Float(parts.width * parts.height)
    share = 1 / all
    let byte = rateWeight * all
    (blank, oneColor, twoColors, block) = (17 * byte, 25 * byte, 34 * byte, 2 * byte)
  }

  mutating func next(
    _ pixels: UnsafePointer<UInt8>,
    _ column: Int,
    _ split: PartMatcher.Split,
    _ scalars: UnsafeBufferPointer<UInt32>
  ) -> SymbolGrid.Symbol {
    let choice = choose(pixels, column, split)
    (foreground, background) = (choice.foreground, choice.background)
    let background = Self.color(choice.background)
    return SymbolGrid.Symbol(
      scalar: scalars[choice.foregroundMask],
      foreground: choice.foreground.x < 256 ? Self.color(choice.foreground) : background,
      background: background
    )
  }

  private struct Choice {
    var foreground = ColorChooser.none
    var background: Light
    /// The parts drawn in the foreground colour: one bit each, row by row from the lowest.
    var foregroundMask = 0
    /// The squared error plus the cost of the bytes.
    var cost: Float
  }

  private func choose(
    _ pixels: UnsafePointer<UInt8>,
    _ column: Int,
    _ split: PartMatcher.Split
  ) -> Choice {
    let mean = split.sum * share
    var best = Choice(background: Self.rounded(mean), cost: split.spread + blank)
    // No block costs less. Most cells of a blurred picture end here.
    let least = split.error + block
    let plain = split.spread + all * Self.distance(mean, background)
    if plain < best.cost {
      best = Choice(foreground: foreground, background: background, cost: plain)
    }
    guard least < best.cost else { return best }
    let near = parts(nearerTo: foreground, than: background, pixels, column)
    let kept = plain - near.gain + block
    if kept < best.cost {
      best = Choice(
        foreground: foreground,
        background: background,
        foregroundMask: near.foregroundMask,
        cost: kept
      )
    }
    guard split.foregroundMask != 0, least + oneColor < best.cost else { return best }
    let count = Float(split.foregroundMask.nonzeroBitCount)
    // The contrast grows by the share of the error that remains with two colours.
    let contrast = 1 + min(split.error / split.spread, FullColorSymbols.mostContrast)
    let (foregroundMean, backgroundMean) = (
      split.foregroundSum / count, (split.sum - split.foregroundSum) / (all - count)
    )
    let first = Group(mean: Self.color(foregroundMean, from: mean, contrast), count: count)
    let second = Group(mean: Self.color(backgroundMean, from: mean, contrast), count: all - count)
    let complement = 1 << (parts.width * parts.height) - 1 - split.foregroundMask
    consider(least, first, second, split.foregroundMask, &best)
    consider(least, second, first, complement, &best)
    return best
  }

  /// Moves a colour away from the mean, within the range of colours.
  @inline(__always)
  private static func color(_ color: Light, from mean: Light, _ contrast: Float) -> Light {
    let (dark, light) = (Light.zero, Light(repeating: 255))
    let color = mean + (color - mean) * contrast
    return color.replacing(with: dark, where: color .< dark)
      .replacing(with: light, where: color .> light)
  }

  /// Returns the parts of a cell that are nearer to the foreground, and the squared error they save
  /// against the background.
  ///
  /// |v − b|² − |v − f|² = 2 v · (f − b) − |f|² + |b|², with f the foreground and b the background.
  @inline(__always)
  private func parts(
    nearerTo foreground: Light,
    than background: Light,
    _ pixels: UnsafePointer<UInt8>,
    _ column: Int
  ) -> (foregroundMask: Int, gain: Float) {
    let way = (foreground - background) * 2
    let start = (foreground * foreground).sum() - (background * background).sum()
    var foregroundMask = 0
    var gain: Float = 0
    var part = 1
    for y in 0..<parts.height {
      var pixel = pixels + (y * columns + column) * parts.width * 3
      for _ in 0..<parts.width {
        let along = Float(pixel[0]) * way.x + Float(pixel[1]) * way.y + Float(pixel[2]) * way.z
        if along > start {
          foregroundMask |= part
          gain += along - start
        }
        part <<= 1
        pixel += 3
      }
    }
    return (foregroundMask, gain)
  }

  /// Some of a cell's parts, with the colour that they should have.
  private struct Group {
    let mean: Light
    let count: Float
  }

  /// Replaces `best` if drawing one group as foreground and the other as background costs less.
  ///
  /// Tries two new colours, and one new colour with the other colour of the cell to the left.
  ///
  /// - Parameter error: The cost of the two groups without that of their colours.
  private func consider(
    _ error: Float,
    _ first: Group,
    _ second: Group,
    _ foregroundMask: Int,
    _ best: inout Choice
  ) {
    let (ownForeground, ownBackground) = (Self.rounded(first.mean), Self.rounded(second.mean))
    let both = error + twoColors
    if both < best.cost {
      best = Choice(
        foreground: ownForeground,
        background: ownBackground,
        foregroundMask: foregroundMask,
        cost: both
      )
    }
    let sameForeground = error + oneColor + first.count * Self.distance(first.mean, foreground)
    if sameForeground < best.cost {
      best = Choice(
        foreground: foreground,
        background: ownBackground,
        foregroundMask: foregroundMask,
        cost: sameForeground
      )
    }
    let sameBackground = error + oneColor + second.count * Self.distance(second.mean, background)
    if sameBackground < best.cost {
      best = Choice(
        foreground: ownForeground,
        background: background,
        foregroundMask: foregroundMask,
        cost: sameBackground
      )
    }
  }

  /// Rounds to whole numbers, halves up.
  ///
  /// The supported processors round one number at a time, with a call for each. From 2²³ on there
  /// are no fractions, so adding it rounds four numbers at once.
  @inline(__always)
  private static func rounded(_ light: Light) -> Light {
    let half = light + 0.5
    let nearest = (half + 8_388_608) - 8_388_608
    return nearest.replacing(with: nearest - 1, where: nearest .> half)
  }

  private static func distance(_ a: Light, _ b: Light) -> Float {
    let difference = a - b
    return (difference * difference).sum()
  }

  /// Converts channels, which are whole numbers from 0 to 255, to a colour.
  ///
  /// After 2²³ is added to a number, its lowest bits are that number.
  private static func color(_ light: Light) -> Color {
    let bits = unsafeBitCast(light + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
    return Color(bits.x << 16 | bits.y << 8 | bits.z)
  }
}

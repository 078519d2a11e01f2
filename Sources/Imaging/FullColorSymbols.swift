import Canvas

/// Draws pictures with block symbols in 24-bit colour.
///
/// A cell's best two colours and its best symbol follow from the means of its parts alone: what
/// varies inside a part is lost with every choice alike. `PartMatcher` finds them, and
/// `ColorChooser` then trades a little likeness for bytes.
///
/// All of it happens in sRGB values. Matching in linear light or OKLab was measured as well, over
/// all demo photographs: see docs/architecture.md.
struct FullColorSymbols {
  /// The squared error in sRGB values, for each part, that one byte less to send is worth.
  ///
  /// Chosen by measurement over all demo photographs at 100 × 40: likeness, by PSNR and by SSIM, is
  /// what blanks for colours that differed by no more than four of 255 left of it, for a tenth to a
  /// seventh less bytes.
  static let rateWeight: Float = 0.3
  /// The same for a picture that stays: by PSNR and by SSIM at least as like as with chafa, in the
  /// mean and in the worst photograph.
  static let stillRateWeight: Float = 0.1
  /// The most by which the two colours of a cell are farther apart than the means of their parts.
  ///
  /// The means have the least squared error, and less contrast than what they stand for. A little
  /// more is what SSIM rewards and hardly costs PSNR: see docs/architecture.md. Where two colours
  /// are all there is, as in a drawing, they stay as they are.
  static let mostContrast: Float = 0.1

  private let parts: Size
  private let scalars: [UInt32]
  private let rateWeight: Float

  /// Nil for symbols that have no parts.
  ///
  /// - Parameter thrift: 0 for the best two colours in every cell, whatever they take to send.
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

/// Chooses the colours of a row's cells, one after the other: its own best, those of the cell to
/// the left, or a blank, whichever has the least sum of squared error and worth of bytes.
private struct ColorChooser {
  private typealias Light = SIMD4<Float>

  private let parts: Size
  private let columns: Int
  /// How many parts there are, and a part's share.
  private let (all, share): (Float, Float)
  /// What bytes are worth: a blank in another colour, a block with one or two other colours, and
  /// what a block takes more than a blank.
  ///
  /// A colour takes some 17 bytes. ncurses sends both where one changes, `Render.ansi` does not;
  /// half way between them, both come out well.
  private let (blank, oneColor, twoColors, block): (Float, Float, Float, Float)
  /// The colours that the cell before has set; no ink where that was a blank of its own.
  private var foreground = Self.none
  private var background = Self.none

  /// Farther from every colour than any other.
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
      scalar: scalars[choice.inked],
      foreground: choice.foreground.x < 256 ? Self.color(choice.foreground) : background,
      background: background
    )
  }

  private struct Choice {
    var foreground = ColorChooser.none
    var background: Light
    var inked = 0
    /// The squared error and the worth of the bytes.
    var cost: Float
  }

  private func choose(
    _ pixels: UnsafePointer<UInt8>,
    _ column: Int,
    _ split: PartMatcher.Split
  ) -> Choice {
    let mean = split.sum * share
    var best = Choice(background: Self.rounded(mean), cost: split.spread + blank)
    // No block costs less, and most cells of a blurred picture end here.
    let least = split.error + block
    let plain = split.spread + all * Self.distance(mean, background)
    if plain < best.cost {
      best = Choice(foreground: foreground, background: background, cost: plain)
    }
    guard least < best.cost else { return best }
    let near = parts(nearerTo: foreground, than: background, pixels, column)
    let kept = plain - near.gain + block
    if kept < best.cost {
      best = Choice(foreground: foreground, background: background, inked: near.inked, cost: kept)
    }
    guard split.inked != 0, least + oneColor < best.cost else { return best }
    let count = Float(split.inked.nonzeroBitCount)
    // As much more as is lost beside the two colours.
    let contrast = 1 + min(split.error / split.spread, FullColorSymbols.mostContrast)
    let (foregroundMean, backgroundMean) = (
      split.inkedSum / count, (split.sum - split.inkedSum) / (all - count)
    )
    let first = Group(mean: Self.color(foregroundMean, from: mean, contrast), count: count)
    let second = Group(mean: Self.color(backgroundMean, from: mean, contrast), count: all - count)
    let complement = 1 << (parts.width * parts.height) - 1 - split.inked
    consider(least, first, second, split.inked, &best)
    consider(least, second, first, complement, &best)
    return best
  }

  /// A colour farther from the mean, but still one.
  @inline(__always)
  private static func color(_ color: Light, from mean: Light, _ contrast: Float) -> Light {
    let (dark, light) = (Light.zero, Light(repeating: 255))
    let color = mean + (color - mean) * contrast
    return color.replacing(with: dark, where: color .< dark)
      .replacing(with: light, where: color .> light)
  }

  /// The parts of a cell that are nearer to the ink, and what of the squared error to the paper
  /// that saves.
  ///
  /// |v − paper|² − |v − ink|² = 2 v · (ink − paper) − |ink|² + |paper|².
  @inline(__always)
  private func parts(
    nearerTo foreground: Light,
    than background: Light,
    _ pixels: UnsafePointer<UInt8>,
    _ column: Int
  ) -> (inked: Int, gain: Float) {
    let way = (foreground - background) * 2
    let start = (foreground * foreground).sum() - (background * background).sum()
    var inked = 0
    var gain: Float = 0
    var part = 1
    for y in 0..<parts.height {
      var pixel = pixels + (y * columns + column) * parts.width * 3
      for _ in 0..<parts.width {
        let along = Float(pixel[0]) * way.x + Float(pixel[1]) * way.y + Float(pixel[2]) * way.z
        if along > start {
          inked |= part
          gain += along - start
        }
        part <<= 1
        pixel += 3
      }
    }
    return (inked, gain)
  }

  /// Some parts of a cell, and the colour that they should have.
  private struct Group {
    let mean: Light
    let count: Float
  }

  /// Takes a group in ink and a group in paper, one of them perhaps in the colour that is there.
  private func consider(
    _ error: Float,
    _ first: Group,
    _ second: Group,
    _ inked: Int,
    _ best: inout Choice
  ) {
    let (ownForeground, ownBackground) = (Self.rounded(first.mean), Self.rounded(second.mean))
    let both = error + twoColors
    if both < best.cost {
      best = Choice(foreground: ownForeground, background: ownBackground, inked: inked, cost: both)
    }
    let sameForeground = error + oneColor + first.count * Self.distance(first.mean, foreground)
    if sameForeground < best.cost {
      best = Choice(
        foreground: foreground,
        background: ownBackground,
        inked: inked,
        cost: sameForeground
      )
    }
    let sameBackground = error + oneColor + second.count * Self.distance(second.mean, background)
    if sameBackground < best.cost {
      best = Choice(
        foreground: ownForeground,
        background: background,
        inked: inked,
        cost: sameBackground
      )
    }
  }

  /// To whole numbers, halves up.
  ///
  /// The processors that the program is built for round one number at a time, by a call each. From
  /// 2²³ on there are no fractions, so that adding it rounds four.
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

  /// Whole numbers from 0 to 255, which are the lowest bits where 2²³ is added.
  private static func color(_ light: Light) -> Color {
    let bits = unsafeBitCast(light + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
    return Color(bits.x << 16 | bits.y << 8 | bits.z)
  }
}

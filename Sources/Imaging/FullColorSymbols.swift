import Canvas

/// Draws pictures with block symbols in 24-bit colour.
///
/// A cell's best two colours and its best symbol follow from the means of its parts alone: what
/// varies inside a part is lost with every choice alike. `PartMatcher` finds them, and
/// `ThriftyColors` then trades a little likeness for bytes.
///
/// All of it happens in sRGB values. Matching in linear light or OKLab was measured as well, over
/// all demo photographs: see docs/architecture.md.
struct FullColorSymbols {
  /// The squared error in sRGB values, for each part, that one byte less to send is worth.
  ///
  /// Chosen by measurement over all demo photographs at 100 × 40: likeness, by PSNR and by SSIM, is
  /// what blanks for colours that differed by no more than four of 255 left of it, for a tenth to a
  /// seventh less bytes.
  static let thrift: Float = 0.3
  /// The same for a picture that stays: by SSIM as well at least as like as with chafa, in the mean
  /// and in the worst photograph.
  static let stillThrift: Float = 0.15

  private let parts: Size
  private let scalars: [UInt32]
  private let thrift: Float

  /// Nil for symbols that have no parts.
  ///
  /// - Parameter thrift: 0 for the best two colours in every cell, whatever they take to send.
  init?(_ symbols: SymbolSet, thrift: Float = Self.thrift) {
    guard let parts = symbols.parts else { return nil }
    self.parts = parts
    self.thrift = thrift
    scalars = symbols.scalarsByParts
  }

  func draw(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    let scaled = bitmap.scaled(to: Size(columns * parts.width, rows * parts.height))
    let matcher = PartMatcher(parts)
    let inked = UnsafeMutablePointer<UInt8>.allocate(capacity: columns)
    defer { inked.deallocate() }
    let symbols = [SymbolGrid.Symbol](unsafeUninitializedCapacity: columns * rows) {
      target,
      count in
      scaled.bytes.withUnsafeBufferPointer { bytes in
        scalars.withUnsafeBufferPointer { scalars in
          guard var pixels = bytes.baseAddress, var output = target.baseAddress else { return }
          for _ in 0..<rows {
            matcher.match(pixels, columns: columns, into: inked)
            var colors = ThriftyColors(parts, columns: columns, thrift: thrift)
            for column in 0..<columns {
              output.initialize(to: colors.next(pixels, column, Int(inked[column]), scalars))
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

/// Chooses the colours of a row's cells, one after the other: its own best, those of the cell to the
/// left, or a blank, whichever has the least sum of squared error and worth of bytes.
private struct ThriftyColors {
  private typealias Light = SIMD4<Float>

  private let parts: Size
  private let columns: Int
  /// What bytes are worth: a blank in another colour, a block with one or two other colours, and
  /// what a block takes more than a blank.
  ///
  /// A colour takes some 17 bytes. ncurses sends both where one changes, `Render.ansi` does not; half
  /// way between them, both come out well.
  private let (blank, oneColor, twoColors, block): (Float, Float, Float, Float)
  /// The colours that the cell before has set; no ink where that was a blank of its own.
  private var ink: Light?
  private var paper: Light?

  init(_ parts: Size, columns: Int, thrift: Float) {
    self.parts = parts
    self.columns = columns
    let byte = thrift * Float(parts.width * parts.height)
    (blank, oneColor, twoColors, block) = (17 * byte, 25 * byte, 34 * byte, 2 * byte)
  }

  /// - Parameter inked: the parts of the better ink, a bit for each.
  mutating func next(
    _ pixels: UnsafePointer<UInt8>,
    _ column: Int,
    _ inked: Int,
    _ scalars: UnsafeBufferPointer<UInt32>
  ) -> SymbolGrid.Symbol {
    let sums = sum(pixels, column, inked)
    let choice = choose(sums, inked)
    (ink, paper) = (choice.ink, choice.paper)
    let paper = Self.color(choice.paper)
    return SymbolGrid.Symbol(
      scalar: scalars[choice.inked],
      foreground: choice.ink.map(Self.color) ?? paper,
      background: paper
    )
  }

  /// What a cell's parts add up to.
  private struct Sums {
    var inked = Light.zero
    var others = Light.zero
    var squares: Float = 0
    /// With the colours that are there: the parts nearer to the ink, and the squared error.
    var nearInk = 0
    var error: Float = 0
  }

  private func sum(_ pixels: UnsafePointer<UInt8>, _ column: Int, _ inked: Int) -> Sums {
    var sums = Sums()
    var part = 1
    let first = ink ?? paper ?? .zero
    let second = paper ?? .zero
    var squares = Light.zero
    for y in 0..<parts.height {
      var pixel = pixels + (y * columns + column) * parts.width * 3
      for _ in 0..<parts.width {
        let light = Light(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 0)
        if inked & part != 0 { sums.inked += light } else { sums.others += light }
        squares += light * light
        let toInk = Self.distance(light, first)
        let toPaper = Self.distance(light, second)
        if toInk < toPaper { sums.nearInk |= part }
        sums.error += min(toInk, toPaper)
        part <<= 1
        pixel += 3
      }
    }
    sums.squares = squares.sum()
    return sums
  }

  private struct Choice {
    /// Nil for a blank that knows of no ink before it.
    var ink: Light?
    var paper: Light
    var inked = 0
    /// The squared error and the worth of the bytes.
    var cost: Float
  }

  private func choose(_ sums: Sums, _ inked: Int) -> Choice {
    let all = Float(parts.width * parts.height)
    let mean = (sums.inked + sums.others) / all
    let color = Self.rounded(mean)
    let spread = sums.squares - all * (mean * mean).sum()
    var best = Choice(paper: color, cost: spread + blank)
    if let paper {
      let cost = spread + all * Self.distance(mean, paper)
      if cost < best.cost { best = Choice(ink: ink, paper: paper, cost: cost) }
      if let ink, sums.error + block < best.cost {
        best = Choice(ink: ink, paper: paper, inked: sums.nearInk, cost: sums.error + block)
      }
    }
    let count = Float(inked.nonzeroBitCount)
    guard count > 0 else { return best }
    let first = Group(sum: sums.inked, count: count)
    let second = Group(sum: sums.others, count: all - count)
    let error = sums.squares - first.power - second.power + block
    // What follows costs no less than this, and most cells of a blurred picture end here.
    guard best.cost > error + oneColor else { return best }
    let complement = 1 << (parts.width * parts.height) - 1 - inked
    consider(error, first, second, inked, &best)
    consider(error, second, first, complement, &best)
    return best
  }

  /// Some parts of a cell.
  private struct Group {
    let count: Float
    let mean: Light
    let power: Float

    init(sum: Light, count: Float) {
      self.count = count
      mean = sum / count
      power = (sum * mean).sum()
    }
  }

  /// Takes a group in ink and a group in paper, one of them perhaps in the colour that is there.
  private func consider(
    _ error: Float,
    _ first: Group,
    _ second: Group,
    _ inked: Int,
    _ best: inout Choice
  ) {
    var choice = Choice(
      ink: Self.rounded(first.mean),
      paper: Self.rounded(second.mean),
      inked: inked,
      cost: error + twoColors
    )
    if let ink {
      let cost = error + oneColor + first.count * Self.distance(first.mean, ink)
      if cost < choice.cost { (choice.ink, choice.cost) = (ink, cost) }
    }
    if let paper {
      let cost = error + oneColor + second.count * Self.distance(second.mean, paper)
      if cost < choice.cost {
        choice = Choice(ink: Self.rounded(first.mean), paper: paper, inked: inked, cost: cost)
      }
    }
    if choice.cost < best.cost { best = choice }
  }

  /// To whole numbers, halves up.
  ///
  /// The processors that the program is built for round one number at a time, by a call each. From
  /// 2²³ on there are no fractions, so that adding it rounds four.
  private static func rounded(_ light: Light) -> Light {
    let half = light + 0.5
    let nearest = (half + 8_388_608) - 8_388_608
    return nearest.replacing(with: nearest - 1, where: nearest .> half)
  }

  private static func distance(_ a: Light, _ b: Light) -> Float {
    let difference = a - b
    return (difference * difference).sum()
  }

  private static func color(_ light: Light) -> Color {
    Color(red: UInt8(light.x), green: UInt8(light.y), blue: UInt8(light.z))
  }
}

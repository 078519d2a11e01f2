import Canvas

/// Draws pictures with block symbols in the 256 or 16 colours of a terminal.
///
/// Each cell takes the two palette entries and the symbol that come nearest to its parts and to its
/// mean: entries that differ from the picture in opposite directions mix to the right colour. What
/// remains of the parts' errors is carried in linear light to those around (`PartErrors`). Without
/// that, everything less saturated than the palette's few steps comes out in greys.
struct PaletteSymbols {
  /// What the error of a cell's mean weighs against that of its parts, and the share of a part's
  /// error that is carried on to other cells.
  ///
  /// Chosen by measurement over all demo photographs: see docs/architecture.md.
  private static let meanWeight: Float = 1
  private static let carried: Float = 0.9

  private typealias Light = SIMD3<Float>

  private let palette: Palette
  private let parts: Size
  private let scalars: [UInt32]
  private let dithering: Float

  /// Nil for colours that need no palette, and for symbols that have no parts.
  init?(_ symbols: SymbolSet, colors: ColorDepth, dithering: Float) {
    guard let palette = Palette.of(colors, isDithered: dithering > 0), let parts = symbols.parts
    else { return nil }
    self.palette = palette
    self.parts = parts
    self.dithering = dithering
    scalars = symbols.scalarsByParts
  }

  func draw(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    let scaled = prepared(bitmap.scaled(to: Size(columns * parts.width, rows * parts.height)))
    var symbols = [SymbolGrid.Symbol](
      repeating: SymbolGrid.Symbol(scalar: 0x20, foreground: .standard, background: .standard),
      count: columns * rows
    )
    var matcher = Matcher(palette: palette, partCount: parts.width * parts.height)
    // Without anything carried on, a mean that is right is worth no part that is wrong.
    let meanWeight = Self.meanWeight * dithering * dithering
    var errors = PartErrors(parts, columns: columns, carried: Self.carried * dithering)
    for row in 0..<rows {
      errors.walk { column, errors in
        read(scaled, row, column, errors: errors, into: &matcher.targets)
        let choice = matcher.choose(meanWeight: meanWeight)
        symbols[row * columns + column] = symbol(choice)
        for part in errors.indices {
          let entry = choice.inked >> part & 1 == 1 ? choice.ink : choice.paper
          errors[part] = matcher.targets[part] - palette.lights[entry]
        }
      }
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  /// What is matched: the parts themselves, or, where nothing is carried on, a picture that loses
  /// less by that.
  private func prepared(_ scaled: Bitmap) -> Bitmap {
    guard dithering == 0 else { return scaled }
    return palette.colors.count > 16 ? scaled.sharpened(shift: 5) : scaled.clarified()
  }

  /// The linear light that the parts of a cell should have.
  private func read(
    _ bitmap: Bitmap,
    _ row: Int,
    _ column: Int,
    errors: [Light],
    into targets: inout [Light]
  ) {
    var part = 0
    for y in 0..<parts.height {
      var index = ((row * parts.height + y) * bitmap.width + column * parts.width) * 3
      for _ in 0..<parts.width {
        let light = Light(
          Curve.linear[Int(bitmap.bytes[index])],
          Curve.linear[Int(bitmap.bytes[index + 1])],
          Curve.linear[Int(bitmap.bytes[index + 2])]
        )
        // Errors that no colour can make up for must not add up.
        targets[part] = (light + errors[part]).clamped(
          lowerBound: Light(repeating: -0.3),
          upperBound: Light(repeating: 1.3)
        )
        part += 1
        index += 3
      }
    }
  }

  private func symbol(_ choice: Matcher.Choice) -> SymbolGrid.Symbol {
    let (ink, paper) = (palette.colors[choice.ink], palette.colors[choice.paper])
    switch choice.inked {
    case 0: return SymbolGrid.Symbol(scalar: 0x20, foreground: paper, background: paper)
    case scalars.count - 1: return SymbolGrid.Symbol(scalar: 0x20, foreground: ink, background: ink)
    case let inked:
      return SymbolGrid.Symbol(scalar: scalars[inked], foreground: ink, background: paper)
    }
  }
}

/// Chooses two palette entries and the parts that get the first of them.
private struct Matcher {
  struct Choice {
    var ink = 0
    var paper = 0
    /// A bit for each part that has the ink.
    var inked = 0
  }

  /// The light that each part should have; set before each choice.
  var targets: [SIMD3<Float>]

  private let palette: Palette
  private let count: Int
  private var shades: [SIMD3<Float>]
  /// The entries in question, and how far each is from each part.
  private var candidates: [Int] = []
  private var distances: [Float] = []
  /// What each part gains by the ink, the most first (negative), and which part it is.
  private var gains: [Float]
  private var order: [Int]

  init(palette: Palette, partCount: Int) {
    self.palette = palette
    count = partCount
    targets = Array(repeating: .zero, count: partCount)
    shades = targets
    gains = Array(repeating: 0, count: partCount)
    order = Array(repeating: 0, count: partCount)
  }

  mutating func choose(meanWeight: Float) -> Choice {
    let hue = palette.hue
    var light = SIMD3<Float>.zero
    for part in 0..<count {
      light += targets[part]
      shades[part] = Curve.shade(targets[part])
    }
    light /= Float(count)
    let mean = Curve.shade(light)
    collect(near: mean)
    let weight = meanWeight * Float(count)
    var best = Float.infinity
    var choice = Choice()
    distances.withUnsafeBufferPointer { distances in
      gains.withUnsafeMutableBufferPointer { gains in
        order.withUnsafeMutableBufferPointer { order in
          for first in candidates.indices {
            for second in first..<candidates.count {
              let (inks, papers) = (first * count, second * count)
              // No choice of parts is nearer than each part to the nearer of the two.
              var least: Float = 0
              for part in 0..<count {
                least += min(distances[inks + part], distances[papers + part])
              }
              guard least < best else { continue }
              // Whichever number of parts the ink gets, it gets those that gain most by it.
              var cost: Float = 0
              for part in 0..<count {
                let paper = distances[papers + part]
                let gain = distances[inks + part] - paper
                cost += paper
                var place = part
                while place > 0, gains[place - 1] > gain {
                  gains[place] = gains[place - 1]
                  order[place] = order[place - 1]
                  place -= 1
                }
                gains[place] = gain
                order[place] = part
              }
              let ink = palette.lights[candidates[first]]
              let paper = palette.lights[candidates[second]]
              var inked = 0
              for number in 0...count {
                if number > 0 {
                  cost += gains[number - 1]
                  inked |= 1 << order[number - 1]
                }
                guard cost < best else { continue }
                let share = Float(number) / Float(count)
                let mix = paper + (ink - paper) * share
                let total = cost + weight * Curve.distance(mean, Curve.shade(mix), hue: hue)
                guard total < best else { continue }
                best = total
                choice = Choice(
                  ink: candidates[first],
                  paper: candidates[second],
                  inked: inked
                )
              }
            }
          }
        }
      }
    }
    return choice
  }

  /// The entries nearest to each part and, more of them, to the mean.
  private mutating func collect(near mean: SIMD3<Float>) {
    candidates.removeAll(keepingCapacity: true)
    for shade in shades { add(palette.nearest(to: shade).prefix(Palette.nearestToPart)) }
    add(palette.nearest(to: mean))
    distances.removeAll(keepingCapacity: true)
    let hue = palette.hue
    for candidate in candidates {
      for shade in shades {
        distances.append(Curve.distance(shade, palette.shades[candidate], hue: hue))
      }
    }
  }

  private mutating func add(_ entries: ArraySlice<UInt8>) {
    for entry in entries where !candidates.contains(Int(entry)) { candidates.append(Int(entry)) }
  }
}

/// The colours a terminal has, ready to be compared.
private struct Palette: Sendable {
  let colors: [Color]
  /// How much more a difference in hue counts than one in grey.
  let hue: Float
  /// Linear light, and what the eye makes of it: sRGB, both from 0 to 1.
  let lights: [SIMD3<Float>]
  let shades: [SIMD3<Float>]
  /// For each box of a cube of colours, the entries nearest to its middle, nearest first.
  private let table: [UInt8]

  /// Boxes along each side of the cube.
  private static let side = 16
  private static let nearestToMean = 6
  static let nearestToPart = 3

  private static let palette256 = Palette(Array(XtermPalette.colors[16...]))
  private static let palette16 = Palette(Array(XtermPalette.colors[..<16]))
  /// Dark red, green and blue are nearer to a dark grey than the only grey there is: a grey picture
  /// would be full of coloured specks.
  private static let dithered16 = Palette(Array(XtermPalette.colors[..<16]), hue: 1)

  static func of(_ colors: ColorDepth, isDithered: Bool) -> Palette? {
    switch colors {
    case .palette256: palette256
    case .palette16: isDithered ? dithered16 : palette16
    case .trueColor, .monochrome: nil
    }
  }

  private init(_ colors: [Color], hue: Float = 0) {
    self.colors = colors
    self.hue = hue
    let shades = colors.map {
      SIMD3<Float>(Float($0.red), Float($0.green), Float($0.blue)) / 255
    }
    self.shades = shades
    lights = colors.map {
      SIMD3(Curve.linear[Int($0.red)], Curve.linear[Int($0.green)], Curve.linear[Int($0.blue)])
    }
    var table: [UInt8] = []
    let middles = (0..<Self.side).map { (Float($0) + 0.5) / Float(Self.side) }
    for red in middles {
      for green in middles {
        for blue in middles {
          let middle = SIMD3(red, green, blue)
          let order = shades.indices
            .map { (Curve.distance(middle, shades[$0], hue: hue), UInt8($0)) }
            .sorted { $0.0 < $1.0 }
          table += order.prefix(Self.nearestToMean).map(\.1)
        }
      }
    }
    self.table = table
  }

  /// The entries nearest to the middle of the box that a shade lies in.
  func nearest(to shade: SIMD3<Float>) -> ArraySlice<UInt8> {
    let side = Self.side
    let box = SIMD3<Int>(shade * Float(side))
    let index = (min(box.x, side - 1) * side + min(box.y, side - 1)) * side + min(box.z, side - 1)
    let start = index * Self.nearestToMean
    return table[start..<start + Self.nearestToMean]
  }
}

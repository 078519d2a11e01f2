import Canvas

/// The default colours of terminals with a palette, as xterm defines them.
///
/// Grids of `Symbols` carry indexed colours as these values. The first 16 differ from each other,
/// and so do the other 240. The terminal driver can therefore convert a colour back to its index by
/// searching the nearest entry: 0–15 with 16 colours, 16–255 with 256.
package enum XtermPalette {
  /// The 256 entries: 16 named colours, a cube of 6 × 6 × 6, and 24 greys.
  package static let colors: [Color] = {
    var colors = [
      0x000000, 0x800000, 0x008000, 0x808000, 0x000080, 0x800080, 0x008080, 0xC0C0C0,
      0x808080, 0xFF0000, 0x00FF00, 0xFFFF00, 0x0000FF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    .map { Color(UInt32($0)) }
    for red in levels {
      for green in levels {
        for blue in levels { colors.append(Color(red: red, green: green, blue: blue)) }
      }
    }
    for step in 0..<24 {
      let grey = UInt8(8 + 10 * step)
      colors.append(Color(red: grey, green: grey, blue: grey))
    }
    return colors
  }()

  /// Returns the nearest entry to a colour, 0–15 or 16–255.
  ///
  /// An entry's own colour returns that entry.
  ///
  /// With 256 colours the first 16 aren't used, because the user may have redefined them.
  package static func index(nearest color: Color, depth: ColorDepth) -> Int {
    depth == .palette16 ? nearestOf16(color) : nearestOf240(color)
  }

  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  /// Returns the nearest entry of the cube and the greys.
  ///
  /// Neither needs a search.
  private static func nearestOf240(_ color: Color) -> Int {
    let cube = 16 + step(color.red) * 36 + step(color.green) * 6 + step(color.blue)
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let grey = 232 + min(max((mean - 3) / 10, 0), 23)
    return distance(colors[grey], color) < distance(colors[cube], color) ? grey : cube
  }

  /// Returns the nearest level of the cube.
  ///
  /// The limits are half way between neighbours.
  private static func step(_ value: UInt8) -> Int {
    if value < 48 { return 0 }
    return value < 115 ? 1 : (Int(value) - 35) / 40
  }

  /// Returns the nearest entry of the half-bright cube, the bright cube, and the light grey in
  /// between.
  ///
  /// None of them needs a search. Of equally near entries, the first is returned.
  private static func nearestOf16(_ color: Color) -> Int {
    func corner(_ border: UInt8) -> Int {
      (color.red > border ? 1 : 0) | (color.green > border ? 2 : 0) | (color.blue > border ? 4 : 0)
    }
    let (half, full) = (corner(64), corner(127))
    let (dark, light, grey) = (half == 7 ? 8 : half, full == 0 ? 0 : 8 + full, 7)
    return colors.withUnsafeBufferPointer { colors in
      var (best, least) = (dark, distance(colors[dark], color))
      func consider(_ entry: Int) {
        let distance = distance(colors[entry], color)
        if distance < least || distance == least && entry < best {
          (best, least) = (entry, distance)
        }
      }
      consider(grey)
      consider(light)
      return best
    }
  }

  private static func distance(_ a: Color, _ b: Color) -> Int {
    let red = Int(a.red) - Int(b.red)
    let green = Int(a.green) - Int(b.green)
    let blue = Int(a.blue) - Int(b.blue)
    return red * red + green * green + blue * blue
  }
}

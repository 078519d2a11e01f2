import CNcurses
import Canvas

/// A cell as the terminal shows it.
///
/// Frames are compared by their glyphs.
struct Glyph: Equatable {
  /// A scalar, `continuation`, `clusterBit` with an index into the cluster table, or
  /// `placeholderBit` with numbers.
  var code: UInt32
  var foreground: Int32
  var background: Int32
  var attributes: Attributes

  static let continuation: UInt32 = 0
  static let clusterBit: UInt32 = 1 << 31
  /// The bit of a placeholder cell of kitty.
  ///
  /// The low bits hold three numbers of nine bits each, lowest first: row, column, and the high
  /// byte of the image's ID plus one. The last number is 0 if that byte is 0.
  static let placeholderBit: UInt32 = 1 << 30
  /// Whether the character reaches the edges of its cell.
  ///
  /// These are the block elements, sextants and octants, and the quarter blocks that complete the
  /// octants.
  var isBlock: Bool {
    switch code {
    case 0x2580...0x259F, 0x1FB00...0x1FB3B, 0x1CD00...0x1CDE5: true
    case 0x1CEA0, 0x1CEA3, 0x1CEA8, 0x1CEAB, 0x1FB82, 0x1FB85, 0x1FBE6, 0x1FBE7: true
    default: false
    }
  }
  static let blank = Glyph(code: 0x20, foreground: -1, background: -1, attributes: [])
}

/// The conversion of a frame's cells to glyphs that fit the terminal's colours and characters.
struct GlyphResolver {
  /// The reducers for the colours of pictures, and of text and interface.
  let (colors, interface): (ColorReducer, ColorReducer)
  let isUTF8: Bool
  /// The scalars of each cluster that has several: the base scalar, then the combining ones.
  private(set) var clusters: [[UInt32]] = []
  private var numbers: [Character: (code: UInt32, second: UInt32?)] = [:]

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - depth: the colour depth of pictures.
  ///   - text: the colour depth of text and interface.
  ///   - available: the number of colours in the terminfo entry.
  init(_ depth: ColorDepth, text: ColorDepth, of available: Int, isUTF8: Bool) {
    colors = ColorReducer(depth: depth, isEightColors: available < 16)
    interface = ColorReducer(depth: text, isEightColors: available < 16)
    self.isUTF8 = isUTF8
  }

  /// Whether the cluster table is so large that `reset()` should be called.
  var isFull: Bool { clusters.count > 8192 }

  /// Clears the cluster table.
  ///
  /// Glyphs made before become invalid.
  mutating func reset() {
    clusters.removeAll()
    numbers.removeAll()
  }

  /// Fills one row of glyphs.
  ///
  /// Cells outside the canvas are blank.
  ///
  /// - Parameter cover: the cells that pixels cover instead of symbols; `nil` if there are none.
  mutating func resolve(
    _ canvas: Canvas,
    row y: Int,
    pictures: [SymbolGrid?],
    cover: PixelCover? = nil,
    into row: UnsafeMutableBufferPointer<Glyph>
  ) {
    let count = y < canvas.rows ? min(canvas.columns, row.count) : 0
    let base = y * canvas.columns
    canvas.cells.withUnsafeBufferPointer { cells in
      var x = 0
      while x < count {
        let cell = cells[base + x]
        switch cell.content {
        case .text(let cluster):
          let isWide = x + 1 < count && cells[base + x + 1].content == .continuation
          let codes = code(for: cluster, isWide: isWide)
          row[x] = glyph(codes.first, cell.style)
          if isWide {
            row[x + 1] = glyph(codes.second, cell.style)
            x += 1
          }
        case .continuation:
          row[x] = glyph(0x20, cell.style)
        case .picture(let placement, let pictureRow, let column):
          switch cover?[x, y] ?? PixelCover.symbol {
          case PixelCover.symbol:
            let grid = Int(placement) < pictures.count ? pictures[Int(placement)] : nil
            row[x] = picture(grid, Int(pictureRow), Int(column), cell.style)
          case PixelCover.hole: row[x] = hole(cell.style, isFresh: false)
          case PixelCover.freshHole: row[x] = hole(cell.style, isFresh: true)
          case let id: row[x] = placeholder(id, UInt32(pictureRow), UInt32(column))
          }
        }
        x += 1
      }
    }
    for x in count..<row.count { row[x] = .blank }
  }

  /// Returns the glyph of a cell under pixels.
  ///
  /// The character is a no-break space, because ncurses clears blanks to the end of a line, right
  /// through a picture. A fresh hole looks the same on the terminal but differs for ncurses, which
  /// therefore writes the cell again.
  private func hole(_ style: Style, isFresh: Bool) -> Glyph {
    var hole = glyph(0xA0, style)
    hole.attributes = isFresh ? .bold : []
    return hole
  }

  private func glyph(_ code: UInt32, _ style: Style) -> Glyph { glyph(code, style, interface) }

  private func glyph(_ code: UInt32, _ style: Style, _ colors: ColorReducer) -> Glyph {
    var attributes = style.attributes
    var foreground = colors.number(of: style.foreground)
    var background = colors.number(of: style.background)
    if colors.isEightColors {
      if foreground > 7 {
        foreground -= 8
        attributes.insert(.bold)
      }
      if background > 7 { background -= 8 }
    }
    return Glyph(
      code: code,
      foreground: foreground,
      background: background,
      attributes: attributes
    )
  }

  /// Returns a cell of an image.
  ///
  /// The foreground colour holds the low 24 bits of its ID.
  private func placeholder(_ id: UInt32, _ row: UInt32, _ column: UInt32) -> Glyph {
    let high = id >> 24 == 0 ? 0 : (id >> 24) + 1
    return Glyph(
      code: Glyph.placeholderBit | high << 18 | column << 9 | row,
      foreground: Int32(id & 0xFF_FFFF),
      background: ColorReducer.standard,
      attributes: []
    )
  }

  private func picture(_ grid: SymbolGrid?, _ row: Int, _ column: Int, _ style: Style) -> Glyph {
    guard let grid, row < grid.rows, column < grid.columns else { return glyph(0x20, style) }
    let symbol = grid[row, column]
    var style = Style(foreground: symbol.foreground, background: symbol.background)
    var scalar = symbol.scalar
    if scalar == 0x2588 {
      // A full block is shown as a space with that background, which saves one colour.
      scalar = 0x20
      style.background = style.foreground
    }
    if scalar == 0x20 {
      // A space may carry its neighbour's foreground, so that no colours are sent for it.
      if style.foreground == style.background { style.foreground = .standard }
    } else if scalar > 0x7E, !isUTF8 {
      scalar = 0x20
      style.background = Self.mix(symbol.foreground, symbol.background)
      style.foreground = .standard
    } else if scalar < 0x20 || (0x7F..<0xA0).contains(scalar) {
      scalar = 0x20
    }
    return glyph(scalar, style, colors)
  }

  private static func mix(_ a: Color, _ b: Color) -> Color {
    if a.isStandard || b.isStandard { return a.isStandard ? b : a }
    return Color.mean(of: a, b)
  }

  /// Returns the code of a cluster's first column, and of its second if it has one.
  private mutating func code(
    for cluster: Character,
    isWide: Bool
  ) -> (first: UInt32, second: UInt32) {
    let utf8 = cluster.utf8
    if utf8.count == 1, let byte = utf8.first, byte >= 0x20, byte < 0x7F {
      return (UInt32(byte), 0x20)
    }
    if !isUTF8 { return (UInt32(AsciiForm.of(cluster)), 0x20) }
    if let known = numbers[cluster] { return fit(known, isWide) }
    let columns = TextWidth.columns(of: cluster)
    let code: (code: UInt32, second: UInt32?)
    switch columns.count {
    case 1: code = (number(columns[0]), nil)
    case 2...: code = (number(columns[0]), number(columns[1]))
    default: code = (0x20, nil)
    }
    numbers[cluster] = code
    return fit(code, isWide)
  }

  /// Returns codes for exactly the columns that the canvas reserved, whatever the cluster contains.
  private func fit(_ code: (code: UInt32, second: UInt32?), _ isWide: Bool) -> (UInt32, UInt32) {
    if let second = code.second { return (code.code, isWide ? second : 0x20) }
    switch (width(of: code.code), isWide) {
    case (2, true): return (code.code, Glyph.continuation)
    case (2, false): return (UInt32(UInt8(ascii: "?")), 0x20)
    case (1, _): return (code.code, 0x20)
    default: return (UInt32(UInt8(ascii: "?")), 0x20)
    }
  }

  /// Returns the width that ncurses assumes for a code.
  ///
  /// ncurses uses the C library's widths.
  private func width(of code: UInt32) -> Int {
    let scalar = code & Glyph.clusterBit == 0 ? code : clusters[Int(code & ~Glyph.clusterBit)][0]
    return Int(nc_width(wchar_t(bitPattern: scalar)))
  }

  private mutating func number(_ scalars: [UInt32]) -> UInt32 {
    guard scalars.count > 1 else { return scalars.first ?? 0x20 }
    clusters.append(scalars)
    return UInt32(clusters.count - 1) | Glyph.clusterBit
  }
}

extension nc_glyph {
  /// Converts a glyph for ncurses.
  ///
  /// - Parameter reverse: The attribute of ncurses for reversed text.
  init(_ glyph: Glyph, pair: Int32, reverse: attr_t, clusters: [[UInt32]]) {
    self.init()
    self.pair = pair
    if glyph.attributes.contains(.bold) { attributes |= nc_bold }
    if glyph.attributes.contains(.dim) { attributes |= nc_dim }
    if glyph.attributes.contains(.underline) { attributes |= nc_underline }
    if glyph.attributes.contains(.reverse) { attributes |= reverse }
    let scalars: [UInt32]
    if glyph.code & Glyph.clusterBit != 0 {
      scalars = clusters[Int(glyph.code & ~Glyph.clusterBit)]
    } else if glyph.code & Glyph.placeholderBit != 0 {
      scalars = PlaceholderMarks.cell(glyph.code)
    } else {
      text.0 = wchar_t(bitPattern: glyph.code)
      return
    }
    withUnsafeMutableBytes(of: &text) { bytes in
      let places = bytes.bindMemory(to: wchar_t.self)
      // The last element stays zero.
      for (index, scalar) in scalars.prefix(places.count - 1).enumerated() {
        places[index] = wchar_t(bitPattern: scalar)
      }
    }
  }
}

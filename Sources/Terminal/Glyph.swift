import CNcurses
import Canvas

/// A cell as the terminal will show it: what frames are compared by.
struct Glyph: Equatable {
  /// A scalar, `continuation`, or `clusterBit` and an index into the cluster table.
  var code: UInt32
  var foreground: Int32
  var background: Int32
  var attributes: Attributes

  static let continuation: UInt32 = 0
  static let clusterBit: UInt32 = 1 << 31
  /// A placeholder cell of kitty's: with it come the numbers of the row and the column, and of the
  /// high byte of the id counted from 1, of nine bits each from below.
  static let placeholderBit: UInt32 = 1 << 30
  /// Whether it is one of Unicode's block elements, sextants, octants or the quarters that go with
  /// them, which reach the edges of their cell.
  var isBlock: Bool {
    switch code {
    case 0x2580...0x259F, 0x1FB00...0x1FB3B, 0x1CD00...0x1CDE5: true
    case 0x1CEA0, 0x1CEA3, 0x1CEA8, 0x1CEAB, 0x1FB82, 0x1FB85, 0x1FBE6, 0x1FBE7: true
    default: false
    }
  }
  static let blank = Glyph(code: 0x20, foreground: -1, background: -1, attributes: [])
}

/// Turns the cells of a frame into glyphs that fit the terminal's colours and character set.
struct GlyphResolver {
  /// Of pictures, and of text and interface.
  let (colors, interface): (ColorReducer, ColorReducer)
  let isUTF8: Bool
  /// Base and combining scalars of clusters that have more than one scalar.
  private(set) var clusters: [[UInt32]] = []
  private var numbers: [Character: (code: UInt32, second: UInt32?)] = [:]

  /// - Parameters:
  ///   - depth: how many colours pictures have.
  ///   - text: how many text and interface have.
  ///   - available: how many the terminal has.
  init(_ depth: ColorDepth, text: ColorDepth, of available: Int, isUTF8: Bool) {
    colors = ColorReducer(depth: depth, isEightColors: available < 16)
    interface = ColorReducer(depth: text, isEightColors: available < 16)
    self.isUTF8 = isUTF8
  }

  /// Whether the cluster table has become so large that it should be started over.
  var isFull: Bool { clusters.count > 8192 }

  /// Forgets the clusters: glyphs made before mean nothing any more.
  mutating func reset() {
    clusters.removeAll()
    numbers.removeAll()
  }

  /// Fills one row; what the canvas does not have is blank.
  ///
  /// - Parameter cover: where pixels take the place of symbols; nil for nowhere.
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

  /// What pixels lie on.
  ///
  /// ncurses would clear blanks to the end of a line right through a picture; a
  /// no-break space is a character to it. A fresh one looks the same on the terminal and is
  /// different to ncurses, which so writes the cell again.
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

  /// A cell of an image, whose id is its colour.
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
      // A full block is a space of the other colour, and one colour less to send.
      scalar = 0x20
      style.background = style.foreground
    }
    if scalar == 0x20 {
      // A blank may carry the ink of its neighbour, so that no colours are sent for it.
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

  /// The code of a cluster's first column, and of its second if it has one.
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

  /// The cluster keeps exactly the columns the canvas gave it, whatever it is made of.
  private func fit(_ code: (code: UInt32, second: UInt32?), _ isWide: Bool) -> (UInt32, UInt32) {
    if let second = code.second { return (code.code, isWide ? second : 0x20) }
    switch (width(of: code.code), isWide) {
    case (2, true): return (code.code, Glyph.continuation)
    case (2, false): return (UInt32(UInt8(ascii: "?")), 0x20)
    case (1, _): return (code.code, 0x20)
    default: return (UInt32(UInt8(ascii: "?")), 0x20)
    }
  }

  /// What ncurses, which asks the C library, takes the code's width for.
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
  /// The glyph as ncurses takes it.
  init(_ glyph: Glyph, pair: Int32, clusters: [[UInt32]]) {
    self.init()
    self.pair = pair
    if glyph.attributes.contains(.bold) { attributes |= nc_bold }
    if glyph.attributes.contains(.dim) { attributes |= nc_dim }
    if glyph.attributes.contains(.underline) { attributes |= nc_underline }
    if glyph.attributes.contains(.reverse) { attributes |= nc_reverse }
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
      // The last place stays zero.
      for (index, scalar) in scalars.prefix(places.count - 1).enumerated() {
        places[index] = wchar_t(bitPattern: scalar)
      }
    }
  }
}

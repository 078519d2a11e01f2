import Canvas
import Testing

@testable import Imaging

@Suite struct FullColorSymbolsTests {
  private static let sets: [SymbolSet] = [.halfBlocks, .quadrants, .sextants]

  /// The documentation of `FullColorSymbols`: each colour is a group's mean, moved away from the
  /// cell's mean by the contrast that is lost within the group, at most by a tenth.
  @Test(arguments: sets)
  func `without a rate weight each group has its mean and slightly more contrast`(set: SymbolSet)
    throws
  {
    let parts = try #require(set.parts)
    let picture = Pictures.textured(width: 9 * parts.width, height: 4 * parts.height)
    let grid = try #require(FullColorSymbols(set, rateWeight: 0)).draw(picture, columns: 9, rows: 4)
    var raised = 0
    for row in 0..<4 {
      for column in 0..<9 {
        let symbol = grid[row, column]
        let foregroundMask = try #require(set.scalarsByParts.firstIndex(of: symbol.scalar))
        let values = (0..<parts.width * parts.height).map { part -> SIMD3<Double> in
          let color = picture[
            column * parts.width + part % parts.width,
            row * parts.height + part / parts.width
          ]
          return Self.values(color)
        }
        func mean(_ values: [SIMD3<Double>]) -> SIMD3<Double> {
          values.reduce(.zero, +) / Double(values.count)
        }
        func error(_ values: [SIMD3<Double>]) -> Double {
          let mean = mean(values)
          return values.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() }
        }
        let groups = [true, false].map { isForeground in
          values.enumerated().filter { (foregroundMask >> $0.offset & 1 == 1) == isForeground }.map(
            \.element
          )
        }
        guard !groups[0].isEmpty, !groups[1].isEmpty else { continue }
        let contrast = 1 + min(0.1, (error(groups[0]) + error(groups[1])) / error(values))
        if contrast > 1.05 { raised += 1 }
        for (group, color) in zip(groups, [symbol.foreground, symbol.background]) {
          let wanted = mean(values) + (mean(group) - mean(values)) * contrast
          let difference = wanted - Self.values(color)
          #expect(abs(difference).max() <= 0.51, "\(row) \(column)")
        }
      }
    }
    #expect(set == .halfBlocks ? raised == 0 : raised > 10)
  }

  @Test func `a cell of exactly two colours keeps them`() throws {
    let (light, dark) = (Color(0xE0B080), Color(0x204060))
    let picture = Pictures.draw(40, 12) { x, y in (x * 7 + y * 3) % 11 < 6 ? light : dark }
    for set in [SymbolSet.quadrants, .sextants, .octants] {
      let parts = try #require(set.parts)
      let (columns, rows) = (40 / parts.width, 12 / parts.height)
      let grid = try #require(FullColorSymbols(set, rateWeight: 0))
        .draw(picture, columns: columns, rows: rows)
      #expect(Rasters.parts(of: grid, set) == picture)
    }
  }

  @Test func `a block keeps both colours if they are nearly right`() throws {
    let (light, dark) = (Color(0xE0B080), Color(0x204060))
    // A vertical edge, then a horizontal one between nearly equal colours.
    let picture = Pictures.draw(4, 2) { x, y in
      guard x >= 2 else { return x == 0 ? light : dark }
      return y == 0 ? Color(0xE2B082) : Color(0x224062)
    }
    let grid = try #require(FullColorSymbols(.quadrants, rateWeight: FullColorSymbols.rateWeight))
      .draw(picture, columns: 2, rows: 1)
    #expect(Set([grid[0, 0].foreground, grid[0, 0].background]) == [light, dark])
    #expect(grid[0, 1].foreground == grid[0, 0].foreground)
    #expect(grid[0, 1].background == grid[0, 0].background)
    #expect([0x2580, 0x2584].contains(grid[0, 1].scalar))
  }

  private static func values(_ color: Color) -> SIMD3<Double> {
    SIMD3(Double(color.red), Double(color.green), Double(color.blue))
  }

  private func abs(_ values: SIMD3<Double>) -> SIMD3<Double> {
    values.replacing(with: -values, where: values .< 0)
  }

  @Test(arguments: sets)
  func `a higher rate weight saves more bytes and costs little likeness`(set: SymbolSet) throws {
    let parts = try #require(set.parts)
    let size = Size(40 * parts.width, 20 * parts.height)
    let picture = Pictures.textured(width: 320, height: 320).scaled(to: size)
    func outcome(_ rateWeight: Float) throws -> (bytes: Int, error: Double) {
      let drawing = try #require(FullColorSymbols(set, rateWeight: rateWeight))
      let grid = drawing.draw(picture, columns: 40, rows: 20)
      let shown = Rasters.parts(of: grid, set)
      let squares = zip(shown.bytes, picture.bytes).reduce(0) { sum, pair in
        sum + (Int(pair.0) - Int(pair.1)) * (Int(pair.0) - Int(pair.1))
      }
      return (
        Render.ansi(grid, colors: .trueColor).count,
        Double(squares) / Double(picture.width * picture.height)
      )
    }
    let usual = FullColorSymbols.rateWeight
    let (free, some, much) = (try outcome(0), try outcome(usual), try outcome(10 * usual))
    #expect(Double(some.bytes) < Double(free.bytes) * 0.95 && much.bytes < some.bytes)
    #expect(free.error <= some.error && some.error < much.error)
    // No cell loses more than its own two colours and a block's symbol would have cost.
    #expect(some.error < free.error + Double(36 * usual) + 1)
    #expect(much.error < free.error + Double(360 * usual) + 1)
  }

  @Test func `a blank keeps its neighbour's foreground, and the next cell both colours`() throws {
    // Light and dark halves, then dark, then the halves again.
    let (light, dark) = (Color(0xE0E0E0), Color(0x202020))
    let picture = Pictures.draw(3, 2) { x, y in x == 1 || y == 1 ? dark : light }
    let grid = try #require(FullColorSymbols(.halfBlocks)).draw(picture, columns: 3, rows: 1)
    #expect(grid.symbols.map(\.scalar) == [0x2580, 0x20, 0x2580])
    #expect(grid.symbols.allSatisfy { $0.foreground == light && $0.background == dark })
  }
}

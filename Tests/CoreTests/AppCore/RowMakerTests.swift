@testable import AppCore
import Canvas
import enum Harness.Rounds
import struct Harness.SeededGenerator
import Testing

/// Properties of the rows of any photos.
@Suite struct RowMakerTests {
  /// Returns any proportions, most of them common ones.
  private func aspects(_ count: Int, _ dice: inout SeededGenerator) -> [Double] {
    (0..<count).map { _ in
      switch Int.random(in: 0..<20, using: &dice) {
      case 0..<7: 1.5
      case 7..<11: 2.0 / 3
      case 11..<14: 4.0 / 3
      case 14..<16: 0.75
      case 16: 1
      case 17: .random(in: 0.02...0.4, using: &dice)
      case 18: .random(in: 3...40, using: &dice)
      default: .random(in: 0.4...3, using: &dice)
      }
    }
  }

  private func maker(_ dice: inout SeededGenerator) -> RowMaker {
    let tallest = Int.random(in: 10...96, using: &dice)
    return RowMaker(
      width: .random(in: 54...320, using: &dice),
      gap: 2,
      cell: .random(in: 1.8...2.3, using: &dice),
      target: .random(in: 5...max(6, Double(tallest) / 2), using: &dice),
      tallest: tallest
    )
  }

  private func rows(
    _ maker: RowMaker,
    _ aspects: [Double],
    isComplete: Bool = false
  ) -> [RowMaker.Row] {
    var rows: [RowMaker.Row] = []
    var start = 0
    while let row = maker.next(aspects[start...], isComplete: isComplete) {
      rows.append(row)
      start += row.widths.count
    }
    return rows
  }

  /// Returns the columns of a row with its gaps.
  private func width(_ row: RowMaker.Row, _ maker: RowMaker) -> Int {
    row.widths.reduce((row.widths.count - 1) * maker.gap, +)
  }

  /// 10,000 feeds in all.
  @Test(arguments: 0..<Rounds.of(40))
  func `rows are filled to the cell, and photos cover their tiles`(_ block: Int) {
    var (tiles, usual, smaller, cut) = (0, 0, 0, 0)
    for seed in block * 250..<(block + 1) * 250 {
      var dice = SeededGenerator(seed)
      let maker = maker(&dice)
      let aspects = aspects(.random(in: 1...120, using: &dice), &dice)
      let isComplete = Bool.random(using: &dice)
      let rows = rows(maker, aspects, isComplete: isComplete)
      var index = 0
      for (number, row) in rows.enumerated() {
        let width = width(row, maker)
        let isRest = isComplete && number == rows.count - 1
        #expect(isRest ? width <= maker.width : width == maker.width, "\(seed)")
        #expect((1...maker.tallest).contains(row.height), "\(seed)")
        for width in row.widths {
          let tile = Size(width, row.height)
          #expect(width > 0, "\(seed)")
          let box = maker.picture(aspects[index], in: tile)
          #expect(box.width <= tile.width && box.height <= tile.height, "\(seed)")
          let share = maker.cut(aspects[index], in: box)
          #expect(share <= 0.15 || min(box.width, box.height) == 1, "\(seed)")
          tiles += 1
          if RowMaker.proportions.contains(aspects[index]) {
            usual += 1
            smaller += box == tile ? 0 : 1
            cut += share > 0.09 ? 1 : 0
          } else if box != tile {
            // With few cells no proportion may be near enough; then it is right to half a cell.
            let nearest = max(0.501 / Double(box.width), 0.84 / Double(tile.width))
            #expect(
              share <= max(RowMaker.tolerance, nearest) || min(box.width, box.height) == 1,
              "\(seed): \(aspects[index]) in \(tile)"
            )
          }
          index += 1
        }
      }
      if isComplete { #expect(index == aspects.count, "\(seed)") }
    }
    #expect(smaller * 200 < usual && cut * 20 < usual, "\(smaller), \(cut) of \(usual)")
  }

  @Test(arguments: 0..<40)
  func `rows are about as high as requested`(_ seed: Int) {
    var dice = SeededGenerator(seed)
    let maker = RowMaker(width: 117, gap: 2, cell: 2, target: 10.3, tallest: 35)
    let usual = [1.5, 2.0 / 3, 4.0 / 3, 0.75]
    let aspects = (0..<300).map { _ in usual.randomElement(using: &dice) ?? 1 }
    let heights = rows(maker, aspects).map(\.height)
    #expect(heights.allSatisfy { (7...17).contains($0) })
    let mean = Double(heights.reduce(0, +)) / Double(heights.count)
    #expect((8.5...12.5).contains(mean))
  }

  @Test(arguments: 0..<100)
  func `appended photos move no row, in any portions`(_ seed: Int) {
    var dice = SeededGenerator(seed)
    let maker = maker(&dice)
    let aspects = aspects(200, &dice)
    let whole = rows(maker, aspects)
    for _ in 0..<5 {
      let part = rows(maker, Array(aspects.prefix(.random(in: 0...200, using: &dice))))
      #expect(Array(whole.prefix(part.count)) == part, "\(seed)")
    }
  }

  @Test(arguments: 0..<200)
  func `rows above fixed ones are filled, or have the preferred height`(_ seed: Int) {
    var dice = SeededGenerator(seed)
    let maker = maker(&dice)
    let aspects = aspects(.random(in: 1...60, using: &dice), &dice)
    let rows = maker.closed(aspects[...])
    #expect(rows.reduce(0) { $0 + $1.widths.count } == aspects.count)
    for row in rows {
      let width = width(row, maker)
      #expect(width <= maker.width && row.widths.allSatisfy { $0 > 0 }, "\(seed)")
      let isPreferred = row.height == min(maker.tallest, Int(maker.target.rounded()))
      #expect(width == maker.width || isPreferred, "\(seed)")
      #expect(row.height <= maker.tallest, "\(seed)")
      #expect(Double(row.height) <= 2 * maker.target, "\(seed): \(row) of \(maker)")
    }
  }

  @Test(arguments: 1...12)
  func `a few photos above fixed rows are no larger than others`(_ count: Int) {
    let maker = RowMaker(width: 117, gap: 2, cell: 2, target: 10.3, tallest: 35)
    for aspect in [1.5, 2.0 / 3, 1, 4.0 / 3] {
      let rows = maker.closed(Array(repeating: aspect, count: count)[...])
      #expect(rows.reduce(0) { $0 + $1.widths.count } == count)
      #expect(rows.allSatisfy { (7...17).contains($0.height) }, "\(rows)")
      #expect(rows.filter { width($0, maker) < maker.width }.count <= 1)
    }
  }

  @Test func `panoramas and towers keep their proportions in tiles of a sensible size`() {
    let maker = RowMaker(width: 120, gap: 2, cell: 2, target: 10, tallest: 36)
    for (aspect, others) in [(12.0, [1.5]), (0.1, [1.5, 1.5, 1.5, 1.5])] {
      let row = maker.next(([aspect] + others + others + others + others)[...], isComplete: true)
      guard let row, let width = row.widths.first else {
        Issue.record("no row")
        continue
      }
      #expect((6...18).contains(row.height))
      let box = maker.picture(aspect, in: Size(width, row.height))
      #expect(box != Size(width, row.height))
      #expect(abs(Double(box.width) / Double(box.height) / 2 / aspect - 1) < 0.2)
    }
  }

  @Test(arguments: 0..<200)
  func `no tile is narrower than the minimum, and rows are still filled`(_ seed: Int) {
    var dice = SeededGenerator(seed)
    let width = Int.random(in: 54...200, using: &dice)
    let maker = RowMaker(width: width, gap: 2, cell: 2, target: 8, tallest: 20, narrowest: 10)
    let aspects = aspects(.random(in: 1...60, using: &dice), &dice)
    for row in rows(maker, aspects) {
      #expect(row.widths.allSatisfy { $0 >= 10 }, "\(seed)")
      #expect(self.width(row, maker) == width, "\(seed)")
    }
    #expect(maker.closed(aspects[...]).allSatisfy { $0.widths.allSatisfy { $0 >= 10 } }, "\(seed)")
  }

  @Test func `columns are given to the tiles with the largest remainders`() {
    let maker = RowMaker(width: 120, gap: 2, cell: 2, target: 10, tallest: 36)
    let aspects = [1.5, 2.0 / 3, 1.5, 4.0 / 3] + Array(repeating: 1.5, count: 8)
    let row = maker.next(aspects[...], isComplete: false)
    // 114 columns in shares of 9, 4, 9 and 8: 34.2, 15.2, 34.2 and 30.4.
    #expect(row == RowMaker.Row(height: 11, widths: [34, 15, 34, 31]))
  }

  @Test func `the last row of a complete list has the height of the others`() {
    let maker = RowMaker(width: 120, gap: 2, cell: 2, target: 10, tallest: 36)
    let last = maker.next([1.5], isComplete: true)
    #expect(last?.height == 10 && last?.widths == [30])
    #expect(maker.next([1.5], isComplete: false) == nil)
    #expect(maker.next([], isComplete: true) == nil)
    // Photos that fill it at about that height do so.
    let filled = maker.next([1.5, 1.5, 1.5, 1.33], isComplete: true)
    #expect(filled.map { width($0, maker) } == 120)
  }
}

import Canvas
import Harness
import Testing

@testable import Imaging

@Suite struct PartMatcherTests {
  /// The cells of each set: 1,000,000 in all.
  private static let cells: [(parts: Size, count: Int)] = [
    (Size(1, 2), 200_000), (Size(2, 2), 400_000), (Size(2, 3), 300_000), (Size(2, 4), 100_000),
  ]

  @Test(arguments: cells)
  func `no other split of a cell in two has a smaller error`(parts: Size, count: Int) {
    let columns = 1000
    var dice = SeededGenerator(parts.height)
    let matcher = PartMatcher(parts)
    let partCount = parts.width * parts.height
    var splits = [PartMatcher.Split](repeating: PartMatcher.Split(), count: columns)
    var errors = Errors(partCount)
    for _ in 0..<Rounds.of(count / columns) {
      let pixels = Self.row(parts, columns, &dice)
      matcher.match(pixels, columns: columns, into: &splits)
      for column in 0..<columns {
        errors.compare(Self.values(pixels, parts, columns, column), splits[column])
      }
      #expect(
        splits.allSatisfy { $0.foregroundMask < 1 << (partCount - 1) },
        "the last part is never foreground"
      )
    }
    #expect(errors.worst < 1e-6)
    #expect(errors.areSumsRight)
    // Of squares that add up to at most 1,560,600, in single precision.
    #expect(errors.worstSpread < 0.5 && errors.worstError < 0.5)
  }

  @Test(arguments: [Size(1, 2), Size(2, 2), Size(2, 3), Size(2, 4)], 1...9)
  func `a cell is split in the same way anywhere in its row`(parts: Size, columns: Int) {
    var dice = SeededGenerator(columns)
    let pixels = Self.row(parts, columns, &dice)
    let matcher = PartMatcher(parts)
    var splits = [PartMatcher.Split](
      repeating: PartMatcher.Split(foregroundMask: 255),
      count: columns + 1
    )
    matcher.match(pixels, columns: columns, into: &splits)
    #expect(splits[columns].foregroundMask == 255, "nothing is written behind the row")
    for column in 0..<columns {
      let values = Self.values(pixels, parts, columns, column)
      let alone = values.flatMap { [UInt8($0.x), UInt8($0.y), UInt8($0.z)] }
      var single = PartMatcher.Split()
      matcher.match(alone, columns: 1, into: &single)
      #expect(single == splits[column])
    }
  }

  @Test func `a cell of one colour isn't split`() {
    let pixels = [UInt8](repeating: 77, count: 6 * 3 * 5)
    var splits = [PartMatcher.Split](repeating: PartMatcher.Split(foregroundMask: 255), count: 5)
    PartMatcher(Size(2, 3)).match(pixels, columns: 5, into: &splits)
    #expect(splits.allSatisfy { $0.foregroundMask == 0 && $0.spread == 0 && $0.error == 0 })
  }

  /// Returns the parts of a row of cells: random, of low contrast, or two colours with noise.
  private static func row(_ parts: Size, _ columns: Int, _ dice: inout SeededGenerator) -> [UInt8] {
    let cell = parts.width * 3
    let count = columns * cell * parts.height
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      var index = 0
      var noise: UInt64 = 0
      while index < count {
        if index % 8 == 0 { noise = dice.next() }
        let byte = UInt8(truncatingIfNeeded: noise >> (UInt64(index % 8) * 8))
        switch index / cell % 3 {
        case 0: bytes[index] = byte
        case 1: bytes[index] = 100 + byte % 8
        default: bytes[index] = (byte < 128 ? 40 : 180) + byte % 16
        }
        index += 1
      }
      initialized = count
    }
  }

  private static func values(
    _ pixels: [UInt8],
    _ parts: Size,
    _ columns: Int,
    _ column: Int
  ) -> [SIMD4<Double>] {
    (0..<parts.width * parts.height).map { part in
      let x = column * parts.width + part % parts.width
      let index = (part / parts.width * columns * parts.width + x) * 3
      return SIMD4(Double(pixels[index]), Double(pixels[index + 1]), Double(pixels[index + 2]), 0)
    }
  }

  /// The squared errors of all splits of a set's parts.
  private struct Errors {
    /// The largest difference between a split's error and the best one, relative to rounding.
    private(set) var worst = 0.0
    /// The largest difference between a split's reported error and the computed one.
    private(set) var worstSpread = 0.0
    private(set) var worstError = 0.0
    private(set) var areSumsRight = true
    private let count: Int
    /// The sum of each subset of parts.
    private var sums: [SIMD4<Double>]

    init(_ count: Int) {
      self.count = count
      sums = Array(repeating: .zero, count: 1 << count)
    }

    /// Compares a split.
    ///
    /// The error is the sum of squares minus those of the two means.
    mutating func compare(_ values: [SIMD4<Double>], _ found: PartMatcher.Split) {
      sums.withUnsafeMutableBufferPointer { sums in
        var set = 1
        while set < sums.count {
          sums[set] = sums[set & (set - 1)] + values[set.trailingZeroBitCount]
          set += 1
        }
        let all = sums[sums.count - 1]
        var (best, own) = (0.0, 0.0)
        var split = 0
        while split < sums.count / 2 {
          let foregroundMask = sums[split]
          let others = all - foregroundMask
          let size = split.nonzeroBitCount
          let first = size == 0 ? 0 : (foregroundMask * foregroundMask).sum() / Double(size)
          let explained = first + (others * others).sum() / Double(count - size)
          if explained > best { best = explained }
          if split == found.foregroundMask { own = explained }
          split += 1
        }
        worst = max(worst, (best - own) / max(1, best))
        let squares = values.reduce(0) { $0 + ($1 * $1).sum() }
        let spread = squares - (all * all).sum() / Double(count)
        worstSpread = max(worstSpread, abs(Double(found.spread) - spread))
        worstError = max(worstError, abs(Double(found.error) - (squares - best)))
        let isRight =
          SIMD4<Double>(found.sum) == all
          && SIMD4<Double>(found.foregroundSum) == sums[found.foregroundMask]
        areSumsRight = areSumsRight && isRight
      }
    }
  }
}

import Canvas

/// Breaks photos into rows that fill the width to the cell: two columns between tiles, one height
/// for all tiles of a row.
///
/// The number of photos in a row and its height are chosen together. The width is divided among
/// the tiles in proportion to their photos by largest remainder, and each photo covers its tile.
/// Panoramas and towers would lose more than `mostCut`, so they keep their proportions inside.
package struct RowMaker: Equatable, Sendable {
  /// The tiles of one row.
  package struct Row: Equatable, Sendable {
    /// Rows of the screen.
    package var height: Int
    /// Columns of each tile; with the gaps they are the whole width, unless the row is unfilled.
    package var widths: [Int]

    package init(height: Int, widths: [Int]) {
      self.height = height
      self.widths = widths
    }
  }

  /// Columns to be filled.
  package let width: Int
  /// Empty columns between tiles.
  package let gap: Int
  /// The height of a cell in widths of one.
  package let cell: Double
  /// The preferred height of a row, and the largest one.
  package let target: Double
  package let tallest: Int

  package init(width: Int, gap: Int, cell: Double, target: Double, tallest: Int) {
    self.width = max(1, width)
    self.gap = gap
    self.cell = cell
    self.target = max(1, min(target, Double(tallest)))
    self.tallest = max(1, tallest)
  }

  /// The largest share of a side that a tile may cut off its photo.
  package static let mostCut = 0.15
  /// The largest share of a side that rounding to cells may cut off a photo shown whole.
  package static let tolerance = 0.03
  /// The proportions, width to height, within which a tile follows its photo: panoramas would press
  /// their row flat, towers would be a line.
  package static let proportions = 0.45...3.5

  // MARK: Rows

  /// Returns the row that begins with the first of these photos, given by width to height.
  ///
  /// The row depends only on the photos that it could hold.
  ///
  /// - Parameter isComplete: whether no more photos follow.
  /// - Returns: `nil` if more photos have to be known first, or if there are none.
  package func next(_ aspects: ArraySlice<Double>, isComplete: Bool) -> Row? {
    var best: Choice?
    let isDecided = forEachCandidate(aspects) { candidate in
      let limit = best?.cost ?? .infinity
      if let choice = choice(candidate, aspects, below: limit) { best = choice }
    }
    guard isDecided || isComplete, !aspects.isEmpty else { return nil }
    let isRest = !isDecided && best?.row.widths.count ?? aspects.count == aspects.count
    if isRest, best?.cost ?? .infinity > Self.costOfRest, let row = unfilled(aspects) {
      return row
    }
    // A photo that is alone and can't fill the width: its tile does.
    return best?.row ?? Row(height: tallest, widths: [width])
  }

  /// Returns rows that hold exactly these photos, because the rows below must not move.
  ///
  /// A row keeps the preferred height and stays unfilled if filling it would make its photos much
  /// larger or smaller than preferred, or cut off too much of them.
  package func closed(_ aspects: ArraySlice<Double>) -> [Row] {
    let start = aspects.startIndex
    var best: [(cost: Double, row: Row?)] = [(0, nil)]
    best += Array(repeating: (.infinity, nil), count: aspects.count)
    for index in aspects.indices {
      let before = best[index - start].cost
      guard before < .infinity else { continue }
      func consider(_ row: Row, _ cost: Double) {
        let end = index - start + row.widths.count
        if before + cost < best[end].cost { best[end] = (before + cost, row) }
      }
      let rest = aspects[index...]
      _ = forEachCandidate(rest) { candidate in
        if let choice = choice(candidate, rest) { consider(choice.row, choice.cost) }
      }
      for count in 1...rest.count {
        guard let row = unfilled(rest.prefix(count)) else { break }
        consider(row, Self.costUnfilled)
      }
    }
    var rows: [Row] = []
    var end = aspects.count
    while end > 0, let row = best[end].row {
      rows.append(row)
      end -= row.widths.count
    }
    return rows.reversed()
  }

  // MARK: Candidates

  /// A number of photos that may fill a row.
  private struct Candidate {
    var count: Int
    /// Columns of all tiles, and the widths of all photos at a height of one row.
    var room: Int
    var sum: Double

    /// The height that lets the photos fill the row uncut.
    var height: Double { Double(room) / sum }
  }

  /// A row, and how far it is from the ideal.
  private struct Choice {
    var row: Row
    var cost: Double
  }

  /// Calls a function with each number of photos that may fill a row, the smallest first.
  ///
  /// - Returns: whether more photos would add no candidate.
  private func forEachCandidate(
    _ aspects: ArraySlice<Double>,
    _ body: (Candidate) -> Void
  ) -> Bool {
    var sum = 0.0
    for (offset, aspect) in aspects.enumerated() {
      let count = offset + 1
      sum += natural(aspect)
      let candidate = Candidate(count: count, room: width - offset * gap, sum: sum)
      guard candidate.room >= count else { return true }
      // A higher row of more photos is no choice.
      if candidate.height <= 3 * target || count == aspects.count { body(candidate) }
      if candidate.height < 0.6 * target { return true }
    }
    return false
  }

  /// Fills a row with photos at the height that costs least.
  ///
  /// - Returns: `nil` if no height costs less than the limit.
  private func choice(
    _ candidate: Candidate,
    _ aspects: ArraySlice<Double>,
    below limit: Double = .infinity
  ) -> Choice? {
    let lower = max(1, Int(candidate.height))
    func mayBeBest(_ height: Int) -> Bool {
      // Some tile is cut by at least as much as all of them together.
      let ratio = Double(height) / candidate.height
      return height <= tallest && cost(height, cut: 1 - min(ratio, 1 / ratio)) < limit
    }
    guard mayBeBest(lower) || mayBeBest(lower + 1) else { return nil }
    let photos = aspects.prefix(candidate.count)
    let widths = widths(photos, candidate)
    // The heights that leave uncut the photos of the relatively narrowest and widest tile.
    var (low, high) = (Double.infinity, 0.0)
    for (aspect, width) in zip(photos, widths) {
      let height = Double(width) / natural(aspect)
      (low, high) = (min(low, height), max(high, height))
    }
    var best: Choice?
    for height in lower...lower + 1 where height <= tallest {
      let cut = 1 - min(low / Double(height), Double(height) / high)
      let cost = cost(height, cut: cut)
      guard cost < best?.cost ?? limit else { continue }
      best = Choice(row: Row(height: height, widths: widths), cost: cost)
    }
    return best
  }

  /// Divides the room among photos in proportion to their widths, by largest remainder.
  private func widths(_ aspects: ArraySlice<Double>, _ candidate: Candidate) -> [Int] {
    let exact = aspects.map { natural($0) * candidate.height }
    var widths = exact.map { max(1, Int($0)) }
    var left = candidate.room - widths.reduce(0, +)
    while left != 0 {
      let step = left.signum()
      var best = (index: 0, remainder: -Double.infinity)
      for index in widths.indices where widths[index] + step > 0 {
        let remainder = (exact[index] - Double(widths[index])) * Double(step)
        if remainder > best.remainder { best = (index, remainder) }
      }
      widths[best.index] += step
      left -= step
    }
    return widths
  }

  /// Returns a row of the preferred height that ends before the width does; `nil` if the photos
  /// are too wide, or if there are none.
  private func unfilled(_ aspects: ArraySlice<Double>) -> Row? {
    let height = max(1, min(tallest, Int(target.rounded())))
    let widths = aspects.map { max(1, Int((natural($0) * Double(height)).rounded())) }
    let taken = widths.reduce((widths.count - 1) * gap, +)
    return !widths.isEmpty && taken <= width ? Row(height: height, widths: widths) : nil
  }

  /// Returns the columns of a photo's tile at a height of one row.
  private func natural(_ aspect: Double) -> Double {
    min(max(aspect, Self.proportions.lowerBound), Self.proportions.upperBound) * cell
  }

  // MARK: Costs

  /// The cost of an unfilled row: that of 1.7 times the preferred height, or 0.6 of it.
  private static let costUnfilled = 7.0
  /// The largest cost of filling a list's last row: that of 1.4 times the preferred height.
  private static let costOfRest = 3.0

  /// Returns how far a row is from the preferred height, and how much its tiles cut off.
  ///
  /// A height of 1.2 times the preferred one costs as much as a cut of 4 % of a side. Cuts of more
  /// than 8 % cost steeply more.
  ///
  /// - Parameter cut: the largest share of a side that a tile cuts off its photo.
  private func cost(_ height: Int, cut: Double) -> Double {
    let ratio = Double(height) / target
    // About the square of the ratio's logarithm.
    let distance = ratio + 1 / ratio - 2
    let excess = max(0, cut - 0.08) / 0.005
    return distance / (0.2 * 0.2) + cut * cut / (0.04 * 0.04) + excess * excess
  }

  // MARK: Pictures

  /// Returns the share of a side that a tile cuts off a photo that covers it.
  ///
  /// - Parameter aspect: width to height, in pixels.
  package func cut(_ aspect: Double, in tile: Size) -> Double {
    let whole = aspect * Double(tile.height) * cell
    return 1 - min(Double(tile.width) / whole, whole / Double(tile.width))
  }

  /// Returns the size of a photo in its tile: all of the tile, unless that cuts off more than
  /// `mostCut`.
  ///
  /// - Parameter aspect: width to height, in pixels.
  package func picture(_ aspect: Double, in tile: Size) -> Size {
    cut(aspect, in: tile) <= Self.mostCut ? tile : fit(aspect, in: tile)
  }

  /// Returns the largest box of a photo's proportions in a tile, but for what rounding takes.
  ///
  /// - Parameter aspect: width to height, in pixels.
  package func fit(_ aspect: Double, in tile: Size) -> Size {
    if cut(aspect, in: tile) <= Self.tolerance { return tile }
    let tallest = min(tile.height, Int((Double(tile.width) / (aspect * cell)).rounded(.up)))
    var best = (size: Size(1, 1), cut: Double.infinity)
    var height = max(1, tallest)
    let lowest = max(1, height * 3 / 5)
    while height >= lowest {
      let exact = aspect * Double(height) * cell
      // As wide as the tile where that is right.
      for turn in 0..<2 {
        let columns = turn == 0 ? tile.width : max(1, min(tile.width, Int(exact.rounded())))
        let cut = cut(aspect, in: Size(columns, height))
        if cut < best.cut { best = (Size(columns, height), cut) }
        if cut <= Self.tolerance { return best.size }
      }
      height -= 1
    }
    return best.size
  }
}

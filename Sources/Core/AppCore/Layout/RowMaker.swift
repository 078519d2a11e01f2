import Canvas

/// The algorithm that breaks photos into rows of exactly the available width.
///
/// Tiles have `gap` columns between them, and all tiles of a row have the same height.
///
/// The number of photos in a row and its height are chosen together. The width is divided among the
/// tiles in proportion to their photos' aspect ratios, by the largest remainder method. Each photo
/// covers its tile, unless that would crop more than `mostCut` of it. Such very wide or tall photos
/// are shown whole inside their tiles.
package struct RowMaker: Equatable, Sendable {
  /// The tiles of one row.
  package struct Row: Equatable, Sendable {
    /// The height in screen rows.
    package var height: Int
    /// The columns of each tile.
    ///
    /// With the gaps they add up to the width, unless the row is unfilled.
    package var widths: [Int]
  }

  /// The columns that a row fills.
  package let width: Int
  /// The empty columns between tiles.
  package let gap: Int
  /// The height of a cell divided by its width.
  package let cell: Double
  /// The preferred height of a row in screen rows.
  package let target: Double
  /// The maximum height of a row in screen rows.
  package let tallest: Int
  /// The minimum number of columns of a tile.
  package let narrowest: Int

  package init(
    width: Int,
    gap: Int,
    cell: Double,
    target: Double,
    tallest: Int,
    narrowest: Int = 1
  ) {
    self.width = max(1, width)
    self.gap = gap
    self.cell = cell
    self.target = max(1, min(target, Double(tallest)))
    self.tallest = max(1, tallest)
    self.narrowest = narrowest
  }

  /// The maximum share of a side that a tile may crop from its photo.
  package static let mostCut = 0.15
  /// The maximum share of a side that rounding to cells may crop from a photo shown whole.
  package static let tolerance = 0.03
  /// The ratios of width to height that tiles follow.
  ///
  /// Wider photos would make their row too low, and taller ones would have very narrow tiles.
  package static let proportions = 0.45...3.5

  // MARK: Rows

  /// Returns the first row of these photos.
  ///
  /// Photos that don't fit into the row don't influence it.
  ///
  /// - Parameters:
  ///   - aspects: the photos' ratios of width to height.
  ///   - isComplete: whether no photos follow.
  /// - Returns: `nil` if more photos must be known first, or if there are none.
  package func next(_ aspects: ArraySlice<Double>, isComplete: Bool) -> Row? {
    var best: Choice?
    let isDecided = forEachCandidate(aspects) { candidate in
      let limit = best?.cost ?? .infinity
      if let choice = choice(candidate, aspects, below: limit) { best = choice }
    }
    guard isDecided || isComplete, !aspects.isEmpty else { return nil }
    let isRest = !isDecided && best?.row.widths.count ?? aspects.count == aspects.count
    if isRest, best?.cost ?? .infinity > Self.maxLastRowCost, let row = unfilled(aspects) {
      return row
    }
    // The only photo can't fill the width, so its tile does.
    return best?.row ?? Row(height: tallest, widths: [width])
  }

  /// Returns rows that hold exactly these photos, for a part of a list whose next rows must not
  /// change.
  ///
  /// A row may be unfilled at the preferred height. This is the case if filling it would change the
  /// photos' size too much, or crop too much of them.
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
    /// The columns of all tiles, without gaps.
    var room: Int
    /// The columns that the photos would have together at a height of one row.
    var sum: Double

    /// The height that lets the uncropped photos fill the row.
    var height: Double { Double(room) / sum }
  }

  /// A row and its distance from the ideal.
  private struct Choice {
    var row: Row
    var cost: Double
  }

  /// Calls a function with each number of photos that may fill a row, the smallest first.
  ///
  /// - Returns: whether all candidates are known, even if more photos follow.
  private func forEachCandidate(
    _ aspects: ArraySlice<Double>,
    _ body: (Candidate) -> Void
  ) -> Bool {
    var sum = 0.0
    for (offset, aspect) in aspects.enumerated() {
      let count = offset + 1
      sum += natural(aspect)
      let candidate = Candidate(count: count, room: width - offset * gap, sum: sum)
      guard candidate.room >= count * narrowest else { return true }
      // A row higher than three times the preferred height is a candidate only if no photo is left
      // to add.
      if candidate.height <= 3 * target || count == aspects.count { body(candidate) }
      if candidate.height < 0.6 * target { return true }
    }
    return false
  }

  /// Returns the row of a candidate's photos at the height of the lowest cost.
  ///
  /// - Returns: `nil` if no height costs less than the limit.
  private func choice(
    _ candidate: Candidate,
    _ aspects: ArraySlice<Double>,
    below limit: Double = .infinity
  ) -> Choice? {
    let lower = max(1, Int(candidate.height))
    func mayBeBest(_ height: Int) -> Bool {
      // At least one tile is cropped as much as all tiles together would be.
      let ratio = Double(height) / candidate.height
      return height <= tallest && cost(height, cut: 1 - min(ratio, 1 / ratio)) < limit
    }
    guard mayBeBest(lower) || mayBeBest(lower + 1) else { return nil }
    let photos = aspects.prefix(candidate.count)
    let widths = widths(photos, candidate)
    // The heights that show the photos of the relatively narrowest and widest tile uncropped.
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
    var widths = exact.map { max(narrowest, Int($0)) }
    var left = candidate.room - widths.reduce(0, +)
    while left != 0 {
      let step = left.signum()
      var best = (index: 0, remainder: -Double.infinity)
      for index in widths.indices where widths[index] + step >= narrowest {
        let remainder = (exact[index] - Double(widths[index])) * Double(step)
        if remainder > best.remainder { best = (index, remainder) }
      }
      widths[best.index] += step
      left -= step
    }
    return widths
  }

  /// Returns a row of the preferred height that needn't fill the width; `nil` if the photos are too
  /// wide or if there are none.
  private func unfilled(_ aspects: ArraySlice<Double>) -> Row? {
    let height = max(1, min(tallest, Int(target.rounded())))
    let widths = aspects.map { max(narrowest, Int((natural($0) * Double(height)).rounded())) }
    let taken = widths.reduce((widths.count - 1) * gap, +)
    return !widths.isEmpty && taken <= width ? Row(height: height, widths: widths) : nil
  }

  /// Returns the columns of a photo's tile at a height of one screen row.
  private func natural(_ aspect: Double) -> Double {
    let lowest = max(Self.proportions.lowerBound, Double(narrowest) / (target * cell))
    return min(max(aspect, lowest), Self.proportions.upperBound) * cell
  }

  // MARK: Costs

  /// The cost of an unfilled row, the same as for about 1.7 or 0.6 times the preferred height.
  private static let costUnfilled = 7.0
  /// The maximum cost of filling a list's last row, the same as for about 1.4 times the preferred
  /// height.
  private static let maxLastRowCost = 3.0

  /// Returns the cost of a row: its distance from the preferred height, and the share its tiles
  /// crop.
  ///
  /// 1.2 times the preferred height costs about as much as a crop of 4 % of a side. Crops of more
  /// than 8 % cost steeply more.
  ///
  /// - Parameter cut: the largest share of a side that a tile crops from its photo.
  private func cost(_ height: Int, cut: Double) -> Double {
    let ratio = Double(height) / target
    // About the square of the ratio's logarithm.
    let distance = ratio + 1 / ratio - 2
    let excess = max(0, cut - 0.08) / 0.005
    return distance / (0.2 * 0.2) + cut * cut / (0.04 * 0.04) + excess * excess
  }

  // MARK: Pictures

  /// Returns the share of a side that a tile crops from a photo that covers it.
  ///
  /// - Parameter aspect: the photo's ratio of width to height, in pixels.
  package func cut(_ aspect: Double, in tile: Size) -> Double {
    let whole = aspect * Double(tile.height) * cell
    return 1 - min(Double(tile.width) / whole, whole / Double(tile.width))
  }

  /// Returns the size of a photo in its tile, in cells.
  ///
  /// The photo covers the tile unless that crops more than `mostCut`.
  ///
  /// - Parameter aspect: the photo's ratio of width to height, in pixels.
  package func picture(_ aspect: Double, in tile: Size) -> Size {
    cut(aspect, in: tile) <= Self.mostCut ? tile : fit(aspect, in: tile)
  }

  /// Returns the size in cells of the largest box with a photo's aspect ratio in a tile.
  ///
  /// Rounding to cells may change the aspect ratio by `tolerance`.
  ///
  /// - Parameter aspect: the photo's ratio of width to height, in pixels.
  package func fit(_ aspect: Double, in tile: Size) -> Size {
    if cut(aspect, in: tile) <= Self.tolerance { return tile }
    let tallest = min(tile.height, Int((Double(tile.width) / (aspect * cell)).rounded(.up)))
    var best = (size: Size(1, 1), cut: Double.infinity)
    var height = max(1, tallest)
    let lowest = max(1, height * 3 / 5)
    while height >= lowest {
      let exact = aspect * Double(height) * cell
      // The tile's full width is tried first.
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

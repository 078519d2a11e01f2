import Canvas

/// Breaks photographs into rows of about equal height that fill the width to the cell.
///
/// Photographs are not cropped: a tile's sides differ from the photograph's by what rounding to
/// cells takes, at most `tolerance`. Where that cannot be, the picture stands a little smaller in
/// its tile (`fit`).
package struct RowMaker: Equatable, Sendable {
  /// The tiles of one row.
  package struct Row: Equatable, Sendable {
    /// Rows of the screen.
    package var height: Int
    /// Columns of each tile; with the gaps they are the whole width, but in a row that is not
    /// filled.
    package var widths: [Int]
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

  /// The largest share of a side that rounding may cut off.
  package static let tolerance = 0.03
  /// Proportions, width to height, beyond which a tile does not follow its picture: panoramas would
  /// press their row flat, towers would be a line.
  package static let proportions = 0.45...3.5

  // MARK: Rows

  /// The row that begins with the first of these photographs, by width to height.
  ///
  /// It depends only on the photographs that it could hold.
  ///
  /// - Parameter isComplete: whether no more photographs follow.
  /// - Returns: nil where more have to be known first, or there are none.
  package func next(_ aspects: ArraySlice<Double>, isComplete: Bool) -> Row? {
    let found = candidates(aspects)
    guard found.isDecided || isComplete else { return nil }
    let best = found.choices.min { $0.cost < $1.cost }
    let isRest = !found.isDecided && best?.count ?? aspects.count == aspects.count
    if isRest, best?.cost ?? .infinity > Self.costOfRest { return unfilled(aspects) }
    guard let best else { return found.isDecided ? alone(aspects.prefix(1)) : nil }
    let photos = aspects.prefix(best.count)
    return best.height.map { filled(photos, height: $0) }
  }

  /// Rows that hold exactly these photographs, the last one filled as well, because the rows below
  /// stay where they are.
  ///
  /// Few photographs may come out larger than preferred.
  package func closed(_ aspects: ArraySlice<Double>) -> [Row] {
    let start = aspects.startIndex
    var best: [(cost: Double, choice: Choice?)] = [(0, nil)]
    best += Array(repeating: (.infinity, nil), count: aspects.count)
    for index in aspects.indices {
      let before = best[index - start].cost
      guard before < .infinity else { continue }
      let rest = aspects[index...]
      let alone = Choice(count: 1, height: nil, cost: Self.costAlone)
      for choice in candidates(rest).choices + [alone] {
        let end = index - start + choice.count
        if before + choice.cost < best[end].cost { best[end] = (before + choice.cost, choice) }
      }
    }
    var rows: [Row] = []
    var end = aspects.endIndex
    while end > start, let choice = best[end - start].choice {
      let photos = aspects[(end - choice.count)..<end]
      rows.append(choice.height.map { filled(photos, height: $0) } ?? alone(photos))
      end -= choice.count
    }
    return rows.reversed()
  }

  private struct Choice {
    var count: Int
    /// Nil for a photograph that is alone and would have to be higher than there is room.
    var height: Int?
    var cost: Double
  }

  private static let costAlone = 4.0
  /// Above this, a list's last row is not filled but keeps the preferred height.
  private static let costOfRest = 0.1

  /// The ways to fill a row, and whether more photographs would add none.
  private func candidates(_ aspects: ArraySlice<Double>) -> (choices: [Choice], isDecided: Bool) {
    var choices: [Choice] = []
    var sum = 0.0
    for (offset, aspect) in aspects.enumerated() {
      let count = offset + 1
      sum += Self.tile(aspect) * cell
      let room = width - (count - 1) * gap
      guard room >= count else { return (choices, true) }
      let exact = Double(room) / sum
      let lower = max(1, Int(exact))
      for height in lower...lower + 1 where height <= tallest {
        let photos = aspects.prefix(count)
        choices.append(
          Choice(count: count, height: height, cost: cost(photos, room: room, height: height))
        )
      }
      if exact < 0.6 * target { return (choices, true) }
    }
    return (choices, false)
  }

  /// How far a filled row's height is from the preferred one, and the share of it that stays empty
  /// because pictures are smaller than their tiles.
  ///
  /// A row of 2.6 times the preferred height costs 1. Weighed alike, heights spread by 8 to 11 % at
  /// 10 rows and more, and pictures give up 0.3 to 2 % of their area.
  private func cost(_ aspects: ArraySlice<Double>, room: Int, height: Int) -> Double {
    let widths = filled(aspects, height: height).widths
    let shown = zip(aspects, widths).reduce(0) { sum, tile in
      let box = fit(Self.tile(tile.0), in: Size(tile.1, height))
      return sum + box.width * box.height
    }
    let ratio = Double(height) / target
    return ratio + 1 / ratio - 2 + 1 - Double(shown) / Double(room * height)
  }

  /// Fills the width: each tile gets the column that changes its proportions least.
  private func filled(_ aspects: ArraySlice<Double>, height: Int) -> Row {
    let exact = aspects.map { Self.tile($0) * Double(height) * cell }
    var widths = exact.map { max(1, Int($0.rounded())) }
    var missing = width - (aspects.count - 1) * gap - widths.reduce(0, +)
    let step = missing < 0 ? -1 : 1
    while missing != 0 {
      var best = (index: 0, error: Double.infinity)
      for (index, width) in widths.enumerated() where width + step >= 1 {
        let ratio = Double(width + step) / exact[index]
        let error = max(ratio, 1 / ratio)
        if error < best.error { best = (index, error) }
      }
      guard best.error < .infinity else { break }
      widths[best.index] += step
      missing -= step
    }
    return Row(height: height, widths: widths)
  }

  /// The row at the end of a list: as high as others, however far it reaches.
  private func unfilled(_ aspects: ArraySlice<Double>) -> Row? {
    guard !aspects.isEmpty else { return nil }
    let height = max(1, min(tallest, Int(target.rounded())))
    let widths = aspects.map { max(1, Int((Self.tile($0) * Double(height) * cell).rounded())) }
    guard widths.reduce((aspects.count - 1) * gap, +) <= width else {
      return filled(aspects, height: height)
    }
    return Row(height: height, widths: widths)
  }

  /// A photograph that is alone where it cannot fill the width: its tile does.
  private func alone(_ aspects: ArraySlice<Double>) -> Row {
    Row(height: tallest, widths: aspects.map { _ in width })
  }

  private static func tile(_ aspect: Double) -> Double {
    min(max(aspect, proportions.lowerBound), proportions.upperBound)
  }

  // MARK: Pictures

  /// The largest box of a picture's proportions in a tile, but for what rounding takes.
  ///
  /// - Parameter aspect: width to height, in pixels.
  package func fit(_ aspect: Double, in tile: Size) -> Size {
    let tallest = min(tile.height, Int((Double(tile.width) / (aspect * cell)).rounded(.up)))
    var best = (size: Size(1, 1), cut: Double.infinity)
    var height = max(1, tallest)
    let lowest = max(1, height * 3 / 5)
    while height >= lowest {
      let exact = aspect * Double(height) * cell
      // As wide as the tile where that is right.
      for columns in [tile.width, max(1, min(tile.width, Int(exact.rounded())))] {
        let cut = 1 - min(Double(columns) / exact, exact / Double(columns))
        if cut < best.cut { best = (Size(columns, height), cut) }
        if cut <= Self.tolerance { return best.size }
      }
      height -= 1
    }
    return best.size
  }
}

import Canvas

/// Breaks photographs into rows of about equal height that fill the width to the cell.
///
/// Photographs are not cropped: a tile's sides differ from the photograph's by what rounding to
/// cells takes, at most `tolerance`. Columns that this leaves over widen the gaps of the row alike,
/// so pictures stand flush with both edges. Where no width of so many rows is near enough, the
/// picture stands a little smaller in its tile (`fit`).
package struct RowMaker: Equatable, Sendable {
  /// The tiles of one row.
  package struct Row: Equatable, Sendable {
    /// Rows of the screen.
    package var height: Int
    /// Columns of each tile.
    package var widths: [Int]
    /// Empty columns behind each tile but the last; with the tiles they are the whole width, but in
    /// a row that is not filled.
    package var gaps: [Int]

    init(height: Int, widths: [Int], gaps: [Int]) {
      self.height = height
      self.widths = widths
      self.gaps = gaps
    }

    /// A row with gaps of the same width, some of them wider by a column.
    ///
    /// - Parameter extra: columns to be spread over all gaps.
    package init(height: Int, widths: [Int], gap: Int, extra: Int = 0) {
      self.height = height
      self.widths = widths
      let count = widths.count - 1
      gaps = (0..<max(0, count)).map { gap + (extra * ($0 + 1)) / count - (extra * $0) / count }
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
    let found = attempts(aspects)
    guard found.isDecided || isComplete else { return nil }
    let best = cheapest(found.attempts, aspects)
    let isRest = !found.isDecided && best?.count ?? aspects.count == aspects.count
    if isRest, best?.cost ?? .infinity > Self.costOfRest { return unfilled(aspects) }
    guard let best else { return found.isDecided ? alone(aspects.prefix(1)) : nil }
    return filled(aspects.prefix(best.count), height: best.height)
  }

  /// Rows that hold exactly these photographs, because the rows below stay where they are.
  ///
  /// Photographs that would have to be much larger or smaller than preferred to fill a row keep the
  /// preferred height and leave the rest of theirs empty.
  package func closed(_ aspects: ArraySlice<Double>) -> [Row] {
    let start = aspects.startIndex
    var best: [(cost: Double, choice: Choice?)] = [(0, nil)]
    best += Array(repeating: (.infinity, nil), count: aspects.count)
    for index in aspects.indices {
      let before = best[index - start].cost
      guard before < .infinity else { continue }
      let rest = aspects[index...]
      let filled = attempts(rest).attempts.compactMap { choice($0, rest) }
      for choice in filled + shortCandidates(rest) {
        let end = index - start + choice.count
        if before + choice.cost < best[end].cost { best[end] = (before + choice.cost, choice) }
      }
    }
    var rows: [Row] = []
    var end = aspects.endIndex
    while end > start, let choice = best[end - start].choice {
      let photos = aspects[(end - choice.count)..<end]
      let row = choice.isFilled ? filled(photos, height: choice.height) : unfilled(photos)
      if let row { rows.append(row) }
      end -= choice.count
    }
    return rows.reversed()
  }

  private struct Choice {
    var count: Int
    var height: Int
    var cost: Double
    var isFilled = true
  }

  /// What it costs to leave a row unfilled: as much as 1.7 times the preferred height, or 0.6 of
  /// it.
  private static let costUnfilled = 0.3
  /// Above this, a list's last row is not filled but keeps the preferred height.
  private static let costOfRest = 0.1

  /// A number of photos and a height that may fill a row.
  private struct Attempt {
    var count: Int
    var height: Int
    /// Whether the height is the lower one for its photos, which may give way to a lower one still.
    var isLower: Bool
  }

  /// Returns the numbers and heights that may fill a row, and whether more photos would add none.
  private func attempts(_ aspects: ArraySlice<Double>) -> (attempts: [Attempt], isDecided: Bool) {
    var attempts: [Attempt] = []
    var sum = 0.0
    for (offset, aspect) in aspects.enumerated() {
      let count = offset + 1
      sum += Self.tile(aspect) * cell
      let room = width - (count - 1) * gap
      guard room >= count else { return (attempts, true) }
      let exact = Double(room) / sum
      let lower = max(1, Int(exact))
      // A higher row of more photographs is no choice.
      if exact <= 3 * target || count == aspects.count {
        for height in lower...lower + 1 where height <= tallest {
          attempts.append(Attempt(count: count, height: height, isLower: height == lower))
        }
      }
      if exact < 0.6 * target { return (attempts, true) }
    }
    return (attempts, false)
  }

  /// Fills a row as an attempt says; `nil` if its tiles don't fit.
  private func choice(_ attempt: Attempt, _ aspects: ArraySlice<Double>) -> Choice? {
    let photos = aspects.prefix(attempt.count)
    let (height, isLower) = (attempt.height, attempt.isLower)
    // Where rounding makes the tiles too wide, the row is lower.
    let lowered = isLower && height > 1
    guard
      let row = fitting(photos, height: height)
        ?? (lowered ? fitting(photos, height: height - 1) : nil)
        ?? (isLower ? filled(photos, height: height) : nil)
    else { return nil }
    let room = width - (attempt.count - 1) * gap
    let cost = cost(photos, row, room: room)
    return Choice(count: attempt.count, height: row.height, cost: cost)
  }

  /// Returns the choice of the lowest cost, the first of several.
  ///
  /// Only those attempts are tried whose height alone costs less than the best choice so far: most
  /// rows need two or three of some thirty.
  private func cheapest(_ attempts: [Attempt], _ aspects: ArraySlice<Double>) -> Choice? {
    func least(_ attempt: Attempt) -> Double {
      let cost = costOfHeight(attempt.height)
      guard attempt.isLower, attempt.height > 1 else { return cost }
      return min(cost, costOfHeight(attempt.height - 1))
    }
    let first = attempts.indices.min { least(attempts[$0]) < least(attempts[$1]) }
    guard let first else { return nil }
    var best = choice(attempts[first], aspects).map { (index: first, choice: $0) }
    for (index, attempt) in attempts.enumerated() where index != first {
      // What rounding adds must not rule out the best one.
      if let best, least(attempt) > best.choice.cost + 1e-9 { continue }
      guard let choice = choice(attempt, aspects) else { continue }
      if let known = best {
        let isBetter =
          choice.cost < known.choice.cost
          || choice.cost == known.choice.cost && index < known.index
        guard isBetter else { continue }
      }
      best = (index, choice)
    }
    return best?.choice
  }

  /// The ways not to fill a row.
  private func shortCandidates(_ aspects: ArraySlice<Double>) -> [Choice] {
    var choices: [Choice] = []
    for count in 1...max(1, aspects.count) {
      let photos = aspects.prefix(count)
      guard let row = short(photos) else { break }
      let room = row.widths.reduce(0, +)
      let cost = Self.costUnfilled + cost(photos, row, room: room)
      choices.append(Choice(count: count, height: row.height, cost: cost, isFilled: false))
    }
    return choices
  }

  /// How far a filled row's height is from the preferred one, the share of it that stays empty, and
  /// how much wider its gaps are.
  ///
  /// A row of 2.6 times the preferred height costs 1, as do gaps of ten more columns. Weighed like
  /// this, half of the rows of 120 columns have the usual gap and one in ten has 2 columns more;
  /// heights spread by 9 to 17 %.
  private func cost(_ aspects: ArraySlice<Double>, _ row: Row, room: Int) -> Double {
    let height = row.height
    var (shown, taken) = (0, 0)
    for (index, aspect) in aspects.enumerated() {
      let box = fit(Self.tile(aspect), in: Size(row.widths[index], height))
      shown += box.width * box.height
      taken += row.widths[index]
    }
    let wider = Double(room - taken) / Double(max(1, row.gaps.count))
    let filled = Double(shown) / Double(room * height)
    return costOfHeight(height) + 1 - filled + wider * wider / 100
  }

  private func costOfHeight(_ height: Int) -> Double {
    let ratio = Double(height) / target
    return ratio + 1 / ratio - 2
  }

  /// Fills the width at some height.
  private func filled(_ aspects: ArraySlice<Double>, height: Int) -> Row {
    if let row = fitting(aspects, height: height) { return row }
    // Too wide: the pictures that lose least stand smaller in narrower tiles.
    var widths = aspects.map { choices($0, height: height).lowerBound }
    let exact = aspects.map { Self.tile($0) * Double(height) * cell }
    let room = width - (aspects.count - 1) * gap
    while widths.reduce(0, +) > room,
      let index = widths.indices.filter({ widths[$0] > 1 })
        .max(by: { Double(widths[$0]) / exact[$0] < Double(widths[$1]) / exact[$1] })
    {
      widths[index] -= 1
    }
    return Row(height: height, widths: widths, gap: gap)
  }

  /// Fills the width with tiles that pictures fit: each column goes to the tile whose proportions
  /// it changes least, and those that fit nowhere into the gaps; nil where the tiles are too wide.
  private func fitting(_ aspects: ArraySlice<Double>, height: Int) -> Row? {
    var (exact, ranges, widths) = ([Double](), [ClosedRange<Int>](), [Int]())
    var missing = width - (aspects.count - 1) * gap
    for aspect in aspects {
      exact.append(Self.tile(aspect) * Double(height) * cell)
      ranges.append(choices(aspect, height: height))
      widths.append(Self.nearest(exact[widths.count], in: ranges[widths.count]))
      missing -= widths[widths.count - 1]
    }
    let step = missing < 0 ? -1 : 1
    while missing != 0 {
      var best = (index: -1, error: Double.infinity)
      for index in widths.indices {
        let width = widths[index] + step
        guard width >= ranges[index].lowerBound, width <= ranges[index].upperBound else { continue }
        let ratio = Double(width) / exact[index]
        let error = max(ratio, 1 / ratio)
        if error < best.error { best = (index, error) }
      }
      guard best.index >= 0 else { break }
      widths[best.index] += step
      missing -= step
    }
    guard missing >= 0 else { return nil }
    // A picture that is alone stands in the middle.
    guard widths.count > 1 else { return Row(height: height, widths: [width], gap: gap) }
    return Row(height: height, widths: widths, gap: gap, extra: missing)
  }

  /// The widths that a picture may have at some height; where none is near enough, that of the
  /// smaller picture.
  private func choices(_ aspect: Double, height: Int) -> ClosedRange<Int> {
    let exact = Self.tile(aspect) * Double(height) * cell
    let least = max(1, Int((exact * (1 - Self.tolerance)).rounded(.up)))
    let most = Int(exact / (1 - Self.tolerance))
    guard least > most else { return least...most }
    let width = fit(Self.tile(aspect), in: Size(max(1, Int(exact.rounded(.up))), height)).width
    return width...width
  }

  private static func nearest(_ exact: Double, in range: ClosedRange<Int>) -> Int {
    max(range.lowerBound, min(Int(exact.rounded()), range.upperBound))
  }

  /// The height of a row that need not be filled.
  private var preferred: Int { max(1, min(tallest, Int(target.rounded()))) }

  /// A row that is as high as others, however far it reaches.
  private func unfilled(_ aspects: ArraySlice<Double>) -> Row? {
    guard !aspects.isEmpty else { return nil }
    return short(aspects) ?? filled(aspects, height: preferred)
  }

  /// The same; nil where it reaches too far.
  private func short(_ aspects: ArraySlice<Double>) -> Row? {
    let height = preferred
    let widths = aspects.map { aspect in
      Self.nearest(Self.tile(aspect) * Double(height) * cell, in: choices(aspect, height: height))
    }
    guard widths.reduce((aspects.count - 1) * gap, +) <= width else { return nil }
    return Row(height: height, widths: widths, gap: gap)
  }

  /// A photograph that is alone where it cannot fill the width: its tile does.
  private func alone(_ aspects: ArraySlice<Double>) -> Row {
    Row(height: tallest, widths: aspects.map { _ in width }, gap: gap)
  }

  private static func tile(_ aspect: Double) -> Double {
    min(max(aspect, proportions.lowerBound), proportions.upperBound)
  }

  // MARK: Pictures

  /// The largest box of a picture's proportions in a tile, but for what rounding takes.
  ///
  /// - Parameter aspect: width to height, in pixels.
  package func fit(_ aspect: Double, in tile: Size) -> Size {
    let whole = aspect * Double(tile.height) * cell
    let isWhole =
      Double(tile.width) >= whole * (1 - Self.tolerance)
      && whole >= Double(tile.width) * (1 - Self.tolerance)
    if isWhole { return tile }
    let tallest = min(tile.height, Int((Double(tile.width) / (aspect * cell)).rounded(.up)))
    var best = (size: Size(1, 1), cut: Double.infinity)
    var height = max(1, tallest)
    let lowest = max(1, height * 3 / 5)
    while height >= lowest {
      let exact = aspect * Double(height) * cell
      // As wide as the tile where that is right.
      for turn in 0..<2 {
        let columns = turn == 0 ? tile.width : max(1, min(tile.width, Int(exact.rounded())))
        let cut = 1 - min(Double(columns) / exact, exact / Double(columns))
        if cut < best.cut { best = (Size(columns, height), cut) }
        if cut <= Self.tolerance { return best.size }
      }
      height -= 1
    }
    return best.size
  }
}

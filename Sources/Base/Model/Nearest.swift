extension Collection<String> {
  /// Returns the word that is spelled most like another one.
  ///
  /// `nil` if more than a third of the letters differ.
  package func nearest(to word: String) -> String? {
    let found = map { (word: $0, changes: Self.changes(Array($0), Array(word))) }
      .min { $0.changes < $1.changes }
    return found.flatMap { $0.changes <= Swift.max(1, word.count / 3) ? $0.word : nil }
  }

  /// Returns the number of letters to insert, remove, replace or exchange with the next one (the
  /// optimal string alignment distance).
  private static func changes(_ one: [Character], _ other: [Character]) -> Int {
    var rows = [Array(0...other.count)]
    for index in one.indices {
      var row = [index + 1]
      for column in other.indices {
        let isSame = one[index] == other[column]
        let replaced = rows[index][column] + (isSame ? 0 : 1)
        var least = Swift.min(replaced, rows[index][column + 1] + 1, row[column] + 1)
        if index > 0, column > 0, one[index] == other[column - 1], one[index - 1] == other[column] {
          least = Swift.min(least, rows[index - 1][column - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}

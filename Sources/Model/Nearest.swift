extension Collection<String> {
  /// Returns the word that is spelled most like another one.
  ///
  /// `nil` if more than a third of the letters differ.
  package func nearest(to word: String) -> String? {
    let found = map { (word: $0, changes: Self.changes(Array($0), Array(word))) }
      .min { $0.changes < $1.changes }
    return found.flatMap { $0.changes <= Swift.max(1, word.count / 3) ? $0.word : nil }
  }

  /// Returns the number of letters to insert, remove or replace (Levenshtein's distance).
  private static func changes(_ one: [Character], _ other: [Character]) -> Int {
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var before = index
      row[0] = index + 1
      for column in other.indices {
        let replaced = before + (letter == other[column] ? 0 : 1)
        before = row[column + 1]
        row[column + 1] = Swift.min(replaced, before + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}

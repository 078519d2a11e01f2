import Model

/// The words of a text or query, in lower case and without diacritics.
package struct Phrase: Equatable, Sendable {
  package let words: [Substring]

  package init(_ text: String) {
    words = text.lowercased().withoutDiacritics.split { !$0.isLetter && !$0.isNumber }
  }

  /// Returns how well a query matches, 0 for the best match; `nil` if it doesn't match.
  package func rank(of query: Phrase) -> Int? {
    if let rank = rankOfBeginnings(query) { return rank }
    let initials = String(words.compactMap(\.first))
    if query.words.count == 1, let part = query.words.first, part.count > 1 {
      if initials.hasPrefix(part) { return 3 }
      if words.contains(where: { $0.contains(part) }) { return 4 }
    }
    return nil
  }

  /// Returns how well the words of a query match whole words or their beginnings, 0 for the best
  /// match; `nil` if they don't match.
  func rankOfBeginnings(_ query: Phrase) -> Int? {
    if words.starts(with: query.words) { return 0 }
    let begins = zip(words, query.words).allSatisfy { $0.hasPrefix($1) }
    if begins, words.count >= query.words.count { return 1 }
    return query.words.allSatisfy { part in words.contains { $0.hasPrefix(part) } } ? 2 : nil
  }
}

extension String {
  /// The words of the string, separated by single spaces.
  var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

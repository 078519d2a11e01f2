// Lists of photos. A few dozen originals supply the whole service, so lists skip versions of an
// original that would be too close to each other. A photo's index is its position in the feed.
extension DemoContent {
  /// The minimum number of other photos between two versions of an original in a list.
  ///
  /// More than a row of the usual size holds.
  static let gap = 4

  /// Returns the indices of a user's photos, newest first.
  func photos(of person: DemoPerson) -> [Int] {
    spread(photos(from: sources.indices.filter { owner(ofSource: $0) == person.index }))
  }

  /// The number of photos of each user, in the order of `people`.
  var totals: [Int] { people.map { photos(of: $0).count } }

  /// Returns the indices of the photos that a photographer likes, newest first.
  ///
  /// Returns none for the sponsor, and for the visitor, whose likes are in the service's state.
  func likes(of person: DemoPerson) -> [Int] {
    guard !person.sources.isEmpty else { return [] }
    return spread(
      (0..<count).filter {
        random.pick(40, .person, $0 &* 101 &+ person.index) == 0
          && owner(ofSource: source(of: $0)) != person.index
      }
    )
  }

  /// Returns the indices of a topic's photos, newest first.
  ///
  /// - Parameter word: The word that identifies the topic in `Topics`.
  func photos(ofTopic word: String) -> [Int] {
    spread(photos(from: sources.indices.filter { Topics.holds(sources[$0].file, word) }))
  }

  /// Returns the originals that match a query: each word of the query begins a word of their texts.
  ///
  /// An empty query matches none.
  func originals(matching query: String) -> Set<Int> {
    let wanted = Self.words(query)
    guard !wanted.isEmpty else { return [] }
    let found = sources.indices.filter { index in
      let source = sources[index]
      let words = [
        source.title.en, source.title.ru, source.description.en, source.description.ru,
        source.tags.en, source.tags.ru, source.author, Topics.words(of: source.file),
      ].flatMap(Self.words)
      return wanted.allSatisfy { wanted in words.contains { $0.hasPrefix(wanted) } }
    }
    return Set(found)
  }

  /// Returns the originals for a search: the matching ones, and a larger set to show.
  ///
  /// If few originals match, the larger set adds those that share a topic with one of them. A real
  /// service also finds related photos.
  func originals(for query: String) -> (matching: Set<Int>, all: Set<Int>) {
    let matching = originals(matching: query)
    guard matching.count < 8 else { return (matching, matching) }
    let files = matching.map { sources[$0].file }
    let related = sources.indices.filter { index in
      files.contains { Topics.areShared(by: $0, sources[index].file) }
    }
    return (matching, matching.union(related))
  }

  /// Returns the indices of all photos made from some originals, newest first.
  func photos(from originals: some Collection<Int>) -> [Int] {
    let wanted = Set(originals)
    return (0..<count).filter { wanted.contains(source(of: $0)) }
  }

  /// Removes the photos that follow another version of their original too closely.
  func spread(_ indices: [Int]) -> [Int] {
    indices.reduce(into: []) { kept, index in
      let source = source(of: index)
      if kept.suffix(Self.gap).allSatisfy({ self.source(of: $0) != source }) { kept.append(index) }
    }
  }

  /// Picks different photos in equal steps.
  ///
  /// Picks fewer if every remaining photo is too close to another version of its original.
  ///
  /// - Parameter start: The position of the first photo in `indices`. After the last photo, the
  ///   steps continue at the first.
  func picks(_ count: Int, of indices: [Int], from start: Int) -> [Int] {
    let step = max(1, indices.count / (count + 1))
    var picks: [Int] = []
    for number in 0..<count {
      let first = start + number * step
      let latest = picks.suffix(Self.gap).map(source(of:))
      let next = indices.indices.lazy.map { indices[(first + $0) % indices.count] }
        .first { !picks.contains($0) && !latest.contains(source(of: $0)) }
      guard let next else { break }
      picks.append(next)
    }
    return picks
  }

  /// Sorts photos for a search: the newest of each matching original first, then the others, newest
  /// first.
  ///
  /// Photos too close to another version of their original are removed.
  func ranked(_ indices: [Int], matching: Set<Int>) -> [Int] {
    var seen: Set<Int> = []
    let best = indices.filter {
      let source = source(of: $0)
      return matching.contains(source) && seen.insert(source).inserted
    }
    let taken = Set(best)
    return spread(best + indices.filter { !taken.contains($0) })
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

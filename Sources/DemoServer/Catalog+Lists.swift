// Lists of photographs. A few dozen originals stand for a whole service: wherever versions of one
// would come close to each other, a list goes without them.
extension Catalog {
  /// How many photographs of other originals stand between two of the same in a list that this
  /// type gives: more than a row of the usual size holds.
  static let gap = 4

  /// Indices of a person's photographs, newest first.
  func photos(of person: DemoPerson) -> [Int] {
    spread(photos(from: sources.indices.filter { owner(ofSource: $0) == person.index }))
  }

  /// How many photographs each person has.
  var totals: [Int] { people.map { photos(of: $0).count } }

  /// Indices of the photographs that a photographer likes, newest first; empty for the visitor,
  /// whose likes are kept with the service's state.
  func likes(of person: DemoPerson) -> [Int] {
    guard !person.sources.isEmpty else { return [] }
    return spread(
      (0..<count).filter {
        random.pick(40, .person, $0 &* 101 &+ person.index) == 0
          && owner(ofSource: source(of: $0)) != person.index
      }
    )
  }

  /// Indices of the photographs of a topic, newest first.
  func photos(ofTopic word: String) -> [Int] {
    spread(photos(from: sources.indices.filter { Topics.holds(sources[$0].file, word) }))
  }

  /// The originals whose words hold words that begin with each of a query's.
  func originals(matching query: String) -> Set<Int> {
    let wanted = Self.words(query)
    guard !wanted.isEmpty else { return [] }
    let found = sources.indices.filter { index in
      let source = sources[index]
      let words = [
        source.title.en, source.title.ru, source.description.en, source.description.ru,
        source.author, Topics.words(of: source.file),
      ].flatMap(Self.words)
      return wanted.allSatisfy { wanted in words.contains { $0.hasPrefix(wanted) } }
    }
    return Set(found)
  }

  /// The originals that a search shows: those that match, and if these are few, those that share a
  /// topic with one of them; a real service, too, knows what is like a cat.
  func originals(for query: String) -> (matching: Set<Int>, all: Set<Int>) {
    let matching = originals(matching: query)
    guard matching.count < 8 else { return (matching, matching) }
    let files = matching.map { sources[$0].file }
    let related = sources.indices.filter { index in
      files.contains { Topics.areShared(by: $0, sources[index].file) }
    }
    return (matching, matching.union(related))
  }

  /// Indices of all photographs made from some originals, newest first.
  func photos(from originals: some Collection<Int>) -> [Int] {
    let wanted = Set(originals)
    return (0..<count).filter { wanted.contains(source(of: $0)) }
  }

  /// The photographs without those that come too soon after another of the same original.
  func spread(_ indices: [Int]) -> [Int] {
    indices.reduce(into: []) { kept, index in
      let source = source(of: index)
      if kept.suffix(Self.gap).allSatisfy({ self.source(of: $0) != source }) { kept.append(index) }
    }
  }

  /// Some of the photographs, each once, in steps from one of them on; fewer where the next one
  /// would come too soon after another of the same original.
  func picks(_ count: Int, of indices: [Int], from start: Int) -> [Int] {
    let step = max(1, indices.count / (count + 1))
    var picks: [Int] = []
    for number in 0..<count {
      let place = start + number * step
      let latest = picks.suffix(Self.gap).map(source(of:))
      let next = indices.indices.lazy.map { indices[(place + $0) % indices.count] }
        .first { !picks.contains($0) && !latest.contains(source(of: $0)) }
      guard let next else { break }
      picks.append(next)
    }
    return picks
  }

  /// The photographs in the order of a search: the newest of each original that matches, then the
  /// others, newest first; without those that come too soon after another of the same original.
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

import Library
import Model

/// The commands of the place below, found by words, initials or a number.
package struct PaletteState: Equatable, Sendable {
  package enum Row: Hashable, Sendable {
    case command(Command)
    /// The photograph with this number, from 1; `isLast` where a higher one was asked for.
    case photo(Int, isLast: Bool = false)
  }

  /// A command, and the words it is found by.
  struct Item: Equatable, Sendable {
    let command: Command
    let names: [Phrase]
    let descriptions: [Phrase]

    /// How well a query fits, 0 best; nil where it does not.
    ///
    /// A name counts for more.
    func rank(of query: Phrase) -> Int? {
      let named = names.compactMap { $0.rank(of: query) }.min().map { 2 * $0 }
      let described = descriptions.compactMap { $0.rank(of: query) }.min().map { 2 * $0 + 1 }
      return [named, described].compactMap(\.self).min()
    }
  }

  /// The most scalars of a query; longer than any command.
  package static let limit = 60
  /// Rows that PgUp and PgDn go.
  static let page = 8

  /// Where it was opened.
  package let place: Place
  /// How many photographs can be gone to there.
  private let photos: Int
  package private(set) var line = TextField()
  package private(set) var focus = 0
  /// Matches for the query, best first.
  package private(set) var rows: [Row] = []
  /// Recently used ones first, then in the order of the table, those that move after these, and
  /// those that can't be used now at the end.
  private let items: [Item]

  /// All commands that mean something in the place that has the keyboard.
  init(over state: AppState) {
    place = state.place
    photos = state.reachablePhotos
    let memory = state.program.paletteMemory
    let known = Command.allCases.filter {
      $0.places.contains(state.place) && $0.isOffered(in: state.launch.capabilities)
        // What it does has a name of its own: close something, or quit.
        && $0 != .palette && $0 != .close
        && ($0 != .back || state.hasWayBack)
    }
    let recent = memory.recent.filter(known.contains)
    // Moving comes last: its keys are known by then.
    let moving = Set(CommandTopic.moving.commands.map(\.command)).subtracting([.open, .back])
    let rest = known.filter { !recent.contains($0) }
    let ordered = recent + rest.filter { !moving.contains($0) } + rest.filter(moving.contains)
    let disabled = Set(ordered.filter { $0.unavailable(in: state) != nil })
    let sorted = ordered.filter { !disabled.contains($0) } + ordered.filter(disabled.contains)
    items = sorted.map { command in
      let words = memory.words.find(command, state.place)
      return Item(
        command: command,
        names: words.names.map(Phrase.init),
        descriptions: words.descriptions.map(Phrase.init)
      )
    }
    rows = items.map { .command($0.command) }
  }

  /// The rows before anything is typed.
  package var allRows: [Row] { items.map { .command($0.command) } }

  package var focused: Row? { rows.indices.contains(focus) ? rows[focus] : nil }

  mutating func move(by step: Int) { focus = max(0, min(rows.count - 1, focus + step)) }

  /// Wraps around, as Tab does.
  mutating func cycle(by step: Int) {
    if !rows.isEmpty { focus = (focus + step + rows.count) % rows.count }
  }

  mutating func type(_ edit: TextField.Edit) {
    if case .insert(let text) = edit {
      let room = max(0, Self.limit - line.text.unicodeScalars.count)
      line.apply(.insert(String(String.UnicodeScalarView(text.unicodeScalars.prefix(room)))))
    } else {
      line.apply(edit)
    }
    focus = 0
    find()
  }

  private mutating func find() {
    let query = Phrase(line.text)
    guard !query.words.isEmpty else {
      rows = items.map { .command($0.command) }
      return
    }
    let found = items.enumerated().compactMap { index, item in
      item.rank(of: query).map { (rank: $0, index: index) }
    }.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
    rows = found.map { .command(items[$0.index].command) }
    if let number = photoNumber {
      rows.insert(.photo(min(number, photos), isLast: number > photos), at: 0)
    }
  }

  /// The typed number, in lists where photographs can be reached by number.
  private var photoNumber: Int? {
    let text = line.text.filter { !$0.isWhitespace }
    guard Set.counting.contains(place), text.count <= 9, text.allSatisfy(\.isASCII),
      let number = Int(text), number > 0, photos > 0
    else { return nil }
    return number
  }
}

extension AppState {
  /// Whether Back does something: in a tab it only removes marks and closes the details.
  fileprivate var hasWayBack: Bool {
    let isTab = [Place.feed, .favourites, .search, .gallery].contains(place)
    return !isTab || hasMarks || showsDetails
  }

  /// How many photographs of the list or gallery in front are loaded.
  fileprivate var reachablePhotos: Int {
    if isInFront(.gallery) { return gallery.count }
    return (photo?.list ?? listInView).map { self[$0].order.count } ?? 0
  }
}

/// Words that are searched in, or for: lower case, without diacritics.
package struct Phrase: Equatable, Sendable {
  package let words: [Substring]

  package init(_ text: String) {
    words = text.lowercased().withoutDiacritics.split { !$0.isLetter && !$0.isNumber }
  }

  /// How well a query fits, 0 best; nil where it does not.
  package func rank(of query: Phrase) -> Int? {
    if let rank = rankOfBeginnings(query) { return rank }
    let initials = String(words.compactMap(\.first))
    if query.words.count == 1, let part = query.words.first, part.count > 1 {
      if initials.hasPrefix(part) { return 3 }
      if words.contains(where: { $0.contains(part) }) { return 4 }
    }
    return nil
  }

  /// Returns how well a query fits whose words are whole words or the beginnings of some, 0 best;
  /// `nil` if it does not.
  func rankOfBeginnings(_ query: Phrase) -> Int? {
    if words.starts(with: query.words) { return 0 }
    let begins = zip(words, query.words).allSatisfy { $0.hasPrefix($1) }
    if begins, words.count >= query.words.count { return 1 }
    return query.words.allSatisfy { part in words.contains { $0.hasPrefix(part) } } ? 2 : nil
  }
}

/// What the palette remembers while the program runs.
package struct PaletteMemory: Equatable, Sendable {
  package var words = CommandWords.names
  /// Commands run from it, the latest first, each once.
  package internal(set) var recent: [Command] = []
}

/// The words by which commands and lists are found: supplied from outside, because this target has
/// no texts.
package struct CommandWords: Equatable, Sendable {
  package typealias Words = (names: [String], descriptions: [String])

  private let name: String
  let find: @Sendable (Command, Place) -> Words
  /// What a list is called that the service has no title for.
  let names: @Sendable (ListID) -> [String]

  /// - Parameter name: equal for the same words.
  package init(
    _ name: String,
    names: @escaping @Sendable (ListID) -> [String] = { _ in [] },
    find: @escaping @Sendable (Command, Place) -> Words
  ) {
    self.name = name
    self.names = names
    self.find = find
  }

  /// The names of the configuration.
  package static let names = CommandWords("names") { command, _ in ([command.rawValue], []) }

  package static func == (one: Self, other: Self) -> Bool { one.name == other.name }
}

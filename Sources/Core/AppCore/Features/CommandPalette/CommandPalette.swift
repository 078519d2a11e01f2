import Model

/// The command palette: the commands of the place below, found by words, initials or a number.
package struct CommandPaletteState: Equatable, Sendable {
  package enum Row: Hashable, Sendable {
    case command(Command)
    /// The photo with this number, counted from 1.
    ///
    /// `isLast` is set if the typed number was higher.
    case photo(Int, isLast: Bool = false)
  }

  /// A command and the words that it is found by.
  struct Item: Equatable, Sendable {
    let command: Command
    let names: [Phrase]
    let descriptions: [Phrase]

    /// Returns how well a query matches, 0 for the best match; `nil` if it doesn't match.
    ///
    /// A match of a name counts more than one of a description.
    func rank(of query: Phrase) -> Int? {
      let named = names.compactMap { $0.rank(of: query) }.min().map { 2 * $0 }
      let described = descriptions.compactMap { $0.rank(of: query) }.min().map { 2 * $0 + 1 }
      return [named, described].compactMap(\.self).min()
    }
  }

  /// The maximum number of scalars of a query, more than any command has.
  package static let maxScalars = 60

  /// The place that the palette was opened over.
  package let place: Place
  /// The number of photos that can be reached by number there.
  private let photos: Int
  package private(set) var line = TextField()
  package private(set) var focus = 0
  /// Whether the last key moved the focus, so that the cursor belongs on the focused row and not
  /// in the line.
  package private(set) var hasMoved = false
  /// The rows that match the query, the best matches first.
  package private(set) var rows: [Row] = []
  /// The commands, recently used ones first, then in the table's order.
  ///
  /// Commands that move are after these, and unavailable ones at the end.
  private let items: [Item]

  /// Creates a palette with the commands of the place that has the keyboard.
  init(over state: AppState) {
    place = state.place
    photos = state.reachablePhotos
    let memory = state.program.paletteMemory
    let known = Command.allCases.filter {
      $0.places.contains(state.place) && $0.isOffered(in: state.launch.capabilities)
        // The command `close` either goes back or quits, and both are listed under their own names.
        && $0 != .palette && $0 != .close
        && ($0 != .back || state.hasWayBack)
    }
    let recent = memory.recent.filter(known.contains)
    // Commands that move are listed last, because users of the palette already know their keys.
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

  mutating func move(by step: Int) {
    focus = max(0, min(rows.count - 1, focus + step))
    hasMoved = true
  }

  /// Moves the focus and wraps around at the ends, as Tab does.
  mutating func cycle(by step: Int) {
    if !rows.isEmpty { focus = (focus + step + rows.count) % rows.count }
    hasMoved = true
  }

  mutating func type(_ edit: TextField.Edit) {
    if case .insert(let text) = edit {
      let room = max(0, Self.maxScalars - line.text.unicodeScalars.count)
      line.apply(.insert(String(String.UnicodeScalarView(text.unicodeScalars.prefix(room)))))
    } else {
      line.apply(edit)
    }
    focus = 0
    hasMoved = false
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

  /// The typed number, in lists whose photos can be reached by number.
  private var photoNumber: Int? {
    let text = line.text.filter { !$0.isWhitespace }
    guard Set.counting.contains(place), text.count <= 9, text.allSatisfy(\.isASCII),
      let number = Int(text), number > 0, photos > 0
    else { return nil }
    return number
  }
}

extension AppState {
  /// Whether Back has an effect.
  ///
  /// In a tab it only removes marks and closes the details.
  fileprivate var hasWayBack: Bool {
    let isTab = [Place.feed, .favourites, .search, .gallery].contains(place)
    return !isTab || hasMarks || showsDetails
  }

  /// The number of loaded photos of the current list or gallery.
  fileprivate var reachablePhotos: Int {
    if isShown(.gallery) { return gallery.count }
    return (photo?.list ?? listInView).map { self[$0].order.count } ?? 0
  }
}

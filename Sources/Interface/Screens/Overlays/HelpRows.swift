import AppCore
import Canvas
import Localization
import Model

/// A section of the help before it is laid out.
struct HelpSection: Equatable {
  let title: String
  var rows: [HelpRow]
}

/// Keys and their description.
///
/// Commands that belong together share a row.
struct HelpRow: Equatable {
  /// The first key of each command.
  let keys: [String]
  /// The further keys of these commands, shown while the user filters the help.
  let extraKeys: [String]
  let description: String
  /// One or two words that stand for the description where there is little room.
  let name: String
  /// Further texts that a filter matches, besides the keys and the description.
  let names: [String]

  /// Returns the keys as text; two commands have "g / G".
  ///
  /// - Parameter all: Whether to append the further keys.
  func keyText(all: Bool) -> String {
    let text = keys.joined(separator: keys.count == 2 ? " / " : " ")
    return all && !extraKeys.isEmpty ? ([text] + extraKeys).joined(separator: " ") : text
  }

  /// Whether the row matches a filter: by one of its keys, its description or its names.
  func fits(_ query: String) -> Bool {
    let key = query.trimmingPrefix { $0 == " " }.lowercased()
    if !key.isEmpty, (keys + extraKeys).contains(where: { $0.lowercased() == key }) { return true }
    let phrase = Phrase(query)
    guard !phrase.words.isEmpty else { return key.isEmpty }
    return ([description] + names).contains { Phrase($0).rank(of: phrase) != nil }
  }
}

/// The sections of the help.
///
/// The place that opened the help has a section for each topic. Each other place has one section.
struct HelpContents {
  private let texts: Texts
  private let capabilities: Capabilities
  private let isLikeGone: Bool
  /// The keys and descriptions of the rows collected so far.
  private var shown: Set<[String]> = []

  init(_ texts: Texts, _ state: AppState) {
    self.texts = texts
    capabilities = state.launch.capabilities
    // Without likes, the extended edition has no key for them either.
    isLikeGone = state.offers(.eagerLikes) && !state.offers(.likes)
  }

  /// Returns the sections of the help: those of the place that opened it, and of other places.
  ///
  /// - Parameters:
  ///   - place: The place that opened the help.
  ///   - screen: The screen below it, whose section is the first of the others.
  mutating func sections(
    openedAt place: Place,
    over screen: Place
  ) -> (own: [HelpSection], others: [HelpSection]) {
    let own = topics(at: place)
    let offered = Place.helpSections.filter { $0.isOffered(in: capabilities) }
    let places = [screen] + offered.filter { $0 != screen }
    let commands = CommandTopic.allCases.flatMap { $0.commands.map(\.command) }
    var others: [HelpSection] = []
    for other in places where other != place {
      others.append(HelpSection(title: texts.place(other), rows: rows(at: other, of: commands)))
    }
    return (own.filter { !$0.rows.isEmpty }, others.filter { !$0.rows.isEmpty })
  }

  /// Returns the rows of a place, by topic.
  ///
  /// A topic with a single row is merged into the photos, or into the program if it is the sign-in.
  /// Moving and the program always have their own sections.
  private mutating func topics(at place: Place) -> [HelpSection] {
    var rows: [CommandTopic: [HelpRow]] = [:]
    for topic in CommandTopic.allCases {
      let own = self.rows(at: place, of: topic.commands.map(\.command))
      let nearest: CommandTopic = topic == .signIn ? .program : .photos
      let isAlone = own.count == 1 && ![.moving, .program].contains(topic)
      rows[isAlone ? nearest : topic, default: []] += own
    }
    return CommandTopic.allCases.map { topic in
      HelpSection(title: texts.topic(topic), rows: rows[topic] ?? [])
    }
  }

  /// Returns the rows of a place's commands, without rows that a section above already contains.
  private mutating func rows(at place: Place, of commands: [Command]) -> [HelpRow] {
    let here = commands.filter {
      $0.places.contains(place) && $0.isOffered(in: capabilities) && !($0 == .like && isLikeGone)
    }
    var rest = here
    var rows: [HelpRow] = []
    while let command = rest.first {
      rest.removeFirst()
      if let row = group(of: command, at: place, among: here) {
        rows.append(row.row)
        rest.removeAll(where: row.commands.contains)
      } else {
        rows.append(row(of: command, at: place))
      }
    }
    return rows.filter { shown.insert($0.keys + [$0.description]).inserted }
  }

  /// Returns the shared row of a command and its group; `nil` if the command has a row to itself.
  private func group(
    of command: Command,
    at place: Place,
    among here: [Command]
  ) -> (commands: [Command], row: HelpRow)? {
    guard let group = CommandGroup.allCases.first(where: { $0.commands.contains(command) })
    else { return nil }
    let commands = group.commands.filter {
      here.contains($0) && !texts.keys.keys(of: $0, at: place).isEmpty
    }
    guard commands.count > 1, commands.contains(command),
      let description = texts.group(group, commands, at: place)
    else { return nil }
    let keys = commands.map { command in
      texts.keys.keys(of: command, at: place, in: capabilities).map { texts.key($0) }
    }
    // The second key of each command, then the third of each.
    let ranks = 1..<max(1, keys.map(\.count).max() ?? 0)
    let row = HelpRow(
      keys: keys.compactMap(\.first),
      extraKeys: ranks.flatMap { rank in
        keys.compactMap { $0.indices.contains(rank) ? $0[rank] : nil }
      },
      description: description,
      name: texts.name(of: group, at: place),
      names: commands.flatMap { words(of: $0, at: place) }
    )
    return (commands, row)
  }

  private func row(of command: Command, at place: Place) -> HelpRow {
    var keys = texts.keys.keys(of: command, at: place, in: capabilities).map { texts.key($0) }
    let text = texts.command(command, at: place, in: capabilities)
    // A command without a key is found in the palette.
    if keys.isEmpty, let palette = texts.key(of: .palette) { keys = [palette + text.name] }
    return HelpRow(
      keys: Array(keys.prefix(1)),
      extraKeys: Array(keys.dropFirst()),
      description: text.description,
      name: text.name,
      names: words(of: command, at: place)
    )
  }

  /// Returns the texts of a command that a filter matches.
  private func words(of command: Command, at place: Place) -> [String] {
    let text = texts.command(command, at: place, in: capabilities)
    return [text.name, text.description, command.rawValue]
  }
}

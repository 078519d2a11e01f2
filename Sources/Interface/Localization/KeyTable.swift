import AppCore
import Canvas
import Model

/// The table of all keys, as text.
package struct KeyTable: Sendable {
  let texts: Texts
  private let edition: Edition

  /// Creates a table.
  ///
  /// - Parameter texts: The language of the table, and its keys.
  package init(_ texts: Texts, _ edition: Edition) {
    self.texts = texts
    self.edition = edition
  }

  /// A command's meaning at some places.
  ///
  /// A command with one meaning has one row.
  struct Row {
    let command: Command
    let description: String
    let keys: [Key]
    var places: Set<Place>
  }

  /// Returns the rows of a topic.
  func rows(_ topic: CommandTopic) -> [Row] {
    var rows: [Row] = []
    for command in topic.commands.map(\.command) where command.isOffered(in: edition.capabilities) {
      var own: [Row] = []
      for place in Place.allCases
      where command.places.contains(place) && place.isOffered(in: edition.capabilities) {
        let description = texts.command(command, at: place, in: edition.capabilities).description
        let all = texts.keys.keys(of: command)
        // A command that works everywhere gets a single row.
        let isEverywhere = command.places == Set(Place.allCases)
        let keys =
          isEverywhere
          ? all : texts.keys.keys(of: command, at: place, in: edition.capabilities)
        guard !keys.isEmpty || all.isEmpty else { continue }
        if let index = own.firstIndex(where: { $0.description == description && $0.keys == keys }) {
          own[index].places.insert(place)
        } else {
          own.append(Row(command: command, description: description, keys: keys, places: [place]))
        }
      }
      rows += own
    }
    return rows
  }

  func keys(_ row: Row) -> [String] { row.keys.map { texts.key($0) } }

  /// The text for a command without keys.
  ///
  /// A dash would look like the minus key.
  var noKey: String { texts.say("(none)", "(нет)") }

  /// Returns the names of places.
  ///
  /// Sets of places that often occur together have one name.
  func names(_ places: Set<Place>) -> String {
    let all = Set(Place.allCases.filter { $0.isOffered(in: edition.capabilities) })
    guard places != all else { return texts.places(.everywhere) }
    var rest = places
    var names: [String] = []
    for (set, name) in [(Set.tabs, Texts.PlaceSet.tabs), (Set.lists, Texts.PlaceSet.lists)] {
      let offered = set.intersection(all)
      guard offered.count > 1, rest.isSuperset(of: offered) else { continue }
      rest.subtract(offered)
      names.append(texts.places(name))
    }
    return (names + Place.allCases.filter(rest.contains).map { texts.place($0) })
      .joined(separator: ", ")
  }

  package var text: String {
    let parts = CommandTopic.allCases.map { topic in
      (topic, rows(topic).map { ($0, $0.keys.isEmpty ? noKey : keys($0).joined(separator: " ")) })
    }
    let lines = parts.flatMap(\.1)
    let name = lines.map { $0.0.command.rawValue.count }.max() ?? 0
    let key = lines.map { TextWidth.of($0.1) }.max() ?? 0
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - TextWidth.of(text)) + 2)
    }
    return parts.filter { !$0.1.isEmpty }.map { topic, rows in
      let lines = rows.map { row, keys in
        "  " + padded(row.command.rawValue, name) + padded(keys, key)
          + "\(row.description) (\(names(row.places)))"
      }
      return ([texts.topic(topic)] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}

extension Texts {
  /// Sets of places that often occur together.
  enum PlaceSet { case everywhere, tabs, lists }

  func places(_ set: PlaceSet) -> String {
    switch set {
    case .everywhere: say("Everywhere", "Везде")
    case .tabs: say("Tabs", "Вкладки")
    case .lists: say("Lists", "Списки")
    }
  }

  /// Returns the heading of a topic of commands.
  package func topic(_ topic: CommandTopic) -> String {
    switch topic {
    case .moving: say("Navigation", "Перемещение")
    case .photos: say("Photos", "Фотографии")
    case .fullScreen: say("Full screen", "Полный экран")
    case .search: say("Search", "Поиск")
    case .gallery: say("Gallery", "Галерея")
    case .signIn: say("Sign-in", "Вход")
    case .program: say("Program", "Программа")
    }
  }
}

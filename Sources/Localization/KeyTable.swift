import AppCore
import Canvas
import Library
import Model

/// The table of all keys, as text.
///
/// The manual's section about keys is generated from it.
package struct KeyTable: Sendable {
  package enum Format: Sendable {
    case plain, markdown, man
  }

  private let texts: Texts
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
  private struct Row {
    let command: Command
    let description: String
    let keys: [Key]
    var places: Set<Place>
  }

  /// Returns the table in a format.
  package func text(_ format: Format) -> String {
    switch format {
    case .plain: plain
    case .markdown: markdown
    case .man: man
    }
  }

  private func rows(_ topic: CommandTopic) -> [Row] {
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

  private func keys(_ row: Row) -> [String] { row.keys.map { texts.key($0) } }

  /// The text for a command without keys.
  ///
  /// A dash would look like the minus key.
  private var noKey: String { texts.say("(none)", "(нет)") }

  /// Returns the names of places.
  ///
  /// Sets of places that often occur together have one name.
  private func names(_ places: Set<Place>) -> String {
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

  // MARK: Plain

  private var plain: String {
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

  // MARK: Markdown

  private var markdown: String {
    let parts = CommandTopic.allCases.map { ($0, rows($0)) }.filter { !$0.1.isEmpty }
    let heading = KeyTableHeading(texts)
    let tables = parts.map { topic, rows in
      let lines = rows.map { row in
        let keys = keys(row).map { "`\($0)`" }.joined(separator: " ")
        let cells = [keys.isEmpty ? noKey : keys, names(row.places), row.description]
        return "| \(cells.joined(separator: " | ")) | `\(row.command.rawValue)` |"
      }
      let head = "| \(heading.columns.joined(separator: " | ")) |\n| --- | --- | --- | --- |"
      return "## \(texts.topic(topic))\n\n\(head)\n" + lines.joined(separator: "\n")
    }
    let title = "# \(texts[.keys])\n\n\(heading.note)"
    return ([title] + tables).joined(separator: "\n\n")
  }

  // MARK: Manual

  private var man: String {
    var lines = [".Sh \(texts[.keys].uppercased())"]
    for topic in CommandTopic.allCases {
      let rows = rows(topic)
      guard !rows.isEmpty else { continue }
      lines.append(".Ss \(texts.topic(topic))")
      lines.append(".Bl -tag -width \"PgDn, Space, Ctrl+D\" -compact")
      for row in rows {
        let keys = keys(row).map(Self.macro)
        lines.append(".It " + (keys.isEmpty ? noKey : "Ic " + keys.joined(separator: " , ")))
        lines.append("\(row.description) (\(names(row.places)))")
      }
      lines.append(".El")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a key as a macro's argument.
  ///
  /// Escapes punctuation, which a macro wouldn't treat as text.
  private static func macro(_ key: String) -> String {
    key.allSatisfy { $0.isLetter || $0.isNumber } ? key : "\\&" + key
  }
}

/// The column headings of the table and the note below it in a document.
private struct KeyTableHeading {
  let columns: [String]
  let note: String

  init(_ texts: Texts) {
    columns = [
      texts.say("Key", "Клавиша"), texts.say("Where", "Где"),
      texts.say("What it does", "Что делает"), texts.say("Name", "Имя"),
    ]
    note = texts.say(
      "Lists are the feed, favourites, search results, photographers, topics and collections; "
        + "tabs are the lists, the profile and the gallery. The name is what `[keys]` of the "
        + "configuration calls the command.\n\n"
        + "A number typed before a movement is a count in lists, the gallery and full screen: `5j` "
        + "moves five rows down, `52G` goes to photo 52. A digit that is itself a key there, "
        + "such as `1` to `4` for the tabs, does not begin a count but can go on with one; Esc "
        + "drops it. `:12` goes to photo 12. Letters are text where text is typed.",
      "Списки — это лента, избранное, результаты поиска, авторы, темы и подборки; "
        + "вкладки — списки, профиль и галерея. "
        + "Имя — так команда называется в разделе `[keys]` настроек.\n\n"
        + "Число перед командой перемещения (в списках, галерее и на полном экране) — число "
        + "повторов: `5j` переместит на пять строк вниз, `52G` покажет фото 52. С цифры, "
        + "назначенной команде (`1`–`4` — вкладки), оно начинаться не может. Esc сбрасывает число. "
        + "`:12` покажет фото 12. В полях ввода буквы вводятся как текст."
    )
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

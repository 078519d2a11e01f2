import AppCore

@testable import Localization

/// The forms of the table for the documentation and the manual.
extension KeyTable {
  // MARK: Markdown

  var markdown: String {
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

  var man: String {
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

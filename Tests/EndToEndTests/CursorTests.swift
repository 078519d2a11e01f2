import Foundation
import Harness
import Testing

/// The terminal's own cursor, which screen readers and braille displays follow.
@Suite(.endToEnd) struct TerminalCursorTests {
  @Test func `the cursor is on the selected element of lists, menus, dialogs and fields`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(try stage.demo(), ["--edition", "extended"])
      func expect(_ text: String, after keys: String..., on place: Place) throws {
        // One by one: Esc and a letter at once are read as Alt and the letter.
        for key in keys { try app.press(key) }
        try app.settles(on: place)
        try app.describingScreen {
          let rest = try app.textFromCursor()
          // A photo may have a mark before its name.
          let start = rest.prefix(text.count + 3)
          guard text.isEmpty ? rest.allSatisfy(\.isWhitespace) : start.contains(text) else {
            throw Failure("after \(keys): the cursor is on \"\(rest)\", not on \"\(text)\"")
          }
        }
      }
      let name = try selectedName(app)
      try expect("▸ Preview", after: "m", on: .menu)
      try expect("▸ Download", after: "Down", on: .menu)
      try expect("▸ Copy link", after: "Escape", "s", on: .share)
      try expect(" Filter by name", after: "Escape", "T", on: .chooser)
      try expect("▸ ", after: "Down", on: .chooser)
      try expect("▸ " + name, after: "Escape", "d", "D", on: .downloads)
      try expect(" Command or photo number", after: "Escape", ":", on: .palette)
      try expect("▸ ", after: "Down", on: .palette)
      try expect(" Keys: Feed", after: "Escape", "?", on: .help)
      try expect(name, after: "Escape", "Enter", on: .photo)
      try expect(" ‹ Back", after: "Tab", on: .photo)
      try expect("Search for photos", after: "Escape", "3", on: .searchInput)
      try expect("", after: "f", "o", "g", on: .searchInput)
      try expect(name, after: "Escape", "4", on: .gallery)
      try expect("[ n Keep ]", after: "DC", on: .alert)
    }
  }
}

/// Returns the photographer of the feed's second photo, which has the cursor after a step.
private func selectedName(_ app: App<TmuxSession>) throws -> String {
  try app.press("l", settlingOn: .feed)
  let name = try app.textFromCursor().prefix { $0.isLetter || $0.isNumber }
  guard name.count > 2 else { throw Failure("the cursor is on \(try app.textFromCursor())") }
  return String(name)
}

extension App where Terminal == TmuxSession {
  /// Returns the text of the cursor's row from the cursor on.
  func textFromCursor() throws -> String {
    let place = try terminal.value("cursor_x},#{cursor_y").split(separator: ",").compactMap {
      Int($0)
    }
    guard place.count == 2 else { throw Failure("no cursor") }
    let rows = try terminal.text().split(separator: "\n", omittingEmptySubsequences: false)
    return String(try rows.at(place[1]).dropFirst(place[0]))
  }
}

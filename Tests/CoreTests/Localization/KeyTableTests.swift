import AppCore
import Canvas
import Foundation
import Localization
import Model
import Testing

/// The documents about keys, compared with the table of commands.
@Suite struct KeyTableTests {
  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func table(_ language: Language = .english, arrows: Bool = true) -> KeyTable {
    var texts = Texts(language)
    texts.hasArrows = arrows
    return KeyTable(texts, .extended)
  }

  /// Compares a part of a file with the expected text, or writes it there.
  private func expect(_ text: String, in path: String, from start: String, to end: String?) throws {
    let file = Self.project.appending(path: path)
    let old = try String(contentsOf: file, encoding: .utf8)
    let from = try #require(old.range(of: start)?.lowerBound)
    let to = end.flatMap { old.range(of: $0)?.lowerBound } ?? old.endIndex
    if Snapshots.isRecording {
      let new = old[..<from] + text + "\n" + old[to...]
      try Data(new.utf8).write(to: file)
      Issue.record("recorded \(path)")
      return
    }
    #expect(String(old[from..<to]) == text + "\n", "made by RECORD_SNAPSHOTS=1")
  }

  @Test func `Snapshot of the keys for the documentation`() throws {
    try expect(Self.table().markdown, in: "docs/keys.md", from: "# Keys", to: nil)
  }

  @Test func `Snapshot of the keys for the manual`() throws {
    let text = Self.table(arrows: false).man
    try expect(text, in: "Resources/imagefeed.1", from: ".Sh KEYS", to: ".Sh ENVIRONMENT")
  }

  @Test func `the key that marks photos is listed as paging in the edition without marks`() throws {
    for (edition, place, isSpare) in [(Edition.basic, "(Feed", true), (.extended, "(Lists", false)]
    {
      let lines = KeyTable(Texts(.english), edition).text.split(separator: "\n")
      let row = try #require(lines.first { $0.hasPrefix("  page_down ") && $0.contains(place) })
      #expect(row.contains("Space") == isSpare)
    }
  }

  @Test(arguments: Language.allCases)
  func `every command is in every form of the table, with its keys`(language: Language) {
    let table = Self.table(language)
    for text in [table.text, table.markdown] {
      for command in Command.allCases {
        let name = command.rawValue
        let lines = text.split(separator: "\n").filter {
          $0.hasPrefix("  \(name) ") || $0.hasSuffix(" `\(name)` |")
        }
        #expect(!lines.isEmpty, "\(command)")
        let key = Texts(language).key(of: command) ?? (language == .english ? "(none)" : "(нет)")
        #expect(lines.allSatisfy { $0.contains(key) }, "\(command)")
      }
    }
  }

  @Test func `the basic edition's table has no command of the extended one`() {
    let text = KeyTable(Texts(.english), .basic).text
    let names = Set(text.split { !$0.isLetter && $0 != "_" }.map(String.init))
    for command in [Command.download, .orientation, .undo, .markAll, .zoomFit, .feedTab] {
      #expect(
        names.contains(command.rawValue) == command.isOffered(in: Edition.basic.capabilities),
        "\(command)"
      )
    }
  }

  @Test func `the plain form has the user's keys, and says if there is none`() {
    let map = KeyMap(changing: [.like: [Key(.function(5))], .refresh: []])
    let lines = KeyTable(Texts(.english, keys: map), .extended).text
      .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines.contains { $0.starts(with: ["like", "F5", "Like"]) })
    #expect(lines.contains { $0.starts(with: ["refresh", "(none)", "Refresh,"]) })
  }

  @Test(arguments: Language.allCases)
  func `cells contain plain text without control characters or line breaks`(language: Language) {
    let text = Self.table(language).markdown
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.count > Command.allCases.count)
    #expect(rows.allSatisfy { $0.split(separator: "|").count == 4 })
  }
}

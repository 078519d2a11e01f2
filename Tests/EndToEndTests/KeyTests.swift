import Foundation
import Harness
import Testing

/// Configured keys, counts, and the palette, in the real program.
@Suite(.endToEnd) struct KeyTests {
  private func configure(_ stage: Stage, _ text: String) throws -> String {
    let path = stage.home.path + "/keys.toml"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `configured keys work, and are shown in hints and help`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let config = try configure(stage, "[keys]\nlike = [\"w\"]\nshare = []\n")
      let app = try stage.signedInApp(demo, ["--config", config])
      try app.shows("w like")
      try app.shows("no hint of a key that is gone") { !$0.contains("s share") }
      // The default key no longer has an effect.
      try app.terminal.send(["f"])
      try app.press("w", settlingOn: .feed)
      #expect(try demo.state().likes.count == 1)
      // Also by the physical key of a Russian layout.
      try app.press("ц", settlingOn: .feed)
      #expect(try demo.state().likes.isEmpty)
      try app.press("C-c")
      #expect(try app.exits() == 0)
    }
  }

  @Test func `an error in the key map is reported with its line, by the doctor too`() throws {
    try Stage.run { stage in
      let config = try configure(stage, "[keys]\nlike = [\"d\"]\n")
      let said = try Subprocess.run(
        ["sh", "-c", "'\(stage.binary)' config check --config '\(config)' 2>&1"],
        environment: stage.home.environment
      )
      #expect(said.text.contains("keys.toml:2: d is already assigned to download (Feed)"))
      #expect(said.status == 2)
      let app = try stage.app(["--config", config])
      #expect(try app.exits() == 2)
      #expect(try app.terminal.text().contains("keys.toml:2: d is already assigned"))
      let doctor = try stage.output("doctor", "--config", config)
      #expect(doctor.text.contains("keys.toml:2: d is already assigned to download (Feed)"))
      // `keys` reports it and prints the default keys.
      let printed = stage.home.path + "/keys"
      let keys = try Subprocess.run(
        ["sh", "-c", "'\(stage.binary)' keys --config '\(config)' 2>&1 > \(printed)"],
        environment: stage.home.environment
      )
      #expect(keys.status == 0)
      #expect(keys.text.contains("keys.toml:2: d is already assigned to download (Feed)"))
      let table = try stage.output("keys").text
      #expect(try String(contentsOfFile: printed, encoding: .utf8) == table)
    }
  }

  @Test func `the table of keys includes configured keys`() throws {
    try Stage.run { stage in
      let config = try configure(stage, "[keys]\nlike = [\"F5\"]\n")
      let plain = try stage.output("keys", "--config", config)
      #expect(plain.status == 0 && plain.text.contains(/like +F5 +Like/))
      let russian = try stage.output("keys", "--lang", "ru", "--config", config)
      #expect(russian.text.contains(/like +F5 +Поставить/))
    }
  }

  @Test func `a count is shown, moves that far, and is removed by Escape`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(try stage.demo())
      try app.press("5", settlingOn: .feed)
      try app.shows("the count in the last line") { screen in
        screen.split(separator: "\n").last?.hasPrefix(" 5 ") ?? false
      }
      try app.press("Escape", settlingOn: .feed)
      try app.shows("no count any more") { screen in
        !(screen.split(separator: "\n").last?.hasPrefix(" 5 ") ?? true)
      }
      try app.press("7", "l", settlingOn: .feed)
      let counted = try app.terminal.text()
      try app.press("g", settlingOn: .feed)
      try app.press("l", "l", "l", "l", "l", "l", "l", settlingOn: .feed)
      try app.shows("what single steps lead to") { $0 == counted }
    }
  }

  @Test func `the palette finds a command by its words and runs it`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(try stage.demo(), columns: 40, rows: 12)
      try app.press(":", settlingOn: .palette)
      try app.shows("Commands")
      try app.press("з", "р", "о", "ф", settlingOn: .palette)
      try app.shows("No matching commands")
      try app.press("BSpace", "BSpace", "BSpace", "BSpace", settlingOn: .palette)
      try app.press("п", "р", "о", "ф", settlingOn: .palette)
      try app.shows("Show your profile")
      try app.press("Enter", settlingOn: .favourites)
      // The last command comes first.
      try app.press(":", settlingOn: .palette)
      try app.press("Escape", settlingOn: .favourites)
      try app.press("1", settlingOn: .feed)
      try app.press(":", settlingOn: .palette)
      try app.press("Enter", settlingOn: .favourites)
    }
  }

  @Test func `the palette opens a photo by its number`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(try stage.demo())
      try app.press(":", "1", "2", settlingOn: .palette)
      try app.shows("Go to photo 12")
      try app.press("Enter", settlingOn: .feed)
      let jumped = try app.terminal.text()
      try app.press("g", settlingOn: .feed)
      let steps = Array(repeating: "l", count: 11)
      try app.press(steps)
      try app.settles(on: .feed)
      try app.shows("what single steps lead to") { $0 == jumped }
    }
  }
}

import Harness
import Testing

@Suite(.endToEnd) struct HelpTests {
  @Test func `help and its errors are in the language of the locale or of --lang`() throws {
    let russian = ["LC_ALL": "ru_RU.UTF-8"]
    try Stage.run { stage in
      let help = try stage.output("--help", environment: russian).text
      #expect(try stage.output("--help", "--lang", "ru").text == help)
      #expect(try stage.output("--help", "--lang=ru").text == help)
      #expect(try !stage.output("--help").text.contains(where: isCyrillic))
      var commands = Self.entries(of: help).filter { $0.first?.isLowercase == true }
        .map { String($0.prefix { $0.isLowercase || $0 == "-" }) }
      for family in ["cache", "config", "gallery"] {
        let list = try stage.output("help", family, environment: russian).text
        commands += Self.entries(of: list).filter { $0.first?.isLowercase == true }
          .map { "\(family) \($0.prefix { $0.isLowercase })" }
      }
      #expect(commands.count == 41)
      for command in commands {
        let arguments = ["help"] + command.split(separator: " ").map(String.init)
        let text = try Subprocess.run(
          [stage.binary] + arguments,
          environment: stage.home.environment.merging(russian) { $1 }
        ).text
        #expect(text.prefix { $0 != "\n" }.contains(where: isCyrillic), "\(command)")
        for entry in Self.entries(of: text) {
          #expect(entry.contains(where: isCyrillic), "\(command): \(entry)")
        }
      }
      let failed = try Subprocess.run(
        ["sh", "-c", "'\(stage.binary)' feed --limit 0 2>&1"],
        environment: stage.home.environment.merging(russian) { $1 }
      )
      #expect(failed.status == 2)
      #expect(failed.text.contains("--limit: нужно число от 1 до 10000"))
    }
  }

  @Test func `help lists the commands in groups`() throws {
    try Stage.run { stage in
      let lines = try stage.output("--help").text.split(separator: "\n")
      let groups = lines.filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
      #expect(
        groups == [
          "OPTIONS:", "BROWSE:", "PHOTOS:", "ACCOUNT:", "SETTINGS:", "DIAGNOSTICS:",
        ]
      )
    }
  }

  /// Returns the options, arguments and commands of a help text, each with its description.
  private static func entries(of help: String) -> [String] {
    var entries: [String] = []
    for line in help.split(separator: "\n") where line.hasPrefix("  ") {
      let text = line.drop { $0 == " " }
      if line.count - text.count == 2 {
        entries.append(String(text))
      } else if !entries.isEmpty {
        entries[entries.count - 1] += " " + text
      }
    }
    return entries
  }

  private func isCyrillic(_ character: Character) -> Bool {
    character.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
  }
}

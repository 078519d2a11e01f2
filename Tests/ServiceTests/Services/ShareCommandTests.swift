import Harness
import Model
import Testing

@testable import Settings

@Suite struct `Custom commands` {
  private let path = "/home/ada/config.toml"

  private func load(_ text: String) throws(Problem) -> [ShareCommand] {
    var configuration = Configuration()
    let problems = try ConfigurationFile(text: text, path: path)
      .applyValid(to: &configuration, xdg: XDG(environment: ["HOME": "/home/ada"]))
    if let problem = problems.first { throw problem }
    return configuration.preferences.shareCommands
  }

  private func cause(_ text: String) -> Problem.Cause? {
    do throws(Problem) {
      _ = try load(text)
      return nil
    } catch {
      return error.cause
    }
  }

  @Test func `custom commands are read in order`() throws {
    let commands = try load(
      """
      theme = "dark"
      [[share]]
      name = "Print"
      command = ["lp", "{file}"]

      [[share]]
      command = ["~/bin/note", "~/x", "{url}"]
      name = "Note"
      [unsplash]
      access_key = "x"
      """
    )
    #expect(
      commands == [
        ShareCommand("Print", "lp", "{file}"),
        ShareCommand("Note", "/home/ada/bin/note", "~/x", "{url}"),
      ]
    )
    #expect(try load("share = []") == [])
    // Braces of a script are doubled, and what the photographer wrote comes as an argument.
    let script = "command = ['sh', '-c', 'awk \"{{print}\" {file} \\n', '{title}', '{likes}']"
    #expect(
      try load("[[share]]\nname = 'a'\n" + script) == [
        ShareCommand("a", "sh", "-c", "awk \"{{print}\" {file} \\n", "{title}", "{likes}")
      ]
    )
    #expect(try load("") == [])
  }

  @Test(
    arguments: [
      ("\nshare = 3", "share", 2, "tables"),
      ("[share]\nname = 'a'", "share", 1, "tables"),
      ("share = [1]", "share", 1, "tables"),
      ("[[share]]\nname = 'a'\n", "share.command", 1, "words"),
      ("[[share]]\ncommand = ['a']\n", "share.name", 1, "string"),
      ("[[share]]\nname = 'a'\ncommand = 'b {file}'", "share.command", 3, "words"),
      ("[[share]]\nname = 'a'\ncommand = []", "share.command", 3, "words"),
      ("[[share]]\nname = 'a'\ncommand = ['b', 3]", "share.command", 3, "words"),
      ("[[share]]\nname = 'a'\ncommand = ['']", "share.command", 3, "words"),
      ("[[share]]\nname = 'a'\ncommand = ['b', '{fiel}']", "share.command", 3, "placeholders"),
      ("[[share]]\nname = 'a'\ncommand = ['b', '{file']", "share.command", 3, "placeholders"),
      ("[[share]]\nname = 'a'\ncommand = ['b', '{user.nam}']", "share.command", 3, "placeholders"),
      ("[[share]]\nname = 'a'\ncommand = ['sh', '-c', 'x {title}']", "share.command", 3, "script"),
      ("[[share]]\nname = 'a'\ncommand = ['sh', '-c', '{credit}']", "share.command", 3, "script"),
      ("[[share]]\nname = ' '\ncommand = ['b']", "share.name", 2, "string"),
      (
        "[[share]]\nname = 'a'\ncommand = ['b']\n\n[[share]]\nname = 'c'\ncommand = 5\n",
        "share.command", 7, "words"
      ),
      (
        "[[share]]\nname = 'a'\ncommand = ['b']\n\n[[share]]\nname = 'c'\n", "share.command", 5,
        "words"
      ),
    ]
  )
  func `an invalid command is reported with its line and the valid values`(
    text: String,
    key: String,
    line: Int,
    expected: String
  ) {
    #expect(
      cause(text) == .configurationType(path: path, key: key, line: line, expected: expected)
    )
  }

  @Test func `an unknown key is named with its line`() {
    #expect(
      cause("[[share]]\nname = 'a'\ncommand = ['b']\nshell = true\n")
        == .configurationKey(path: path, key: "share.shell", line: 4)
    )
  }
}

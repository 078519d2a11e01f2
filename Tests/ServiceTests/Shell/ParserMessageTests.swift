import ArgumentParser
import Foundation
import Localization
import Model
import Testing

@testable import Shell

/// The parser's messages.
///
/// A new wording of the parser fails here.
@Suite struct ParserMessageTests {
  private static func message(_ line: String) -> String? {
    let arguments = line.split(separator: " ").map(String.init)
    do { _ = try Imagefeed.parseAsRoot(arguments) } catch { return Imagefeed.message(for: error) }
    return nil
  }

  @Test(arguments: [
    ("feed --bogus", "unknown option --bogus", "неизвестный параметр --bogus"),
    (
      "feed --ofline", "unknown option --ofline; did you mean --offline?",
      "неизвестный параметр --ofline; может быть, --offline?"
    ),
    ("feed --page", "missing value of --page <number>", "не указано значение --page <number>"),
    ("feed nonsense", "unexpected argument nonsense", "лишний аргумент nonsense"),
    ("feed a b", "unexpected arguments: a, b", "лишние аргументы: a, b"),
    ("photo", "missing argument <id> ...", "не указан аргумент <id> ..."),
    (
      "search x --sort best", "best is not a value of --sort <sort>; it takes relevant or latest",
      "best — не значение --sort <sort>; можно указать relevant или latest"
    ),
    (
      "feed --page x", "x is not a value of --page <number>", "x — не значение --page <number>"
    ),
    (
      "feed --service x", "x is not a value of --service <service>; it takes unsplash",
      "x — не значение --service <service>; можно указать unsplash"
    ),
    ("feed --json=1", "--json takes no value", "у --json не бывает значения"),
  ])
  func `the parser's messages are translated`(
    line: String,
    english: String,
    russian: String
  ) throws {
    let message = try #require(Self.message(line))
    // The names of services are joined in the language of the process.
    #expect(ParserMessage.reworded(message, Texts(.english)).hasPrefix(english))
    #expect(ParserMessage.reworded(message, Texts(.russian)).hasPrefix(russian))
  }

  @Test func `a long list of values is one line`() throws {
    let message = try #require(Self.message("search x --color pink"))
    let text = ParserMessage.reworded(message, Texts(.english))
    #expect(text.hasPrefix("pink is not a value of --color <color>; it takes black_and_white, bla"))
    #expect(!text.contains("\n") && !text.hasSuffix(":"))
  }

  @Test func `another message stays as it is`() {
    #expect(ParserMessage.reworded("Something new", Texts(.russian)) == "Something new")
    #expect(ParserMessage.translated("Error: Something new").hasPrefix("imagefeed: Something new"))
  }

  @Test func `an unknown option is reported before a wrong value`() {
    #expect(Self.message("feed --limit 0")?.contains("10000") == true)
    #expect(
      ArgumentRules.$areIgnored.withValue(true) { Self.message("feed --bogus --limit 0") }
        == "Unknown option '--bogus'"
    )
  }

  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { let kind: String, name: String }
      let kind: String
      let names: [Name]?
    }
    let arguments: [Argument]?
    let subcommands: [Command]?

    var flags: Set<String> {
      let names = (arguments ?? []).filter { $0.kind == "flag" }.flatMap { $0.names ?? [] }
      let long = names.filter { $0.kind == "long" }.map { "--" + $0.name }
      return Set(long).union((subcommands ?? []).flatMap(\.flags))
    }
  }

  @Test func `an ID after any flag may begin with a dash`() throws {
    struct Tool: Decodable { let command: Command }
    let tool = try JSONDecoder().decode(Tool.self, from: Data(Imagefeed._dumpHelp().utf8))
    #expect(tool.command.flags.subtracting(["--help", "--version"]) == DashedID.flags)
  }

  @Test(
    arguments: [
      ("download -zWvTE4aw_N", [1]), ("photo a -zWvTE4aw_N -1_2", [2, 3]),
      ("download --to -zWvTE4aw_N x", []), ("like --demo -1_2", [2]), ("open -1_2", [1]),
      ("show --size=3x3 -zWvTE4aw_N -h", [2]), ("config set vk.owner -1_2", []),
      ("search -zWvTE4aw_N", []), ("gallery path -- -zWvTE4aw_N", [3]), ("photo -h -0", []),
      ("---completion photo -zWvTE4aw_N", []),
    ] as [(String, [Int])]
  )
  func `IDs that begin with a dash are marked`(line: String, marked: [Int]) {
    let words = line.split(separator: " ").map(String.init)
    let result = DashedID.marked(words)
    #expect(result.indices.filter { result[$0] != words[$0] } == marked)
    #expect(result.map(DashedID.shown) == words)
  }
}

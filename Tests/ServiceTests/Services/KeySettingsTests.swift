import AppCore
import Canvas
import Localization
import Model
import Runtime
import Testing

@testable import Settings

@Suite struct `Custom keys` {
  private let path = "/home/ada/config.toml"

  private func map(_ text: String) throws(Problem) -> KeyMap {
    var configuration = Configuration()
    let problems = try ConfigurationFile(text: text, path: path)
      .applyValid(to: &configuration, xdg: XDG(environment: ["HOME": "/home/ada"]))
    if let problem = problems.first { throw problem }
    return try configuration.keys.keyMap()
  }

  private func cause(_ text: String) -> Problem.Cause? {
    do throws(Problem) {
      _ = try map(text)
      return nil
    } catch {
      return error.cause
    }
  }

  @Test func `custom keys replace a command's keys, and leave the others`() throws {
    let map = try map("theme = 'dark'\n[keys]\nlike = ['F5', 'w']\nrefresh = []\n[unsplash]\n")
    #expect(map.keys(of: .like) == [Key(.function(5)), .character("w")])
    #expect(map.keys(of: .refresh) == [])
    #expect(map.keys(of: .share) == KeyMap.standard.keys(of: .share))
    #expect(
      map.command(for: .character("w"), at: .feed, in: Edition.extended.capabilities) == .like
    )
    #expect(
      map.command(for: Key(.function(5)), at: .photo, in: Edition.extended.capabilities) == .like
    )
    #expect(map.command(for: .character("f"), at: .feed, in: Edition.extended.capabilities) == nil)
    #expect(map.command(for: .character("R"), at: .feed, in: Edition.extended.capabilities) == nil)
    #expect(try self.map("") == .standard)
    #expect(try self.map("[keys]") == .standard)
  }

  @Test func `two commands may swap their keys`() throws {
    let map = try map("[keys]\nlike = ['d']\ndownload = ['f']")
    #expect(
      map.command(for: .character("d"), at: .feed, in: Edition.extended.capabilities) == .like
    )
    #expect(
      map.command(for: .character("f"), at: .feed, in: Edition.extended.capabilities) == .download
    )
    // A key may have another meaning in places where the other command has none.
    #expect(cause("[keys]\nrotate = ['d']\ndownload = []") == nil)
  }

  @Test func `a Cyrillic letter stands for its physical key, unless it is mapped itself`() throws {
    let map = try map("[keys]\nlike = ['w']\nshare = ['ц', 's']\nundo = ['ы']")
    #expect(
      map.command(for: .character("ц"), at: .feed, in: Edition.extended.capabilities) == .share
    )
    // Not mapped: it is X, which has no command either.
    #expect(map.command(for: .character("Ч"), at: .feed, in: Edition.extended.capabilities) == nil)
    #expect(
      map.command(for: .character("ы"), at: .feed, in: Edition.extended.capabilities) == .share
    )
    #expect(
      map.command(for: .character("ы"), at: .favourites, in: Edition.extended.capabilities) == .undo
    )
  }

  @Test func `Ctrl+C, Escape and Enter can't be taken away`() throws {
    let text = "[keys]\n" + Command.allCases.map { "\($0.rawValue) = []" }.joined(separator: "\n")
    let map = try map(text)
    for place in AppCore.Place.allCases {
      #expect(
        map.command(for: .control("c"), at: place, in: Edition.extended.capabilities) == .quit
      )
      let escape = map.command(for: Key(.escape), at: place, in: Edition.extended.capabilities)
      #expect(escape == (Command.back.places.contains(place) ? .back : nil))
      let enter = map.command(for: Key(.enter), at: place, in: Edition.extended.capabilities)
      #expect(enter == (Command.open.places.contains(place) ? .open : nil))
    }
    for key in ["Esc", "Ctrl+[", "Enter", "Ctrl+M", "Ctrl+C"] {
      guard case .configurationBinding(_, 2, .taken)? = cause("[keys]\nlike = ['\(key)']") else {
        Issue.record("\(key) can be taken away")
        continue
      }
    }
  }

  @Test(
    arguments: [
      ("[keys]\nlike = ['x']\nliek = ['f']", 3, Problem.BindingMistake.unknownCommand("liek")),
      ("[keys]\nlike = [\n'F5',\n'Strg+x']", 4, .unknownKey("Strg+x")),
      ("[keys]\nlike = ['']", 2, .unknownKey("")),
      ("\n[keys]\nlike = ['d']", 3, .taken(key: "d", by: "download", place: "feed")),
      ("[keys]\nlike = ['d']\ndownload = ['d']", 3, .taken(key: "d", by: "like", place: "feed")),
      (
        "[keys]\ndownload = ['w']\nlike = ['w']", 3, .taken(key: "w", by: "download", place: "feed")
      ),
      ("keys.rotate = ['Up']", 1, .taken(key: "Up", by: "move_up", place: "photo")),
    ]
  )
  func `an invalid line is named`(
    _ text: String,
    _ line: Int,
    _ mistake: Problem.BindingMistake
  ) {
    #expect(cause(text) == .configurationBinding(path: path, line: line, mistake))
  }

  @Test(arguments: ["[keys]\n\nlike = 'f'", "[keys]\n\nlike = 3", "[keys]\n\nlike = ['f', 3]"])
  func `keys must be a list of strings`(_ text: String) {
    #expect(
      cause(text) == .configurationType(path: path, key: "keys.like", line: 3, expected: "keys")
    )
    #expect(
      cause("keys = 3") == .configurationType(path: path, key: "keys", line: 1, expected: "table")
    )
  }

  @Test func `an error has its line in both languages`() throws {
    let problem = Problem(
      .configuration,
      .configurationBinding(path: path, line: 7, .taken(key: "d", by: "download", place: "feed"))
    )
    #expect(
      Texts(.english).diagnostic(problem) == "\(path):7: d is already assigned to download (Feed)"
    )
    #expect(
      Texts(.russian).diagnostic(problem)
        == "\(path):7: клавиша d уже назначена команде download (Лента)"
    )
  }
}

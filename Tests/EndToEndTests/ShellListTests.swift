import Foundation
import Harness
import Model
import Testing

/// The contents of lists: pages, filters, and the age of cached ones.
@Suite(.endToEnd) struct ShellListTests {
  @Test func `a service without albums says so`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      for words in ["album", "album 1_2", "album --offline"] {
        let result = try script.run("$imagefeed \(words) 2>&1")
        #expect(result.status == 2 && result.text.contains("Unsplash has no albums."), "\(words)")
      }
    }
  }

  @Test func `a list can begin at any of the service's pages`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let ids = try script.lines("$imagefeed feed --limit 64 --format '{id}'")
      let second = try script.lines("$imagefeed feed --page 2 --limit 34 --format '{id}'")
      #expect(ids.count == 64 && second == Array(ids.dropFirst(30)))
      // It isn't a beginning that could be printed offline.
      let cached = try script.lines("$imagefeed feed --offline --limit 64 --format '{id}'")
      #expect(cached == ids)
      #expect(try script.run("$imagefeed feed --page 9999").text.isEmpty)
      for page in ["0", "-1", "two", "99999999999999999999"] {
        #expect(try script.run("$imagefeed feed --page=\(page)").status == 2, "\(page)")
      }
    }
  }

  @Test func `filters apply to the printed photos`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      func sizes(_ filter: String) throws -> [(width: Int, height: Int)] {
        try script.lines("$imagefeed search sea \(filter) --format '{width} {height}'").map {
          let sides = $0.split(separator: " ").compactMap { Int($0) }
          try #require(sides.count == 2)
          return (sides[0], sides[1])
        }
      }
      let all = try sizes("")
      let (tall, wide) = (try sizes("--orientation portrait"), try sizes("--orientation landscape"))
      #expect(!tall.isEmpty && tall.allSatisfy { $0.height > $0.width })
      #expect(!wide.isEmpty && wide.allSatisfy { $0.width > $0.height })
      #expect(max(tall.count, wide.count) <= all.count)
      let blue = try script.lines("$imagefeed search sea --color blue --format '{id}'")
      let any = try script.lines("$imagefeed search sea --limit 500 --format '{id}'")
      #expect(!blue.isEmpty && blue.count < any.count && Set(blue).isSubset(of: any))
      let latest = try script.lines("$imagefeed search sea --sort latest --format '{created}'")
      #expect(Set(latest).count > 1 && latest == latest.sorted(by: >))
      for filter in ["--orientation round", "--color plaid", "--sort best"] {
        #expect(try script.run("$imagefeed search sea \(filter)").status == 2, "\(filter)")
      }
    }
  }

  @Test func `a cached list is reused for a minute`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let feed = try script.entries("$imagefeed feed --json")
      /// Whether the service is called when the cached feed is this old.
      func asks(age: Double) throws -> Bool {
        try stage.home.setAge(age, of: .feed, account: "unsplash \(demo.url)")
        let before = try demo.state().counts
        #expect(try script.entries("$imagefeed feed --json") == feed)
        return try demo.state().counts != before
      }
      #expect(try !asks(age: 30))
      #expect(try asks(age: 61))
      #expect(try !asks(age: 0))
      // A clock that was set back makes no list fresh forever.
      #expect(try asks(age: -3600))
    }
  }

  @Test func `closed descriptors are reported, and no file takes their place`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let feed = try script.run("$imagefeed feed").text
      let closed = try script.run("$imagefeed feed 2>&1 >&-")
      #expect(closed.status == 1 && closed.text.contains("can't write to standard output"))
      #expect(try script.run("$imagefeed feed <&- 2>&-").text == feed)
      #expect(try script.run("$imagefeed photo nope 2>&-").status == 4)
      let unread = try script.run("$imagefeed download - <&- 2>&1")
      #expect(unread.status == 2 && unread.text.contains("can't read -: "))
      #expect(try script.run("$imagefeed download --to out - <&- 2>&- >&-").status == 2)
      let id = try script.lines("$imagefeed feed --limit 1 --format '{id}'").at(0)
      // Terminal output is written neither to the database nor to a photo.
      #expect(try script.run("$imagefeed download -- \(id) <&- 2>&- >&-").status == 1)
      #expect(try script.run("$imagefeed gallery verify").status == 0)
      #expect(try script.entries("$imagefeed gallery --json").map(\.id) == [id])
    }
  }

  @Test func `an unusable database is set aside by name`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let feed = try script.run("$imagefeed feed").text
      let path = stage.home.path + "/data/imagefeed/imagefeed.db"
      for content in ["", "nonsense"] {
        try Data(content.utf8).write(to: URL(filePath: path))
        for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
        let result = try script.run("$imagefeed feed 2> said")
        #expect(result.status == 0 && result.text == feed)
        #expect(try script.run("cat said").text.contains("saved as \(path)"), "\(content)")
        #expect(try script.run("$imagefeed feed 2>&1").text == feed)
      }
    }
  }

  @Test func `sessions readable by others are reported`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      #expect(try script.run("$imagefeed login < /dev/null").status == 0)
      let path = stage.home.credentials
      let exposed = try script.run("chmod 666 '\(path)'; $imagefeed me 2>&1 > /dev/null")
      #expect(exposed.status == 0)
      #expect(exposed.text.contains("Other users of this computer could read and change \(path)"))
      let again = try script.run("stat -c %a '\(path)'; $imagefeed me 2>&1 > /dev/null")
      #expect(again.text == "600\n")
    }
  }

  @Test func `a line that isn't an ID is reported briefly`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let result = try script.run("head -c 10000000 /dev/zero | $imagefeed photo - 2>&1")
      #expect(result.status == 2 && result.text.contains("is not a photo ID"))
      #expect(result.text.utf8.count < 1_000)
    }
  }
}

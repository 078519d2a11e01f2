import Foundation
import Glibc
import Harness
import Testing

/// `imagefeed show`, and lists with thumbnails.
@Suite(.endToEnd) struct ShellPictureTests {
  private static let photos = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Resources/demo").standardized.path(percentEncoded: false)

  /// Returns the lines without their colours.
  private func plain(_ text: String) -> [String] {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    .dropLast().map(String.init)
  }

  private func files() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.photos).sorted()
    return names.filter { $0.hasSuffix(".jpg") }.prefix(2).map { Self.photos + "/" + $0 }
  }

  @Test func `files are drawn side by side with their names below`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let files = try files()
      let names = files.map { URL(filePath: $0).lastPathComponent }
      let one = try script.run("$imagefeed show '\(files.at(0))' --size 40x12")
      let lines = plain(one.text)
      #expect(try one.status == 0 && lines.count == 12 && lines[11] == names.at(0))
      #expect(one.text.contains("\u{1B}[38;2;"))
      // A file on standard input has no name.
      let input = try script.run("$imagefeed show - --size 40x12 < '\(files.at(0))'").text
      #expect(try one.text == input + names.at(0) + "\n")

      let two = plain(try script.run("$imagefeed show '\(files.at(0))' '\(files.at(1))'").text)
      let captions = try #require(two.last)
      #expect(try captions.hasPrefix(names.at(0).prefix(39)))
      #expect(try captions.dropFirst(41).hasPrefix(names.at(1).prefix(39)))
      #expect(two.allSatisfy { $0.count <= 80 })
      #expect(try two.at(0).count > 41)
      // In a narrow terminal, they are one below another.
      let narrow = try script.run(
        "$imagefeed show '\(files.at(0))' '\(files.at(1))'",
        ["COLUMNS": "50"]
      ).text
      let below = plain(narrow)
      #expect(try below.last == names.at(1))
      // A blank line separates a caption from the next picture.
      let caption = try #require(below.firstIndex(of: names.at(0)))
      #expect(below[caption + 1].isEmpty)
    }
  }

  @Test func `photos are loaded from the gallery or the service, and failures don't stop the rest`()
    throws
  {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let ids = try script.lines("$imagefeed feed --limit 3 --format '{id}' | tee ids")
      #expect(try script.run("$imagefeed download -- \(ids.at(0))").status == 0)
      let asked = try demo.state().counts["image"] ?? 0
      let kept = try script.run("$imagefeed show -- \(ids.at(0))")
      #expect(try kept.status == 0 && plain(kept.text).last?.hasPrefix(ids.at(0) + "  ") == true)
      #expect(try demo.state().counts["image"] ?? 0 == asked)

      let all = try script.run("$imagefeed show - nowhere.jpg < ids")
      #expect(all.status == 4)
      let lines = plain(all.text)
      for id in ids { #expect(lines.contains { $0.contains(id + "  ") }, "\(id)") }
      #expect(try script.run("$imagefeed show nowhere").status == 4)
      try "no picture".write(
        toFile: stage.home.path + "/text.jpg",
        atomically: true,
        encoding: .utf8
      )
      mkfifo(stage.home.path + "/pipe.jpg", 0o600)
      for name in ["text.jpg", "pipe.jpg"] {
        let wrong = try script.run("$imagefeed show ./\(name)")
        #expect(wrong.status == 1 && wrong.output.isEmpty, "\(name)")
      }
      #expect(try script.run("$imagefeed show --size 0x1 x.jpg").status == 2)
    }
  }

  @Test func `a random photo is shown with its credit, offline from the gallery alone`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let command = "$imagefeed show --random --size 20x8"
      // Nothing is on this computer yet.
      let empty = try script.run("\(command) --offline 2>&1")
      #expect(empty.status == 6 && empty.text.contains("no photo is on this computer yet"))
      let online = try script.run(command)
      #expect(online.status == 0 && plain(online.text).contains { $0.hasPrefix("Photo by ") })

      let id = try script.lines("$imagefeed feed --limit 1 --format '{id}'").at(0)
      let author = try script.lines("$imagefeed feed --limit 1 --format '{author}'").at(0)
      #expect(try script.run("$imagefeed download -- \(id)").status == 0)
      let asked = try demo.state().counts
      for _ in 0..<3 {
        let shown = try script.run("\(command) --offline")
        #expect(shown.status == 0 && shown.text.contains("\u{1B}["))
        #expect(plain(shown.text).contains { $0.hasPrefix("Photo by \(author) on ") })
      }
      #expect(try demo.state().counts == asked)
      for wrong in [
        "show", "show --random x.jpg", "show --offline x.jpg", "show --random --html x",
      ] {
        #expect(try script.run("$imagefeed \(wrong)").status == 2, "\(wrong)")
      }
    }
  }

  @Test func `a photo that the program has displayed is shown without a request`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended"])
      try app.press("q")
      #expect(try app.exits() == 0)
      let script = try Script(stage, demo)
      demo.close()
      let shown = try script.run("$imagefeed show --random --offline --size 20x8")
      #expect(shown.status == 0 && plain(shown.text).contains { $0.hasPrefix("Photo by ") })
    }
  }

  /// The variables of terminals, and what only their pictures have.
  private static var terminals: [(variables: [String: String], mark: Regex<Substring>)] {
    [
      (["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"], /\u{1B}_Ga=T,/),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], /\u{1B}\[[0-9;]*38;2;\d/),
      (["TERM": "xterm-256color", "COLORTERM": ""], /\u{1B}\[[0-9;]*38;5;\d/),
      (["TERM": "vt100", "COLORTERM": ""], /[\u{2801}-\u{28FF}]/),
      (["TERM": "linux", "COLORTERM": ""], /\u{1B}\[[0-9;]*m[#-~]/),
    ]
  }

  @Test(arguments: 0..<5)
  func `the terminal decides how pictures are drawn, and a pipe does not`(index: Int) throws {
    let (variables, mark) = try Self.terminals.at(index)
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let file = try files().at(0)
      for command in ["show \(file) --size 20x8", "feed --limit 1 --pictures"] {
        let shown = try script.run(
          "script -qec '\"$imagefeed\" \(command)' /dev/null < /dev/null",
          variables
        ).text
        #expect(shown.contains(mark), "\(command): \(shown.debugDescription)")
        let others = Self.terminals.indices.filter { $0 != index && $0 < 4 }
        for other in others {
          #expect(!shown.contains(Self.terminals[other].mark), "\(command) in \(other)")
        }
        let piped = try script.run("$imagefeed \(command)", variables).text
        let isPicture = command.hasPrefix("show")
        #expect(piped.contains(Self.terminals[1].mark) == isPicture)
        #expect(!piped.contains(Self.terminals[0].mark))
        #expect(isPicture || !piped.contains("\u{1B}"))
      }
    }
  }

  @Test func `tables and sentences are for terminals, and columns for pipes`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      #expect(try script.run("$imagefeed login < /dev/null").status == 0)
      for (command, onTerminal, inPipe) in [
        ("feed --limit 1", /^ID +Photographer +Size +Likes/, /^[\w-]{11}\t[^\t]+\t\d+×\d+\t\d+\t/),
        ("me", /^Demo Visitor  @demo\r\n/, /^demo\tDemo Visitor\n/),
        ("cache size", /^Pictures: \d+/, /^\d+\t\d+\t\d+\n/),
        ("topics --limit 2", /^\w+ +\w+/, /^[\w-]+\t[^\t]+\t\d+\t/),
        ("config list", /^service +unsplash +/, /^service\tunsplash\t/),
      ] as [(String, Regex<Substring>, Regex<Substring>)] {
        let shown = try script.run(
          "script -qec '\"$imagefeed\" \(command)' /dev/null < /dev/null"
        ).text
        #expect(shown.contains(onTerminal), "\(shown)")
        #expect(try script.run("$imagefeed \(command)").text.contains(inPipe))
      }
      // A terminal that only prints text gets a list.
      let dumb = try script.run(
        "script -qec '\"$imagefeed\"' /dev/null < /dev/null",
        ["TERM": "dumb"]
      )
      #expect(dumb.status == 0 && dumb.text.hasPrefix("ID "))
      // Likes stay whole in a narrow window.
      let narrow = try script.run(
        "script -qec 'COLUMNS=20 \"$imagefeed\" feed --limit 3' /dev/null < /dev/null"
      ).text
      #expect(narrow.split(separator: "\r\n").allSatisfy { $0.count <= 20 && !$0.contains("…") })
      let plain = try script.run(
        "script -qec '\"$imagefeed\" feed --limit 3' /dev/null < /dev/null",
        ["LC_ALL": "C"]
      ).text
      let keys = try script.run("$imagefeed keys", ["LC_ALL": "C"]).text
      #expect(keys.contains("Move up") && keys.contains("Up"))
      for text in [plain, keys] {
        #expect(!text.isEmpty && text.utf8.allSatisfy { $0 < 0x80 })
      }
    }
  }

  @Test func `a file that becomes shorter while it is read doesn't stop the next one`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let files = try files()
      let result = try script.run(
        """
        for _ in {1..200}; do cat '\(files.at(0))'; done > whole.jpg
        (until [ -e done ]; do cat whole.jpg > shorter.jpg; truncate -s 60000 shorter.jpg; done) &
        for _ in {1..12}; do
          $imagefeed show --size 20x6 ./shorter.jpg '\(files.at(1))' 2> errors | tail -n 1
          echo "status ${PIPESTATUS[0]}"
          $imagefeed show --size 20x6 ./shorter.jpg > /dev/null 2> errors; echo "status $?"
        done
        touch done; wait
        """
      )
      let lines = plain(result.text)
      let statuses = lines.compactMap { $0.firstMatch(of: /^status (\d+)$/)?.1 }
      #expect(statuses.count == 24)
      #expect(statuses.allSatisfy { $0 == "0" || $0 == "1" }, "\(statuses)")
      let name = URL(filePath: try files.at(1)).lastPathComponent.prefix(15)
      #expect(lines.count { $0.contains(name) } == 12, "\(lines)")
    }
  }

  @Test(arguments: [("kitty", "\u{1B}_G"), ("iterm2", "\u{1B}]1337;"), ("sixel", "\u{1B}P")])
  func `pixels leave the cursor below the captions`(graphics: String, start: String) throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let files = try files().map { "'\($0)'" }.joined(separator: " ")
      let text = try script.run("$imagefeed show \(files) --size 20x6 --graphics \(graphics)").text
      // Room for the taller one and its caption, then a way back for both pictures and both texts.
      #expect(text.hasPrefix("\n"))
      let parts = text.components(separatedBy: "\u{1B}8")
      #expect(parts.count == 6)
      #expect(try parts.at(1).hasPrefix(start))
      #expect(try parts.at(2).hasPrefix("\u{1B}[22C" + start))
      let room = text.prefix { $0 == "\n" }.count
      #expect(try parts.at(5) == "\u{1B}[\(room)B\r")
    }
  }

  @Test func `thumbnails are drawn beside rows in a terminal, but not in a pipe`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let ids = try script.lines("$imagefeed feed --limit 3 --format '{id}'")
      let shell = try stage.shell()
      let settings = script.environment.filter { $0.key.hasPrefix("IMAGEFEED") }
      for (name, value) in settings { try shell.enter("export \(name)='\(value)'") }
      try shell.enter("clear; \(stage.binary) feed --limit 3 --pictures")
      _ = try eventually("no photographs", pause: { _ in poll(nil, 0, 20) }) {
        try shell.terminal.text().contains(ids.at(2)) ? true : nil
      }
      try shell.isReady()
      let rows = try shell.terminal.text().split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      let first = try #require(rows.firstIndex { try $0.contains(ids.at(0) + "  ") })
      for (index, id) in ids.enumerated() {
        let row = try rows.at(first + index * 5)
        #expect(row.dropFirst(14).hasPrefix(id), "\(row)")
        #expect(row.prefix(12).contains { "▀▄▌▐▘▝▖▗▚▞▛▜▙▟█".contains($0) }, "\(row)")
      }
      let piped = try script.run("$imagefeed feed --limit 3 --pictures")
      #expect(try piped.text == script.run("$imagefeed feed --limit 3").text)
      #expect(try script.run("$imagefeed feed --pictures --json").status == 2)
    }
  }
}

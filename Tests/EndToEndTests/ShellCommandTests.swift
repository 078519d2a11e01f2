import Foundation
import Glibc
import Harness
import Testing

/// Commands run by a shell, without a terminal.
@Suite(.endToEnd) struct ShellCommandTests {
  private typealias Entry = Script.Entry

  @Test func `a list is loaded from the service, then from the cache, even offline`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      #expect(try script.run("$imagefeed feed --offline").status == 6)

      let feed = try script.entries("$imagefeed feed --json --limit 40")
      #expect(feed.count == 40)
      #expect(feed.allSatisfy { $0.format == 1 && ($0.width ?? 0) > 0 && $0.path == nil })
      #expect(Set(feed.map(\.id)).count == 40)
      let requests = try demo.state().counts
      #expect(try script.entries("$imagefeed feed --json --limit 40") == feed)
      #expect(try demo.state().counts == requests)
      #expect(try script.entries("$imagefeed feed --json --refresh --limit 1") == [feed.at(0)])
      #expect(try demo.state().counts != requests)

      demo.close()
      #expect(try script.entries("$imagefeed feed --json --offline --limit 40") == feed)
      #expect(try script.run("$imagefeed search cat").status == 6)
      // It is fresh, but not as long as this limit.
      let stale = try script.run("$imagefeed feed --limit 500 --format '{id}'")
      #expect(stale.status == 0)
      #expect(stale.text.split(separator: "\n").prefix(40).map(String.init) == feed.map(\.id))
    }
  }

  @Test func `found photos are downloaded through a pipe and listed in the gallery`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let paths = try script.run(
        "$imagefeed search sea --json | head -n 3 | $imagefeed download -"
      ).text.split(separator: "\n").map(String.init)
      #expect(paths.count == 3)
      #expect(paths.allSatisfy { access($0, R_OK) == 0 })
      let kept = try script.entries("$imagefeed gallery list --json")
      #expect(Set(kept.compactMap(\.path)) == Set(paths))
      let ids = kept.map(\.id)
      #expect(
        try script.run("$imagefeed gallery path -- \(ids.at(0)) nowhere").text
          == (kept.at(0).path ?? "") + "\n"
      )
      #expect(try script.run("$imagefeed gallery path nowhere").status == 4)
      #expect(
        try script.run("$imagefeed photo --format '{path}' -- \(ids.at(0))").text
          == (kept.at(0).path ?? "") + "\n"
      )
      #expect(try script.run("$imagefeed gallery verify").status == 0)
      #expect(try script.run("$imagefeed gallery remove -- \(ids.at(0)) < /dev/null").status == 2)
      #expect(try access(kept.at(0).path ?? "", F_OK) == 0)
      let removed = try script.run("$imagefeed gallery remove --yes -- \(ids.at(0))").text
      #expect(try removed == ids.at(0) + "\n")
      #expect(try access(kept.at(0).path ?? "", F_OK) != 0)
      truncate(try #require(kept.at(1).path), 100)
      #expect(try script.run("$imagefeed gallery verify").status == 1)
      // Downloading it again repairs it.
      #expect(try script.run("$imagefeed download -- \(ids.at(1))").status == 0)
      #expect(try script.run("$imagefeed gallery verify").status == 0)
      #expect(try script.entries("$imagefeed gallery --json").map(\.id) == Array(ids.dropFirst()))
    }
  }

  @Test func `albums of VK are lists too`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let vk = """
        export IMAGEFEED_SERVICE=vk IMAGEFEED_VK_SERVICE_KEY=demo-service-key
        export IMAGEFEED_VK_API_URL="$IMAGEFEED_UNSPLASH_API_URL/vk"
        $imagefeed
        """
      let home = try script.entries("\(vk) album --json --limit 5")
      #expect(home.count == 5)
      let spring = try script.entries("\(vk) album --json --limit 40 -- -128666765_266276915")
      #expect(spring.count == 26)
      let named = try script.entries("\(vk) album --json --limit 40 album-128666765_266276915")
      #expect(named == spring)
      let photo = try script.entries("\(vk) photo --json photo\(spring.at(0).id)")
      #expect(try photo.map(\.id) == [spring.at(0).id])
      let closed = try script.run("\(vk) album -- -128666765_777 2>&1")
      #expect(closed.status == 1 && closed.text.contains("Couldn't load the album"))
      #expect(try script.run("\(vk) album nothing").status == 4)
      let stranger = try script.run("$imagefeed album --demo --service vk 2>&1")
      #expect(stranger.status == 3 && stranger.text.contains("imagefeed login"))
      demo.close()
      let kept = try script.entries(
        "\(vk) album --offline --json --limit 40 -- -128666765_266276915"
      )
      #expect(kept == spring)
    }
  }

  @Test func `photographers, topics, collections and random photos are lists too`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let authors = try script.run("$imagefeed user @nasa --format '{username}' --limit 40")
      #expect(Set(authors.text.split(separator: "\n")) == ["nasa"])
      let topic = try script.entries("$imagefeed topic ocean --json --limit 40")
      #expect(topic.count == 40 && Set(topic.map(\.id)).count == 40)
      let likes = try script.entries("$imagefeed user nasa --likes --json --limit 5")
      #expect(likes.count == 5)
      #expect(try script.entries("$imagefeed collection 1000010 --json --limit 3").count == 3)
      for command in ["topic nothing", "user nobody", "collection 7", "random --user nobody"] {
        let missing = try script.run("$imagefeed \(command)")
        #expect(missing.status == 4 && missing.text.isEmpty, "\(command)")
      }
      for command in ["topic ../x", "user ..", "random --offline", "random --query a --topic b"] {
        #expect(try script.run("$imagefeed \(command)").status == 2, "\(command)")
      }
      // Random photos are always requested, and end if there are no new ones.
      let first = try script.entries("$imagefeed random --json --limit 5")
      #expect(try first != script.entries("$imagefeed random --json --limit 5"))
      let few = try script.entries("$imagefeed random --user nasa --json --limit 1000")
      #expect(Set(few.map(\.id)).count == few.count && few.count < 1000)

      demo.close()
      #expect(try script.entries("$imagefeed topic ocean --json --offline --limit 40") == topic)
      #expect(try script.run("$imagefeed topic nature --offline").status == 6)
    }
  }

  @Test func `the program opens at a URL, and Back leads to the feed`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      try script.signIn()
      let app = try stage.app(["open", "@nasa"], environment: script.environment)
      try app.settles(on: .visit)
      try app.shows("@nasa")
      try app.press("q", settlingOn: .feed)
      try app.press("q")
      #expect(try app.exits() == 0)
    }
  }

  @Test func `the program opens at a list`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      try script.signIn()
      let cases: [(arguments: [String], place: Place, text: String)] = [
        (["search", "sea", "--sort", "latest", "--interactive"], .search, "/ sea"),
        (["favourites", "--interactive"], .favourites, "Favourites"),
        (["topic", "ocean", "--interactive"], .visit, "Ocean"),
        (["random", "--user", "nasa", "--interactive"], .photo, "NASA"),
      ]
      for (arguments, place, text) in cases {
        let app = try stage.app(arguments, environment: script.environment)
        try app.settles(on: place)
        try app.shows(text)
        try app.press("Q")
        #expect(try app.exits() == 0)
      }
      for option in ["--json", "--offline", "--page 2", "--pictures"] {
        #expect(try script.run("$imagefeed feed --interactive \(option)").status == 2)
      }
      // There is no terminal here.
      #expect(try script.run("$imagefeed feed --interactive").status == 2)
    }
  }

  @Test func `commands that need a signed-in user say so`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      for command in ["favourites", "favourites --offline", "favourites --demo", "me", "like x"] {
        let answer = try script.run("$imagefeed \(command) 2>&1")
        #expect(answer.status == 3 && answer.text.contains("sign"), "\(command)")
        #expect(!answer.text.contains("expired"), "\(command)")
      }
      // Keys that the service refuses don't mean an expired session.
      let refused = try script.run(
        "IMAGEFEED_UNSPLASH_ACCESS_KEY=wrong $imagefeed feed 2>&1"
      )
      #expect(refused.status == 2 && !refused.text.contains("expired"))
    }
  }

  @Test func `downloaded photos are copied into a folder, and existing files are kept`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let folder = stage.home.path + "/a folder"
      let ids = try script.run(
        "$imagefeed search sea --format '{id}' | head -n 3 | tee ids | $imagefeed download - "
          + "> /dev/null; cat ids"
      ).text.split(separator: "\n").map(String.init)
      #expect(ids.count == 3)
      let export = "$imagefeed gallery export '\(folder)//'"
      let all = try script.run(export)
      let copies = all.text.split(separator: "\n").map(String.init)
      #expect(all.status == 0 && copies.count == 3 && !all.text.contains("//"))
      #expect(copies.allSatisfy { $0.hasPrefix(folder + "/") && access($0, R_OK) == 0 })
      // Running it again copies nothing.
      #expect(
        Set(try script.run(export).text.split(separator: "\n").map(String.init)) == Set(copies)
      )
      // Another file with the name stays.
      try Data("mine".utf8).write(to: URL(filePath: copies.at(0)))
      let again = try script.run(export).text.split(separator: "\n").map(String.init)
      #expect(try again.count == 3 && !again.contains(copies.at(0)))
      #expect(try String(contentsOfFile: copies.at(0), encoding: .utf8) == "mine")
      let paths = try script.run("$imagefeed gallery path -- \(ids.at(0))").text
      truncate(String(paths.dropLast()), 100)
      let damaged = try script.run("\(export) -- \(ids.at(0)) nowhere \(ids.at(1))")
      #expect(damaged.status == 1 && damaged.text.split(separator: "\n").count == 1)
      #expect(try script.run("$imagefeed gallery export /dev/null/x").status == 1)
      #expect(try script.run("$imagefeed gallery export ''").status == 2)
    }
  }

  @Test func `clearing the cache keeps the session and the gallery`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      #expect(try script.run("$imagefeed cache size").text == "0\t0\t0\n")
      try script.signIn()
      #expect(
        try script.run("$imagefeed feed --limit 1 --format '{id}' | $imagefeed download -").status
          == 0
      )
      let usage = try script.run("$imagefeed cache size").text.split { "\t\n".contains($0) }
        .compactMap { Int($0) }
      #expect(usage.count == 3 && usage.allSatisfy { $0 > 0 })
      #expect(try script.run("$imagefeed cache clear").status == 0)
      #expect(try script.run("$imagefeed cache size").text == "0\t0\t0\n")
      #expect(try script.run("$imagefeed feed --offline").status == 6)
      #expect(try script.run("$imagefeed me").status == 0)
      #expect(try script.entries("$imagefeed gallery list --json").count == 1)
      #expect(try script.run("$imagefeed gallery verify").status == 0)
    }
  }

  @Test func `a like is confirmed by the service, and needs a signed-in user`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let id = try script.entries("$imagefeed feed --json --limit 1").at(0).id
      #expect(try script.run("$imagefeed like -- \(id)").status == 3)
      #expect(try script.run("$imagefeed me").status == 3)
      #expect(try demo.state().likes.isEmpty)

      try script.signIn()
      #expect(try script.run("$imagefeed me --json").text.contains("\"username\":"))
      let me = try script.run("$imagefeed me").text.split(separator: "\t")
      #expect(me.count == 2 && me[1].hasSuffix("\n"))
      let liked = try script.run("$imagefeed like -- \(id) nowhere")
      #expect(liked.text == id + "\n")
      #expect(liked.status == 4)
      #expect(try demo.state().likes == [id])
      #expect(try script.run("$imagefeed favourites --format '{id} {liked}'").text == "\(id) yes\n")
      #expect(try script.run("$imagefeed unlike -- \(id)").status == 0)
      #expect(try demo.state().likes.isEmpty)
    }
  }

  @Test func `removing asks only about photos that exist`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let id = try script.entries("$imagefeed feed --json --limit 1").at(0).id
      #expect(try script.run("$imagefeed download -- \(id)").status == 0)
      // The user's terminal. Typed text waits there until it is read.
      let ask = { (ids: String, answer: String) in
        try script.run(
          "printf '\(answer)\\n' | script -qec \"$imagefeed gallery remove -- \(ids)\" /dev/null"
        )
      }
      let unknown = try ask("nowhere", "y")
      #expect(unknown.status == 4)
      #expect(!unknown.text.contains("[y/N]"))
      let refused = try ask("\(id) nowhere \(id)", "n")
      #expect(refused.status == 1)
      #expect(refused.text.contains("Delete 1 photo from"))
      #expect(try script.entries("$imagefeed gallery --json").map(\.id) == [id])
      #expect(try ask(id, "y").status == 0)
      #expect(try script.run("$imagefeed gallery --json").text.isEmpty)
    }
  }

  @Test func `signing out removes the session and lists, and keeps the gallery`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      #expect(try script.run("$imagefeed logout").status == 3)

      try script.signIn()
      let id = try script.entries("$imagefeed feed --json --limit 1").at(0).id
      #expect(try script.run("$imagefeed like -- \(id)").status == 0)
      #expect(try script.run("$imagefeed download -- \(id)").status == 0)
      #expect(try script.run("$imagefeed favourites --format '{id}'").text == id + "\n")
      #expect(try script.run("$imagefeed favourites --offline --format '{id}'").text == id + "\n")

      let requests = try demo.state().counts
      let out = try script.run("$imagefeed logout")
      #expect(out.status == 0 && out.text.isEmpty)
      #expect(try demo.state().counts == requests)
      #expect(try script.run("$imagefeed me").status == 3)
      #expect(try script.run("$imagefeed feed --offline").status == 6)
      #expect(try script.run("$imagefeed favourites --offline").status == 3)
      #expect(try script.entries("$imagefeed gallery --json").map(\.id) == [id])
      #expect(try script.run("$imagefeed logout").status == 3)
      // Nothing is left that would prevent signing in.
      try script.signIn()
      #expect(try script.run("$imagefeed me").status == 0)
    }
  }

  @Test(
    arguments: [
      ("photo nowhere", "", 4), ("photo ../x", "", 2), ("feed --format '{name}'", "", 2),
      ("feed --limit 0", "", 2), ("download - < /dev/null", "", 0),
      ("feed", "status=500@photos", 1), ("feed > /dev/full", "", 1),
      ("config check --config /nowhere", "", 2), ("--config /nowhere config check", "", 2),
      ("--lang=ru --config /nowhere feed", "", 2),
    ] as [(String, String, Int32)]
  )
  func `each failure has its status, and no standard output`(
    command: String,
    fault: String,
    status: Int32
  ) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      if !fault.isEmpty { try demo.fault(fault) }
      let result = try Script(stage, demo).run("$imagefeed " + command)
      #expect(result.status == status)
      #expect(result.output.isEmpty)
    }
  }

  @Test func `the hourly limit has its own status`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo("--hourly-limit", "0"))
      #expect(try script.run("$imagefeed feed").status == 5)
    }
  }

  @Test func `a closed pipe ends a command silently, and Ctrl+C ends it at once`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      // More than the capacity of a pipe.
      let pipe = try script.run(
        "$imagefeed feed --json --limit 500 2> said | head -n 1; echo ${PIPESTATUS[0]}"
      )
      let lines = pipe.text.split(separator: "\n")
      #expect(lines.count == 2 && lines.last == "141")
      #expect(try script.run("cat said").text.isEmpty)

      let asked = try demo.state().counts["photos"] ?? 0
      try demo.fault("never@photos")
      let command = try Subprocess.start(
        [stage.binary, "feed", "--refresh"],
        environment: script.environment
      )
      defer { kill(command, SIGKILL) }
      _ = try eventually("it does not ask", pause: { _ in poll(nil, 0, 20) }) {
        try demo.state().counts["photos"] ?? 0 > asked ? true : nil
      }
      kill(command, SIGINT)
      #expect(Subprocess.wait(for: command) == 130)
    }
  }

  @Test func `commands work while the program runs`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let app = try stage.app(environment: script.environment)
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
      let feed = try script.entries("$imagefeed feed --json --limit 2")
      #expect(try script.run("$imagefeed download -- \(feed.at(1).id)").status == 0)
      try app.press("4", settlingOn: .gallery)
      #expect(try script.entries("$imagefeed gallery --json").map(\.id) == [feed.at(1).id])
      try app.press("q")
      #expect(try app.exits() == 0)
    }
  }
}

import Foundation
import Harness
import Testing

/// Links, IDs and lists as arguments and on standard input.
@Suite(.endToEnd) struct ShellLinkTests {
  /// Runs a command, with standard error in its output.
  private func run(
    _ script: Script,
    _ command: String,
    _ more: [String: String] = [:]
  ) throws -> Subprocess.Result {
    try script.run("{ \(command); } 2>&1", more)
  }

  @Test func `commands take links to photos and lists`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let fields = try script.lines(
        "$imagefeed feed --limit 1 --format '{id}\\n{username}\\n{author}'"
      )
      let (id, username, author) = try (fields.at(0), fields.at(1), fields.at(2))
      let link = "https://unsplash.com/de/fotos/ein-wort-\(id)"
      for command in [
        "photo --format '{id}' \(link)", "photo --format '{id}' unsplash.com/photos/\(id)",
        "photo --format '{id}' - <<< '\(link)?utm_source=x'",
        "photo --format '{id}' https://unsplash.com/photos/\(id)",
      ] {
        #expect(try script.run("$imagefeed \(command)").text == id + "\n", "\(command)")
      }
      #expect(try script.run("$imagefeed show --size 20x8 \(link)").text.contains(id))
      #expect(try script.run("$imagefeed download \(link)").text.hasSuffix("\(id).jpg\n"))
      #expect(try script.run("$imagefeed gallery path \(link)").text.hasSuffix("\(id).jpg\n"))
      let person = "https://unsplash.com/@\(username)"
      for command in ["user \(person)", "user \(person)/collections", "random --user \(person)"] {
        let names = try script.lines("$imagefeed \(command) --limit 1 --format '{author}'")
        #expect(names == [author], "\(command)")
      }
      for (command, same) in [
        ("topic https://unsplash.com/es/t/ocean", "topic ocean"),
        ("user --likes \(person)", "user --likes \(username)"),
        ("search unsplash.com/s/photos/night", "search night"),
        (
          "search https://unsplash.com/de/s/fotos/night-bridge?orientation=landscape",
          "search night bridge --orientation landscape"
        ),
      ] {
        let listed = try [command, same].map {
          try script.run("$imagefeed \($0) --limit 3 --format '{id}'").text
        }
        #expect(try !listed.at(0).isEmpty && listed.at(0) == listed.at(1), "\(command): \(listed)")
      }
    }
  }

  @Test(arguments: [
    ("user https://unsplash.com/photos/x-QnOwe0QrpbL", "leads to a photo, not to a photographer."),
    ("photo https://unsplash.com/@nasa", "leads to a photographer, not to a photo."),
    ("topic https://unsplash.com/s/photos/sea", "leads to a search, not to a topic."),
    ("search https://unsplash.com/t/ocean", "leads to a topic, not to a search."),
    ("user https://vk.com/album-1_2", "leads to an album, not to a photographer."),
    ("collection https://example.com/x", "is not a link to a collection."),
    ("download https://example.com/x.jpg", "is not a link to a photo."),
    ("search --people https://unsplash.com/s/users/nasa", "--people needs words"),
    ("search --people --page 2 nasa", "--people can be used with --json"),
    ("random --query https://unsplash.com/s/photos/sea", "--query needs words"),
    ("random --offline", "unknown option --offline"),
    ("open nonsense", "is neither a link to a photo or list nor an ID."),
    ("open https://unsplash.com/explore", "is neither a link to a photo or list nor an ID."),
    ("photo https://vk.com/photo-1_2", "VK isn't configured; add your app's keys to"),
    ("open https://vk.com/photo-1_2", "VK isn't configured; add your app's keys to"),
  ])
  func `a link of the wrong kind or service is explained`(command: String, text: String) throws {
    try Stage.run { stage in
      let result = try run(Script(stage, stage.demo()), "$imagefeed \(command)")
      #expect(result.status == 2 && result.text.contains(text), "\(result.text)")
      #expect(!result.text.contains("\u{1B}"))
    }
  }

  @Test func `a link of another service that is configured works`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let vk = [
        "IMAGEFEED_VK_SERVICE_KEY": "demo-service-key",
        "IMAGEFEED_VK_API_URL": (script.environment["IMAGEFEED_UNSPLASH_API_URL"] ?? "") + "/vk",
      ]
      let ids = try run(script, "$imagefeed --service vk album --limit 2 --format '{id}'", vk).text
        .split(separator: "\n").map(String.init)
      let link = try "https://vk.com/photo\(ids.at(0))"
      let own = try script.lines("$imagefeed feed --limit 1 --format '{id}'").at(0)
      // Photos of both services, also as the JSON of a list.
      let both = try run(script, "$imagefeed photo --format '{service} {id}' \(link) -- \(own)", vk)
      #expect(both.text == "vk \(try ids.at(0))\nunsplash \(own)\n")
      let json = try run(
        script,
        "$imagefeed --service vk album --limit 2 --json | $imagefeed photo --format '{id}' -",
        vk
      )
      #expect(json.text == ids.map { $0 + "\n" }.joined())
    }
  }

  @Test func `IDs that begin with a dash are no options, and lists may be JSON or end with NUL`()
    throws
  {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let found = "$imagefeed feed --limit 300 --format '{id}'"
      let id = try #require(try script.lines(found).first { $0.hasPrefix("-") })
      for arguments in [id, "--json -- \(id)", "\(id) --lang en"] {
        let result = try run(script, "$imagefeed photo \(arguments)")
        #expect(result.status == 0 && result.text.contains(id), "\(arguments)")
      }
      #expect(try run(script, "$imagefeed photo -x").status == 2)
      let ids = try script.lines("$imagefeed feed --limit 3 --format '{id}' | tee ids")
      let write = "$imagefeed feed --limit 3 --json"
      let names = "$imagefeed photo --format '{id}' -"
      for list in [
        "\(write) | jq -s . | \(names)", "\(write) | jq -sc '[.[].id]' | \(names)",
        "$imagefeed feed --limit 3 -0 --format '{id}' | $imagefeed photo -0 --format '{id}' - "
          + "| tr '\\0' '\\n'",
        "$imagefeed feed --limit 3 --format '{id}\\0' | tr -d '\\n' | $imagefeed photo -0 "
          + "--format '{id}' - | tr '\\0' '\\n'",
      ] where try !list.contains("jq") || script.run("jq --version").status == 0 {
        #expect(try script.lines(list) == ids, "\(list)")
      }
      #expect(try run(script, "echo '[3]' | \(names)").status == 2)
      let strange = try run(script, "echo '{\"id\":\"a\",\"service\":\"b\"}' | \(names)")
      #expect(strange.status == 2 && strange.text.contains("is not a photo ID"))
      let json = try script.lines("$imagefeed download --json --to out nowhere - < ids")
      #expect(json.count == 4)
      let first = try ids.at(0)
      #expect(json.contains { $0.contains("\"status\":0") && $0.contains(first) })
      #expect(json.contains { $0.contains("\"status\":4") && $0.contains("\"error\":") })
      // A folder may begin with a dash, too.
      #expect(try script.run("$imagefeed download \(first)").status == 0)
      let copied = try script.run("$imagefeed gallery export -- -copies; ls ./-copies")
      #expect(copied.text.contains("\(first).jpg"))
    }
  }

  @Test func `a misspelt word gets the nearest one, and an empty list ends with 0`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      for (command, status, text) in [
        ("serach sea", 2, "there is no command serach; did you mean search?"),
        ("gallery verfy", 2, "there is no command verfy; did you mean verify?"),
        ("topic natrue", 4, "there is no topic natrue; did you mean nature?"),
        ("config get thme", 2, "there is no key thme; did you mean theme?"),
        ("feed --format '{auhtor}'", 2, "--format has no {auhtor}; did you mean {author}?"),
        ("feed --bogus --limit 0", 2, "imagefeed: unknown option --bogus\n"),
        ("feed --bogus --lang ru", 2, "imagefeed: неизвестный параметр --bogus\n"),
      ] as [(String, Int32, String)] {
        let result = try run(script, "$imagefeed \(command)")
        #expect(result.status == status && result.text.contains(text), "\(result.text)")
      }
      let empty = "$imagefeed search qqqqzzzz"
      for command in ["download --to x", "show", "like", "photo", "show --html page"] {
        // Nothing is printed in a script, and a sentence on a terminal.
        let result = try run(script, "\(empty) | $imagefeed \(command) -")
        #expect(result.status == 0 && result.output.isEmpty, "\(command): \(result.text)")
      }
      for command in ["search qqqqzzzz", "gallery", "history", "download -"] {
        let shown = try script.run(
          "script -qec '\"$imagefeed\" \(command) < /dev/null' /dev/null < /dev/null"
        )
        #expect(shown.text == "Nothing found\r\n", "\(command): \(shown.text.debugDescription)")
      }
    }
  }

  @Test func `topics, collections, photographers and the history are listed`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let topics = try script.lines("$imagefeed topics --limit 3")
      #expect(topics.count == 3)
      let slug = try #require(try topics.at(0).split(separator: "\t").first)
      #expect(try script.run("$imagefeed topic \(slug) --limit 1").status == 0)
      let people = try script.lines("$imagefeed search --people nasa")
      #expect(people.contains { $0.hasPrefix("nasa\tNASA\t") })
      let owned = try script.lines("$imagefeed collections https://unsplash.com/@nasa --json")
      let found = try script.lines("$imagefeed collections --query ocean")
      #expect(!owned.isEmpty && !found.isEmpty)
      #expect(owned.allSatisfy { $0.contains("\"format\":1") && $0.contains("\"name\":\"") })
      #expect(try script.run("$imagefeed collections").status == 3)
      // The program's history.
      let app = try stage.signedInApp(demo)
      try app.press("Enter", settlingOn: .photo)
      try app.press("Q")
      #expect(try app.exits() == 0)
      #expect(try script.lines("$imagefeed history --format '{id}'").count == 1)
    }
  }

  @Test func `without the service, photos are read from this computer, and likes wait`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      #expect(try script.run("$imagefeed login < /dev/null").status == 0)
      let ids = try script.lines("$imagefeed feed --limit 2 --format '{id}' | tee ids")
      #expect(try script.run("head -n 1 ids | $imagefeed download -").status == 0)
      demo.close()
      let facts = try run(script, "$imagefeed photo - < ids")
      #expect(facts.status == 0 && facts.text.contains("showing cached photos"))
      let saved = try script.run("$imagefeed download --to out - < ids")
      #expect(try saved.status == 6 && saved.text.hasSuffix("\(ids.at(0)).jpg\n"))
      let liked = try script.run("$imagefeed like - < ids 2> errors; echo $?; cat errors")
      #expect(liked.text.hasPrefix("0\n") && liked.text.contains("the next run of the program"))
      #expect(try script.run("$imagefeed logout 2>&1").text.contains("unsent likes lost: 2"))
    }
  }

  @Test func `the configuration is listed, and repaired while it has errors`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let file = "config/imagefeed/config.toml"
      #expect(
        try script.run("printf 'downloads = 99\\nthemee = 1\\nplain = 2\\n' > \(file)").status == 0
      )
      let check = try run(script, "$imagefeed config check")
      #expect(check.status == 2 && check.text.split(separator: "\n").count == 3)
      #expect(try run(script, "$imagefeed config get theme").text == "auto\n")
      #expect(try script.lines("$imagefeed config list").contains("downloads\t3\tdefault"))
      let asked = try run(script, "$imagefeed config get downloads")
      #expect(asked.text.contains("downloads must be a number") && asked.text.hasSuffix("\n3\n"))
      #expect(try run(script, "$imagefeed config set downloads 5").status == 0)
      #expect(try run(script, "$imagefeed config unset themee").status == 0)
      #expect(try run(script, "$imagefeed config unset plain").status == 0)
      #expect(try run(script, "$imagefeed config check").status == 0)
      let list = try script.lines("$imagefeed config list")
      #expect(list.contains { $0.hasPrefix("downloads\t5\t") && $0.hasSuffix("/config.toml") })
      #expect(list.contains("theme\tauto\tdefault"))
      #expect(list.contains("unsplash.access_key\t***\tIMAGEFEED_UNSPLASH_ACCESS_KEY"))
    }
  }
}

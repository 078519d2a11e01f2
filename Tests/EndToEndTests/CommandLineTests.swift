import Foundation
import Glibc
import Harness
import Platform
import Testing

@Suite(.endToEnd) struct CommandLineTests {
  private let photo = "Resources/demo/01-kingfisher.jpg"

  private var root: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
  }

  @Test func `the program prints its version, its usage and the credits of its photos`() throws {
    try Stage.run { stage in
      let version = try stage.output("--version")
      #expect(version.status == 0)
      let program = #/imagefeed [0-9.]+( \([0-9a-f]+(-dirty)?\))?, /#
      #expect(version.text.prefixMatch(of: program) != nil)
      #expect(version.text.contains(#/, libcurl [0-9.]+, libmicrohttpd [0-9.]+, /#))
      #expect(version.text.filter { $0 == "\n" } == "\n")
      #expect(try stage.output("--help").text.contains("--demo"))
      let credits = try stage.output("credits")
      #expect(credits.status == 0)
      #expect(credits.text.contains("kingfisher"))
    }
  }

  @Test(arguments: [
    ["search", "--bogus"], ["cache", "clear", "--bogus"], ["gallery", "verify", "--bogus"],
    ["show", "--bogus"], ["keys", "--bogus"],
  ])
  func `an invalid argument refers to the help, with the program's name`(
    arguments: [String]
  ) throws {
    try Stage.run { stage in
      let line = arguments.map { "'\($0)'" }.joined(separator: " ")
      let result = try Subprocess.run(
        ["sh", "-c", "'\(stage.binary)' \(line) 2>&1"],
        environment: stage.home.environment
      )
      #expect(result.status == 2)
      let command = arguments.dropLast().joined(separator: " ")
      #expect(result.text.contains("See 'imagefeed \(command) --help' for more information."))
    }
  }

  @Test func `help reports a word that names no command`() throws {
    try Stage.run { stage in
      let words: [(String, status: Int32)] = [
        ("nosuch", 2), ("config nosuch", 2), ("", 0), ("help", 0), ("feed", 0), ("config set", 0),
        ("nosuch --lang ru", 2), ("--lang ru nosuch", 2), ("feed --lang ru", 0),
        ("nosuch --help", 2),
      ]
      for (words, status) in words {
        let result = try Subprocess.run(
          ["sh", "-c", "'\(stage.binary)' help \(words) 2>&1"],
          environment: stage.home.environment
        )
        #expect(result.status == status, "help \(words)")
      }
      let version = try stage.output("--version").text
      #expect(
        try version.hasPrefix("imagefeed ") && version == stage.output("feed", "--version").text
      )
    }
  }

  @Test func `the doctor prints its findings and no secret`() throws {
    try Stage.run { stage in
      let doctor = try stage.output(
        "doctor",
        environment: [
          "IMAGEFEED_UNSPLASH_ACCESS_KEY": "the-access-key",
          "IMAGEFEED_UNSPLASH_SECRET_KEY": "the-secret-key",
        ]
      )
      #expect(doctor.status == 0)
      #expect(doctor.text.contains(stage.home.path))
      #expect(!doctor.text.contains("the-secret-key"))
      #expect(!doctor.text.contains("the-access-key"))
    }
  }

  @Test func `a picture is rendered alike from a file and from standard input`() throws {
    try Stage.run { stage in
      let file = root + "/" + photo
      // What doesn't need the configuration works with a broken one.
      try "nonsense".write(
        toFile: stage.home.path + "/config/imagefeed/config.toml",
        atomically: true,
        encoding: .utf8
      )
      let fromFile = try stage.output("show", file, "--size", "40x20")
      #expect(fromFile.status == 0)
      #expect((10...21).contains(fromFile.text.split(separator: "\n").count))
      let fromInput = try Subprocess.run(
        ["sh", "-c", "'\(stage.binary)' show - --size 40x20 < '\(file)'"],
        environment: stage.home.environment
      )
      #expect(fromFile.text == fromInput.text + "01-kingfisher.jpg\n")
      #expect(try stage.output("show", root + "/LICENSE", "--size", "40x20").status != 0)
      #expect(try stage.output("show", file, "--size", "big").status == 2)
      #expect(try stage.output("show", "/none.jpg").status == 4)
      #expect(try stage.output("show", file, "--dither", "2").status == 2)
      #expect(try stage.output("demo-server", "--fault", "none").status == 2)
    }
  }

  /// Pictures that aren't drawn are refused: too few bytes for their pixels, or too much memory
  /// needed.
  @Test(arguments: [
    ("progressive bomb", false), ("scan bomb", false), ("progressive, 101 megapixels", false),
    ("progressive, 75 megapixels", true), ("CMYK in scans, 24 megapixels", true),
    ("101 megapixels", true),
  ])
  func `no file makes the program use more memory than a picture may`(
    name: String,
    isDrawn: Bool
  ) throws {
    var file = FlatJPEG(
      name.contains("101") ? 12_000 : 10_000,
      name.contains("101") ? 8_400 : 7_500
    )
    file.sampling = FlatJPEG.halved
    switch name {
    case "progressive bomb": file = .progressiveBomb
    case "scan bomb": file = .scanBomb
    case "CMYK in scans, 24 megapixels":
      file = FlatJPEG(6_000, 4_000)
      (file.sampling, file.scans) = (FlatJPEG.inks, [[0, 1], [2], [3]])
    default: file.isProgressive = name.hasPrefix("progressive")
    }
    try Stage.run { stage in
      let path = stage.home.path + "/photo.jpg"
      try Data(file.bytes).write(to: URL(fileURLWithPath: path))
      for graphics in ["symbols", "kitty"] {
        let command = ["show", path, "--size", "100x40", "--graphics", graphics]
        let (status, mebibytes) = try Subprocess.peak(
          ["sh", "-c", #""$0" "$@" > /dev/null"#, stage.binary] + command,
          environment: stage.home.environment
        )
        #expect(status == (isDrawn ? 0 : 1))
        // A picture's 256 MiB and the program itself. Refused pictures aren't decoded.
        #expect(mebibytes < (isDrawn ? 256 + 32 : 64))
      }
    }
  }

  @Test func `a missing libcurl affects only commands that need it`() throws {
    try Stage.run { stage in
      let folder = URL(fileURLWithPath: stage.home.path).appendingPathComponent("broken")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data().write(to: folder.appendingPathComponent("libcurl.so.4"))
      let environment = ["LD_LIBRARY_PATH": folder.path]
      // A status of 127 means that the program is linked with libcurl again.
      let picture = try stage.output(
        "show",
        root + "/" + photo,
        "--size",
        "40x20",
        environment: environment
      )
      #expect(picture.status == 0)
      let doctor = try stage.output("doctor", environment: environment)
      #expect(doctor.status == 0)
      #expect(doctor.text.contains("libcurl: not found"))
    }
  }

  @Test func `a demo without libmicrohttpd says in one sentence what is missing`() throws {
    try Stage.run { stage in
      let folder = URL(fileURLWithPath: stage.home.path).appendingPathComponent("broken")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data().write(to: folder.appendingPathComponent("libmicrohttpd.so.12"))
      let environment = ["LD_LIBRARY_PATH": folder.path]
      for command in ["demo-server --port 0", "feed --demo"] {
        let answer = try Subprocess.run(
          ["sh", "-c", "\(stage.binary) \(command) 2>&1"],
          environment: stage.home.environment.merging(environment) { $1 }
        )
        #expect(answer.status != 0)
        #expect(answer.text.contains("Can't load libmicrohttpd: "))
      }
    }
  }

  @Test(arguments: [
    ("kitty", "\u{1B}_Ga=T,q=2,f=24,", "\u{1B}\\"),
    ("iterm2", "\u{1B}]1337;File=inline=1;size=", "\u{7}"),
    ("sixel", "\u{1B}P0;1;0q\"1;1;400;", "\u{1B}\\"),
  ])
  func `a picture is rendered in pixels, with the cursor below it afterwards`(
    graphics: String,
    begin: String,
    end: String
  ) throws {
    try Stage.run { stage in
      let file = root + "/" + photo
      let options = "--size 40x20 --cell 10x20 --graphics \(graphics)"
      let text = try Subprocess.text(
        ["sh", "-c", "'\(stage.binary)' show - \(options) < '\(file)'"],
        environment: stage.home.environment
      )
      let rows = text.prefix { $0 == "\n" }.count
      #expect((10...20).contains(rows))
      let room = String(repeating: "\n", count: rows) + "\u{1B}[\(rows)A\u{1B}7"
      #expect(text.hasPrefix(room + "\u{1B}8" + begin))
      #expect(text.hasSuffix(end + "\u{1B}8\u{1B}[\(rows)B\r"))
      let bad = try stage.output("show", file, "--size", "40x20", "--cell", "0x20")
      #expect(bad.status == 2)
    }
  }

  @Test func `an error in the configuration is reported with its line`() throws {
    try Stage.run { stage in
      try "redirect_port = 7436\nthema = \"dark\"\n".write(
        toFile: stage.home.path + "/config/imagefeed/config.toml",
        atomically: true,
        encoding: .utf8
      )
      let app = try stage.app()
      #expect(try app.exits() != 0)
      let screen = try app.terminal.text()
      #expect(screen.contains("thema"))
      #expect(screen.contains("2"))
    }
  }

  @Test func `trusted certificates that can't be used stop a start and a command`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let missing = stage.home.path + "/none.pem"
      let environment = try stage.home.environment(for: demo)
        .merging(["CURL_CA_BUNDLE": missing]) { $1 }
      let app = try stage.app(columns: 160, environment: environment)
      #expect(try app.exits() == 2)
      #expect(try app.terminal.text().contains("none.pem (from CURL_CA_BUNDLE) can't be used"))
      let script = try Script(stage, demo)
      let result = try script.run(
        """
        $imagefeed feed 2>&1; echo $?
        $imagefeed gallery; echo $?
        $imagefeed feed --demo | wc -l
        """,
        ["CURL_CA_BUNDLE": missing]
      )
      let lines = result.text.split(separator: "\n").map(String.init)
      #expect(lines.count == 4 && lines[0].contains(missing))
      #expect(lines.dropFirst() == ["2", "0", "30"])
      let report = try script.run("$imagefeed doctor --json", ["CURL_CA_BUNDLE": missing])
      #expect(report.text.contains("\"fileSource\" : \"CURL_CA_BUNDLE\""))
    }
  }

  @Test func `the demo service runs alone until it is signalled`() throws {
    try Stage.run { stage in
      let (reader, writer) = try Subprocess.pipe()
      defer { close(reader) }
      let process = try Subprocess.start(
        [stage.binary, "demo-server"],
        environment: stage.home.environment,
        output: writer
      )
      close(writer)
      let line = String(decoding: Subprocess.readSome(reader) ?? [], as: UTF8.self)
      #expect(line.hasPrefix("http://127.0.0.1:"))
      kill(process, SIGTERM)
      let status = Subprocess.wait(for: process)
      #expect([0, 128 + SIGTERM].contains(status))
    }
  }

  /// Returns the output of a shell script that runs the program as `"$0"`, in both streams.
  private func script(_ stage: Stage, _ script: String, _ environment: [String: String] = [:])
    throws -> Subprocess.Result
  {
    try Subprocess.run(
      ["bash", "-c", "{ \(script)\n} 2>&1", stage.binary, root + "/" + photo],
      environment: stage.home.environment.merging(environment) { $1 }
    )
  }

  @Test(arguments: [
    "--version", "--help", "help show", "credits", "doctor", "doctor --json", "demo-server",
    "show \"$1\" --size 40x20", "show \"$1\" --size 40x20 --graphics kitty",
    "--generate-completion-script bash",
  ])
  func `output that can't be written is an error with a reason, but a closed pipe is silent`(
    arguments: String
  ) throws {
    try Stage.run { stage in
      let full = try script(stage, "\"$0\" \(arguments) > /dev/full")
      #expect(full.status == 1)
      #expect(full.text == "imagefeed: can't write to standard output: the disk is full.\n")
      let closed = try script(stage, "\"$0\" \(arguments) >&-")
      #expect(closed.status == 1)
      #expect(closed.text == "imagefeed: can't write to standard output: the file is closed.\n")
      // With the signal ignored, the write itself fails.
      for before in ["", "trap '' PIPE;"] {
        // The reader exits before anything is written.
        let pipe = try script(
          stage,
          "\(before) exec 3> >(true); wait $!; \"$0\" \(arguments) >&3; echo $?"
        )
        #expect(pipe.text == "141\n")
      }
    }
  }

  @Test func `printed text never acts on the terminal`() throws {
    let esc = "\u{1B}[31m\u{9B}2J\u{202E}"
    let hostile = [
      "TERM": "x" + esc, "BROWSER": "b" + esc, "COLORTERM": "c" + esc, "XDG_CACHE_HOME": "/c" + esc,
      "XDG_PICTURES_DIR": "/p" + esc, "IMAGEFEED_DATADIR": "/d" + esc, "LANG": esc,
      "IMAGEFEED_UNSPLASH_API_URL": "https://h" + esc,
    ]
    try Stage.run { stage in
      let config = stage.home.path + "/config/imagefeed/config.toml"
      for text in ["\"a\\u001B[31m\" = 1\n", "theme = \"\\u001B[31m\"\n", "a = \u{1B}[31m\n", ""] {
        try text.write(toFile: config, atomically: true, encoding: .utf8)
        for arguments in [
          "doctor", "doctor --json", "doctor --lang ru", "credits", "--lang $'\\e[31m'",
          "$'\\e]0;x\\a'", "--$'\\e[2J'", "show $'./no\\e[31m\\nfile' --size 4x4",
          "show \"$1\" --size $'\\e[31m'", "demo-server --fault $'\\e[31m'",
        ] {
          let printed = try script(stage, "\"$0\" \(arguments)", hostile)
          let acts = printed.text.unicodeScalars.filter {
            $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
          }
          #expect(acts.isEmpty, "\(arguments): \(printed.text.debugDescription)")
        }
      }
      // It was present and could be printed.
      let doctor = try script(stage, "\"$0\" doctor", hostile)
      #expect(doctor.text.contains("x^[[31m<U+009B>2J<U+202E>"))
    }
  }

  @Test(arguments: [
    ("65535", "65535"), ("32768", "100"), ("1", "1"), ("2", "65535"), ("0", "0"),
  ])
  func `a terminal of any size shows the program, and can be resized to any other`(
    rows: String,
    columns: String
  ) throws {
    try Stage.run { stage in
      var environment = stage.home.environment
      environment["TERM"] = "xterm-256color"
      let terminal = try ScriptedTerminal(
        script: """
          stty rows \(rows) cols \(columns)
          COLUMNS=999999999 LINES=-5 '\(stage.binary)'
          echo "ended with $?"
          """,
        environment: environment
      )
      try terminal.run(until: "\u{1B}[?1049h")
      for (rows, columns) in [(65_535, 65_535), (1, 1), (32_768, 3), (24, 80)] {
        terminal.resize(columns: UInt16(columns), rows: UInt16(rows))
      }
      terminal.type("q".utf8, at: .now)
      try terminal.run(until: "ended with 0")
    }
  }

  @Test func `help is printed whatever the value of COLUMNS`() throws {
    try Stage.run { stage in
      for columns in ["999999999", "-5", "0", "1", "x"] {
        let help = try stage.output("--help", environment: ["COLUMNS": columns, "LINES": "-5"])
        #expect(help.status == 0)
        #expect(help.text.contains("--demo"))
      }
    }
  }
}

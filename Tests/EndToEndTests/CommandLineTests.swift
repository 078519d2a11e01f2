import Foundation
import Glibc
import Harness
import Testing

@Suite(.endToEnd) struct CommandLineTests {
  private let photo = "Resources/demo/01-kingfisher.jpg"

  private var root: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
  }

  @Test func `it tells its version, its use and whose photographs it shows`() throws {
    try Stage.run { stage in
      let version = try stage.output("--version")
      #expect(version.status == 0)
      #expect(version.text.contains { $0.isNumber })
      #expect(try stage.output("--help").text.contains("--demo"))
      let credits = try stage.output("credits")
      #expect(credits.status == 0)
      #expect(credits.text.contains("kingfisher"))
    }
  }

  @Test func `the doctor names what it found and no secret`() throws {
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

  @Test func `a picture is rendered from a file and from standard input alike`() throws {
    try Stage.run { stage in
      let file = root + "/" + photo
      let fromFile = try stage.output("render", file, "--size", "40x20")
      #expect(fromFile.status == 0)
      #expect((10...20).contains(fromFile.text.split(separator: "\n").count))
      let fromInput = try Command.run(
        ["sh", "-c", "'\(stage.binary)' render - --size 40x20 < '\(file)'"],
        environment: stage.home.environment
      )
      #expect(fromInput.output == fromFile.output)
      #expect(try stage.output("render", root + "/LICENSE", "--size", "40x20").status != 0)
      #expect(try stage.output("render", file, "--size", "big").status != 0)
    }
  }

  @Test func `libcurl is missed only by what needs it`() throws {
    try Stage.run { stage in
      let folder = URL(fileURLWithPath: stage.home.path).appendingPathComponent("broken")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data().write(to: folder.appendingPathComponent("libcurl.so.4"))
      let environment = ["LD_LIBRARY_PATH": folder.path]
      // A status of 127 here means that the program is linked with libcurl again.
      let picture = try stage.output(
        "render",
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
      let command = ["render", file, "--size", "40x20", "--cell", "10x20", "--graphics", graphics]
      let text = try Command.text([stage.binary] + command, environment: stage.home.environment)
      let rows = text.prefix { $0 == "\n" }.count
      #expect((10...20).contains(rows))
      let room = String(repeating: "\n", count: rows) + "\u{1B}[\(rows)A\u{1B}7"
      #expect(text.hasPrefix(room + begin))
      #expect(text.hasSuffix(end + "\u{1B}8\u{1B}[\(rows)B"))
      let bad = try stage.output("render", file, "--size", "40x20", "--cell", "0x20")
      #expect(bad.status == 2)
    }
  }

  @Test func `a mistake in the configuration is named with its line`() throws {
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

  @Test func `the demo service runs alone until it is signalled`() throws {
    try Stage.run { stage in
      let (reader, writer) = try Command.pipe()
      defer { close(reader) }
      let process = try Command.start(
        [stage.binary, "demo-server"],
        environment: stage.home.environment,
        output: writer
      )
      close(writer)
      let line = String(decoding: Command.readSome(reader) ?? [], as: UTF8.self)
      #expect(line.hasPrefix("http://127.0.0.1:"))
      kill(process, SIGTERM)
      let status = Command.wait(for: process)
      #expect([0, 128 + SIGTERM].contains(status))
    }
  }
}

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

  /// What is not drawn here is refused: too few bytes for its pixels, or more memory than allowed.
  @Test(arguments: [
    ("progressive bomb", false), ("scan bomb", false), ("progressive, 101 megapixels", false),
    ("progressive, 75 megapixels", true), ("CMYK in scans, 24 megapixels", true),
    ("101 megapixels", true),
  ])
  func `no file makes it take more memory than a picture may`(
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
        let command = ["render", path, "--size", "100x40", "--graphics", graphics]
        let (status, mebibytes) = try Command.peak(
          ["sh", "-c", #""$0" "$@" > /dev/null"#, stage.binary] + command,
          environment: stage.home.environment
        )
        #expect(status == (isDrawn ? 0 : 1))
        // A picture's 256 and the program itself; nothing is decoded of what is refused.
        #expect(mebibytes < (isDrawn ? 256 + 32 : 64))
      }
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

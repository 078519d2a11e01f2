import AppCore
import Canvas
import Files
import Foundation
import Glibc
import Harness
import Localization
import Logging
import Model
import Platform
@testable import Runtime
import Storage
import Terminal
import Testing

/// The doctor's complete output for some terminals.
@Suite struct DoctorTests {
  private func terminal(
    _ environment: [String: String],
    answers: String?,
    window: (width: Int, height: Int)? = nil,
    tmux: String? = nil
  ) -> DoctorTerminal {
    let environment = environment.merging(["LANG": "C.UTF-8"]) { old, _ in old }
    let traits = TerminalTraits.detect(environment: environment)
    var size = TerminalSize(columns: 80, rows: 24)
    size.cellPixels = window.map { .init(width: Double($0) / 80, height: Double($1) / 24) }
    var probe = TerminalProbe(
      ProbeSituation(traits: traits, environment: environment),
      size: size
    )
    let start = MonotonicTime(nanoseconds: 0)
    _ = probe.begin(media: nil, at: start)
    if let tmux { _ = probe.absorb(tmux: TmuxReply(line: tmux), media: nil, at: start) }
    if let answers {
      var decoder = InputDecoder()
      let events = decoder.feed(answers.utf8, at: start)
      for (event, raw) in zip(events, decoder.drainReplies()) {
        guard case .reply(let reply) = event else { continue }
        _ = probe.absorb(reply, raw: raw, at: start)
      }
    }
    probe.expire(at: start + .seconds(5))
    return DoctorTerminal(
      traits: traits,
      size: size,
      colors: traits.colors,
      colorsReason: traits.colorsReason,
      findings: probe.findings
    )
  }

  private let kitty =
    "\u{1B}_Gi=4201;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;20;9t\u{1B}[4;440;693t"
    + "\u{1B}]10;rgb:dddd/dddd/dddd\u{1B}\\\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
    + "\u{1B}[?2026;2$y\u{1B}[?62;c"

  private func text(_ terminal: DoctorTerminal, _ language: Language = .english) -> String {
    let texts = Texts(language)
    return Doctor.lines(terminal.findings(texts), texts).joined(separator: "\n")
  }

  @Test func `kitty without placeholders is reported`() {
    let found = terminal(["TERM": "xterm-kitty"], answers: kitty)
    #expect(
      text(found) == """
        Terminal (TERM)      xterm-kitty
        Emulator             kitty(0.26.5)
        Multiplexer          none
        Size                 80 x 24
        Cell size            9 x 20 px (from CSI 16 t)
        Colours              24bit (from TERM=xterm-kitty)
        Background           #000000, dark
        Unicode              yes
        Graphics             kitty-direct: the best that kitty(0.26.5) supports
        Pixel transfer       direct
        Symbols              sextant
        Synchronized output  supported
        Terminal replies     \\e_Gi=4201;OK\\e\\\\
                             \\eP>|kitty(0.26.5)\\e\\\\
                             \\e[6;20;9t
                             \\e[4;440;693t
                             \\e]10;rgb:dddd/dddd/dddd\\e\\\\
                             \\e]11;rgb:0000/0000/0000\\e\\\\
                             \\e[?2026;2$y
                             \\e[?62;c
        """
    )
  }

  @Test func `the report is the same in Russian and in JSON`() throws {
    let found = terminal(["TERM": "xterm-kitty"], answers: kitty)
    #expect(text(found, .russian).contains("kitty-direct: лучшее, что умеет kitty(0.26.5)"))
    let object = try JSONSerialization.jsonObject(
      with: Data(Doctor.json(found.findings(Texts(.english))).utf8)
    )
    let json = try #require(object as? [String: Any])
    let graphics = try #require(json["graphics"] as? [String: String])
    #expect(graphics["protocol"] == "kitty-direct")
    #expect(graphics["reason"] == "the best that kitty(0.26.5) supports")
    #expect((json["cellSize"] as? [String: Any])?["width"] as? Double == 9)
    #expect((json["cellSize"] as? [String: Any])?["source"] as? String == "CSI 16 t")
    #expect(json["synchronized"] as? Bool == true)
    #expect(json["multiplexer"] is NSNull)
    #expect((json["answers"] as? [String])?.count == 8)
    #expect((json["answers"] as? [String])?.last == "\\e[?62;c")
  }

  @Test func `xterm with a border on white is reported`() {
    let found = terminal(
      ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"],
      answers: "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
        + "\u{1B}[?2026;0$y\u{1B}[?63;1;2;4;6;9;15;16;22;28c",
      window: (484, 316)
    )
    #expect(
      text(found) == """
        Terminal (TERM)      xterm
        Emulator             XTerm(379)
        Multiplexer          none
        Size                 80 x 24
        Cell size            6 x 13 px (from TIOCGWINSZ)
        Colours              256 (from XTERM_VERSION=XTerm(379))
        Background           #ffffff, light
        Unicode              yes
        Graphics             sixel: the best that XTerm(379) supports
        Pixel transfer       direct
        Symbols              quad
        Synchronized output  not supported
        Terminal replies     \\eP>|XTerm(379)\\e\\\\
                             \\e]11;rgb:ffff/ffff/ffff\\e\\\\
                             \\e[?2026;0$y
                             \\e[?63;1;2;4;6;9;15;16;22;28c
        """
    )
  }

  @Test func `kitty around tmux without passthrough is reported`() {
    let found = terminal(
      ["TERM": "tmux-256color", "TMUX": "/tmp/tmux", "TMUX_PANE": "%0"],
      answers: "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c",
      tmux: "0\txterm-kitty\tkitty(0.40.1)\t256,RGB\t3.3a"
    )
    #expect(
      text(found) == """
        Terminal (TERM)      tmux-256color
        Emulator             kitty(0.40.1)
        Multiplexer          tmux, pictures blocked
        Size                 80 x 24
        Cell size            unknown
        Colours              24bit (from tmux)
        Background           unknown
        Unicode              yes
        Graphics             symbols: kitty(0.40.1) could do more; add to ~/.tmux.conf: \
        set -g allow-passthrough on
        Pixel transfer       direct
        Symbols              sextant
        Synchronized output  not supported
        Terminal replies     tmux 3.3a: allow-passthrough=0, client_termname=xterm-kitty, \
        client_termtype=kitty(0.40.1)
                             \\eP>|tmux 3.3a\\e\\\\
                             \\e[?1;2c
        """
    )
  }

  @Test func `a terminal that doesn't reply is reported`() {
    let found = terminal(["TERM": "vt100", "LANG": "C"], answers: nil)
    #expect(
      text(found) == """
        Terminal (TERM)      vt100
        Emulator             unknown
        Multiplexer          none
        Size                 80 x 24
        Cell size            unknown
        Colours              mono (from TERM=vt100)
        Background           unknown
        Unicode              no
        Graphics             symbols: the terminal didn't respond in time
        Pixel transfer       direct
        Symbols              ascii
        Synchronized output  not supported
        Terminal replies     none
        """
    )
  }

  @Test func `with NO_COLOR only photos have colours`() throws {
    let found = terminal(["TERM": "xterm", "NO_COLOR": "1"], answers: nil)
    #expect(
      text(found)
        .contains("16 (from TERM=xterm); none in the interface because of NO_COLOR\n")
    )
    let object = try JSONSerialization.jsonObject(
      with: Data(Doctor.json(found.findings(Texts(.english))).utf8)
    )
    let colors = (object as? [String: Any])?["colors"] as? [String: String]
    #expect(colors?["depth"] == "16" && colors?["interface"] == "mono")
    let none = terminal(["TERM": "vt100", "NO_COLOR": "1"], answers: nil)
    #expect(text(none).contains("mono (from TERM=vt100)\n"))
  }

  @Test func `the option precedes the configuration, which precedes detection`() {
    let environment = ["TERM": "xterm-256color"]
    let colorless = environment.merging(["NO_COLOR": "1"]) { $1 }
    func reason(
      _ environment: [String: String],
      _ option: ColorDepth?,
      _ configured: ColorDepth?
    ) -> String {
      TerminalTraits.detect(
        environment: environment,
        colorsOption: option,
        configuredColors: configured
      ).colorsReason
    }
    #expect(reason(colorless, .palette16, .trueColor) == "--colors")
    #expect(reason(colorless, nil, .trueColor) == "config.toml")
    #expect(reason(environment, nil, .trueColor) == "config.toml")
    #expect(reason(environment, nil, nil) == "TERM=xterm-256color")
  }
}

/// The doctor's report about the gallery.
@Suite struct GalleryDoctorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func doctor(
    _ edition: Edition,
    _ more: [String: String] = [:],
    isDemo: Bool = false
  ) -> Doctor {
    var options = Program.Options()
    options.isDemo = isDemo
    options.edition = edition
    options.language = .english
    return Doctor(
      options: options,
      environment: [
        "HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data", "LANG": "C.UTF-8",
        "IMAGEFEED_LOG_LEVEL": "error",
      ].merging(more) { $1 }
    )
  }

  private func entry(_ number: Int, _ text: String, page: String? = nil) -> GalleryEntry {
    GalleryEntry(
      photo: Photo(
        id: Photo.ID(service: "unsplash", value: "\(number)"),
        width: 1,
        height: 1,
        author: Person(username: "ada", name: "Ada"),
        picture: .derived(from: ""),
        pageURL: page.flatMap { WebPage($0) }
      ),
      origin: .feed,
      fileName: "\(number).jpg",
      size: Int64(text.utf8.count),
      hash: SHA256.text(of: Array(text.utf8)),
      time: 0
    )
  }

  @Test func `the doctor counts photos, compares sizes and names faults`() async throws {
    let data = folder.path + "/data/imagefeed"
    let store = try Store.open(path: data + "/imagefeed.db", now: 0).store
    for number in 1...3 { try await store.save(entry(number, "bytes"), needsReport: false) }
    let loading = Download(photo: entry(9, "").photo, origin: .feed, destination: .gallery)
    try await store.save(loading)
    // Of the right size: only `gallery verify` reads files.
    _ = try folder.write("bytEs", to: "data/imagefeed/gallery/1.jpg")
    _ = try folder.write("byte", to: "data/imagefeed/gallery/2.jpg")
    _ = try folder.write("?", to: "data/imagefeed/gallery/stray.jpg")
    let part = PhotoDownloader.fileName(of: loading.photo) + ".part"
    _ = try folder.write("?", to: "data/imagefeed/gallery/\(part)")

    let lines = doctor(.extended).report(Texts(.english))
    let start = try #require(lines.firstIndex { $0.hasPrefix("Gallery ") })
    let texts = lines[start..<start + 4].map { String($0.dropFirst(21)) }
    #expect(
      texts == [
        "\(data)/gallery: 3 photos, 15 B", "missing: 3.jpg", "damaged: 2.jpg",
        "unused: stray.jpg",
      ]
    )
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(doctor(.extended).json().utf8))
        as? [String: Any]
    )
    let gallery = try #require(json["gallery"] as? [String: Any])
    #expect(gallery["photos"] as? Int == 3 && gallery["bytes"] as? Int == 15)
    #expect(gallery["missing"] as? [String] == ["3.jpg"])
    #expect(gallery["damaged"] as? [String] == ["2.jpg"])
    #expect(gallery["orphans"] as? [String] == ["stray.jpg"])
    #expect(!doctor(.basic).report(Texts(.english)).contains { $0.hasPrefix("Gallery ") })
  }

  @Test func `photos of the demo in the user's gallery are named, and only there`() async throws {
    let store = try Store.open(path: folder.path + "/data/imagefeed/imagefeed.db", now: 0).store
    let local = entry(1, "?", page: "http://127.0.0.1:4000/photos/1")
    try await store.save(local, needsReport: false)
    let remote = entry(2, "?", page: "https://unsplash.com/photos/2")
    try await store.save(remote, needsReport: false)
    let line = "from a demo on this computer: 1.jpg"
    #expect(doctor(.extended).report(Texts(.english)).contains { $0.hasSuffix(line) })
    let names = folder.path + "/data/imagefeed/demo"
    try FileManager.default.createDirectory(atPath: names, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: folder.path + "/data/imagefeed/imagefeed.db",
      toPath: names + "/imagefeed.db"
    )
    let demo = doctor(.extended, isDemo: true).report(Texts(.english))
    #expect(demo.contains { $0.hasPrefix("Gallery ") } && !demo.contains { $0.hasSuffix(line) })
  }

  @Test func `names the file of trusted certificates, and what is wrong with it`() throws {
    let file = try folder.write("none", to: "company.pem")
    let lines = doctor(.basic, ["SSL_CERT_FILE": file]).report(Texts(.english))
    let start = try #require(lines.firstIndex { $0.hasPrefix("Certificates ") })
    #expect(lines[start].hasSuffix("  \(file) (from SSL_CERT_FILE)"))
    #expect(lines.contains { $0.contains("The trusted certificates in \(file)") })
    let json = doctor(.basic, ["SSL_CERT_FILE": file]).json()
    #expect(json.contains("\"fileSource\" : \"SSL_CERT_FILE\""))
    #expect(!doctor(.basic).json().contains("The trusted certificates"))
    #expect(doctor(.basic).report(Texts(.english)).contains { $0.contains("(the system's)") })
  }

  @Test func `makes no database where there is none`() {
    #expect(!doctor(.extended).report(Texts(.english)).contains { $0.hasPrefix("Gallery ") })
    #expect(access(folder.path + "/data", F_OK) != 0)
  }

  @Test func `of many names the first is shown, in Russian too`() throws {
    var audit = GalleryAudit(folder: "/nowhere", entries: [])
    audit.missing = (1...7).map { "\($0).jpg" }
    let english = Doctor.lines([Doctor.finding(audit, "/g", Texts(.english))], Texts(.english))
    #expect(try english.at(0).hasSuffix("/g: 0 photos, 0 B"))
    #expect(try english.at(1).hasSuffix("missing: 1.jpg, 2.jpg, 3.jpg, 4.jpg, 5.jpg and 2 more"))
    let russian = Doctor.lines([Doctor.finding(audit, "/g", Texts(.russian))], Texts(.russian))
    #expect(try russian.at(1).hasSuffix("5.jpg и ещё 2"))
  }
}

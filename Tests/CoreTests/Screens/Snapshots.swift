import Canvas
import Foundation
import Localization
import Screens
import Testing

/// Frames as text, and the files that they are compared with.
enum Snapshots {
  /// Whether to record instead of comparing.
  ///
  /// A recording test fails, so that it is noticed.
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  static func context(
    _ language: Language,
    theme: Theme = .dark,
    glyphs: Glyphs = .unicode,
    hasColors: Bool = true
  ) -> RenderContext {
    RenderContext(texts: Texts(language), theme: theme, glyphs: glyphs, hasColors: hasColors)
  }

  /// Returns the text of a frame: pictures are shades, and notes below it name the focused element.
  static func text(_ frame: Frame) -> String {
    let canvas = frame.canvas
    var lines: [String] = []
    var notes: [String] = []
    for y in 0..<canvas.rows {
      var line = ""
      var focus = ""
      for x in 0..<canvas.columns {
        let cell = canvas[x, y]
        switch cell.content {
        case .text(let text):
          // They look alike.
          let character = text == "\u{A0}" ? " " : text
          line.append(character)
          if cell.style.attributes.isSuperset(of: [.bold, .reverse]) { focus.append(character) }
        case .continuation: break
        case .picture: line.append("▒")
        }
      }
      let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
      lines.append(String(line[..<end]))
      let name = focus.trimmingCharacters(in: .whitespaces)
      if !name.isEmpty { notes.append("focus: \(name)") }
    }
    if let cursor = frame.modes.cursor { notes.append("cursor: \(cursor.x), \(cursor.y)") }
    if frame.nextTick != nil { notes.append("spinning") }
    let rule = "~~~"
    return ([rule] + lines + [rule] + notes).joined(separator: "\n") + "\n"
  }

  /// The sizes and languages of the recordings of a key scene.
  static let variants = Language.allCases.flatMap { language in
    [Size(200, 60), Size(120, 40), Size(80, 24), Size(40, 12)].map { (language, $0) }
  }

  /// Scenes whose layout depends on the size and on the length of words.
  ///
  /// Key scenes are recorded in all variants, and other scenes once.
  private static let keyScenes: Set<String> = [
    "sign-in", "sign-in-setup", "sign-in-not-configured", "feed-second", "feed-tiny",
    "feed-large", "feed-details", "photo", "search-first", "search-board", "search-suggestions",
    "search-results", "profile", "gallery", "palette", "help-feed",
    "share", "sign-out", "album",
  ]

  /// Compares a scene with its file.
  static func expect(
    _ scene: Scene,
    beside test: String = #filePath,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let isKey = keyScenes.contains(scene.name)
    let chosen = isKey ? variants : [(Language.english, Size(80, 24))]
    let screens = chosen.map { language, size in
      let frame = Screens.render(scene.state(size), context(language))
      return "\(language.rawValue) \(size.width)x\(size.height)\n" + short(text(frame))
    }
    try expect(
      screens.joined(separator: "\n"),
      named: scene.name,
      beside: test,
      location: location
    )
  }

  /// Shortens a frame's text.
  ///
  /// `▒{34}` means 34 cells of a picture; `× 14` below a line means 14 such lines in all.
  private static func short(_ text: String) -> String {
    var lines: [(text: String, count: Int)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = String(line.replacing(/▒{4,}/) { "▒{\($0.output.count)}" })
      if let last = lines.last, last.text == line, line.contains("▒") {
        lines[lines.count - 1].count += 1
      } else {
        lines.append((line, 1))
      }
    }
    return lines.map { $0.count > 1 ? "\($0.text)\n× \($0.count)" : $0.text }
      .joined(separator: "\n")
  }

  /// Compares a text with the file of that name beside the test.
  static func expect(
    _ text: String,
    named name: String,
    beside test: String = #filePath,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let folder = URL(filePath: test).deletingLastPathComponent()
      .appending(path: "__Snapshots__")
    let file = folder.appending(path: name + ".txt")
    if isRecording {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      Issue.record("recorded \(name)", sourceLocation: location)
      return
    }
    let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(text == expected, sourceLocation: location)
  }
}

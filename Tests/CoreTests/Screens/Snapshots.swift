import Canvas
import Foundation
import Localization
import Screens
import Testing

/// Frames as text, and the files they are compared with.
enum Snapshots {
  /// Set to record instead of to compare; a recording test fails, so that none passes unseen.
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  static func context(
    _ language: Language,
    theme: Theme = .dark,
    glyphs: Glyphs = .unicode,
    hasColors: Bool = true
  ) -> RenderContext {
    RenderContext(texts: Texts(language), theme: theme, glyphs: glyphs, hasColors: hasColors)
  }

  /// The text of a frame; pictures are a shade, and what is focused is told below.
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
        case .text(let character):
          line.append(character)
          if cell.style.attributes.contains(.reverse) { focus.append(character) }
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
    let rule = String(repeating: "~", count: canvas.columns)
    return ([rule] + lines + [rule] + notes).joined(separator: "\n") + "\n"
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

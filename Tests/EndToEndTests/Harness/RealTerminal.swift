import Foundation
import Glibc
import Harness
import Platform

/// A terminal as people use them, in a window on a display that nobody sees; started by
/// `scripts/real-terminal`.
final class RealTerminal: AppTerminal {
  enum Kind: String, CaseIterable, Sendable { case kitty, xterm }

  /// The size in cells.
  let columns: Int
  let rows: Int
  /// Pixels of a cell.
  let cellWidth: Int
  let cellHeight: Int
  private let name: String
  private let script: pid_t
  private let output: Int32
  private let folder: String
  private let environment: [String: String]
  /// The side of the terminal that programs write to.
  private let device: Int32
  private let window: String
  private var barriers = 0

  /// Starts a command in a terminal of the given size.
  ///
  /// - Parameters:
  ///   - name: what screenshots are kept as.
  ///   - folder: where the display's files go; its own.
  init(
    _ kind: Kind,
    name: String,
    folder: String,
    columns: Int,
    rows: Int,
    environment: [String: String],
    command: [String]
  ) throws {
    self.name = name
    self.folder = folder
    self.columns = columns
    self.rows = rows
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (reader, writer) = try Command.pipe()
    output = reader
    do {
      defer { Glibc.close(writer) }
      script = try Command.start(
        ["scripts/real-terminal", kind.rawValue, "\(columns)x\(rows)", folder] + command,
        environment: environment,
        output: writer
      )
    }
    do {
      let line = String(decoding: Command.readSome(reader) ?? [], as: UTF8.self)
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count == 2 else { throw Failure("no terminal: \(Self.logs(folder))") }
      self.environment = environment.merging(["DISPLAY": words[0]]) { $1 }
      device = open(words[1], O_WRONLY | O_NOCTTY | O_CLOEXEC)
      var size = winsize()
      guard device >= 0, ioctl(device, UInt(TIOCGWINSZ), &size) == 0,
        size.ws_col == columns, size.ws_row == rows
      else { throw Failure("\(words[1]) has \(size.ws_col)x\(size.ws_row) cells, errno \(errno)") }
      cellWidth = Int(size.ws_xpixel) / columns
      cellHeight = Int(size.ws_ypixel) / rows
      let windows = try Command.text(
        ["xdotool", "search", "--onlyvisible", "--class", "^(kitty|XTerm)$"],
        environment: self.environment
      )
      window = windows.split(separator: "\n").last.map(String.init) ?? ""
      // No window manager gives the keyboard to the window, and the pointer has no place in the
      // pictures.
      try Command.text(
        ["xdotool", "windowfocus", window, "mousemove", "9999", "9999"],
        environment: self.environment
      )
    } catch {
      Self.end(script, output)
      throw error
    }
  }

  // MARK: Keys

  func send(_ keys: [String]) throws {
    let names = keys.map { Self.names[$0] ?? $0 }
    try Command.text(["xdotool", "key"] + names, environment: environment)
  }

  /// Keys whose names X11 spells in another way.
  private static let names = [
    "Enter": "Return", "+": "plus", "-": "minus", "?": "question", "C-l": "ctrl+l",
  ]

  /// Turns the wheel over the middle of the window, down by default.
  func turnWheel(up: Bool = false, steps: Int) throws {
    let middle = ["\(columns * cellWidth / 2)", "\(rows * cellHeight / 2)"]
    try Command.text(
      ["xdotool", "mousemove"] + middle
        + ["click", "--repeat", "\(steps)", up ? "4" : "5", "mousemove", "9999", "9999"],
      environment: environment
    )
  }

  // MARK: The screen

  /// Returns when the terminal has painted all that programs had written.
  ///
  /// The terminal is told a title, which it passes on to the X server when it gets there. A title
  /// takes effect before the frame it came with is painted, so a second one has to follow.
  func paints() throws {
    for _ in 0..<2 {
      barriers += 1
      let title = "painted-\(barriers)"
      let bytes = Array("\u{1b}]2;\(title)\u{1b}\\".utf8)
      guard write(device, bytes, bytes.count) == bytes.count else {
        throw Failure("cannot write to the terminal: errno \(errno)")
      }
      // Each look is a process and an answer of the X server: there is no need to wait as well.
      _ = try eventually("the terminal has no title \(title)", pause: { _ in }) {
        let shown = try Command.text(
          ["xdotool", "getwindowname", window],
          environment: environment
        )
        return shown == title + "\n" ? shown : nil
      }
    }
  }

  /// What is on the display at this moment.
  func screenshot() throws -> Raster {
    let file = FileManager.default.contents(atPath: folder + "/Xvfb_screen0")
    return try Raster(xwd: Array(file ?? Data()))
  }

  /// Keeps a screenshot for a person to look at.
  func keep(_ screenshot: Raster, as scene: String) throws {
    let kept = ".build/screenshots"
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    let raw = folder + "/screenshot.ppm"
    try Data(screenshot.ppm).write(to: URL(fileURLWithPath: raw))
    try Command.text(
      ["cjpeg", "-quality", "95", "-outfile", "\(kept)/\(name)-\(scene).jpg", raw],
      environment: environment
    )
  }

  var description: String {
    if let screenshot = try? screenshot() { try? keep(screenshot, as: "failure") }
    return "see .build/screenshots/\(name)-failure.jpg\n" + Self.logs(folder)
  }

  /// A process in the terminal that runs a program of this name.
  func process(named name: String) -> pid_t? {
    Processes.family(of: script).first { Processes.name(of: $0) == name }
  }

  // MARK: The end

  func close() {
    Glibc.close(device)
    Self.end(script, output)
  }

  private static func end(_ script: pid_t, _ output: Int32) {
    kill(script, SIGTERM)
    Command.wait(for: script)
    Glibc.close(output)
  }

  private static func logs(_ folder: String) -> String {
    ["server", "terminal"].compactMap { name in
      try? String(contentsOfFile: "\(folder)/\(name).log", encoding: .utf8)
    }.joined()
  }
}

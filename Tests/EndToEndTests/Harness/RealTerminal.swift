import Foundation
import Glibc
import Harness
import Platform

/// A real terminal in a window on an invisible display, started by `scripts/real-terminal`.
final class RealTerminal: AppTerminal {
  enum Kind: String, Sendable {
    case kitty, xterm, urxvt, mlterm, konsole, foot
    /// kitty with placeholders, version 0.28 or later, named by `IMAGEFEED_KITTY`.
    case newKitty = "kitty-new"

    static let newKittyPath = ProcessInfo.processInfo.environment["IMAGEFEED_KITTY"]

    /// Whether the terminal and its tools are installed.
    var isInstalled: Bool {
      if self == .newKitty { return Self.newKittyPath != nil }
      let others: [Kind: [String]] = [.konsole: ["dbus-daemon"], .foot: ["weston"]]
      return ([rawValue] + (others[self] ?? [])).allSatisfy(Stage.hasTool)
    }

    /// The difference, of 255 levels, that a pixel may have between equal screens.
    ///
    /// xterm's half blocks reach into the adjacent cells and blend with them, by up to 18 levels,
    /// depending on how many are written at a time. mlterm's antialiased text leaves its faint
    /// upper edge in the cells above, depending on when it paints those.
    var blending: Int { [.xterm, .mlterm].contains(self) ? 24 : 0 }

    /// Whether lines one pixel wide may differ between equal screens.
    ///
    /// mlterm's pictures, bars and frames reach one pixel into the adjacent cells. The remains
    /// depend on which of the lines it painted last, and on how often.
    var hasThinRemains: Bool { self == .mlterm }
  }

  let kind: Kind
  /// The size in cells.
  let columns: Int
  let rows: Int
  /// The position of the first cell on the display.
  let left: Int
  let top: Int
  /// The size of a cell in pixels.
  let cellWidth: Int
  let cellHeight: Int
  private let name: String
  private let script: pid_t
  private let output: Int32
  private let folder: String
  /// The side of the terminal that programs write to.
  private let device: Int32
  private let display: RealDisplay

  /// Starts a command in a terminal of this size.
  ///
  /// - Parameters:
  ///   - name: the name of its screenshots.
  ///   - folder: a separate folder for the display's files.
  init(
    _ kind: Kind,
    name: String,
    folder: String,
    columns: Int,
    rows: Int,
    environment: [String: String],
    command: [String]
  ) throws {
    self.kind = kind
    self.name = name
    self.folder = folder
    self.columns = columns
    self.rows = rows
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (reader, writer) = try Subprocess.pipe()
    output = reader
    do {
      defer { Glibc.close(writer) }
      script = try Subprocess.start(
        ["scripts/real-terminal", kind.rawValue, "\(columns)x\(rows)", folder] + command,
        environment: environment,
        output: writer
      )
    }
    do {
      let line = String(decoding: Subprocess.readSome(reader) ?? [], as: UTF8.self)
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count == 2 else { throw Failure("no terminal: \(Self.logs(folder))") }
      let device = open(words[1], O_WRONLY | O_NOCTTY | O_CLOEXEC)
      self.device = device
      guard device >= 0 else { throw Failure("\(words[1]): errno \(errno)") }
      // foot starts its command before the compositor has sent a size.
      _ = try eventually(
        "\(words[1]) has another size",
        pause: { _ in poll(nil, 0, 20) }
      ) { () -> Bool? in
        var size = winsize()
        guard ioctl(device, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return size.ws_col == columns && size.ws_row == rows ? true : nil
      }
      display = try RealDisplay(
        kind,
        folder: folder,
        device: device,
        environment: environment.merging(["DISPLAY": words[0]]) { $1 }
      )
      (left, top, cellWidth, cellHeight) = try display.cells(columns: columns, rows: rows)
      try Data("\n".utf8).write(to: URL(fileURLWithPath: folder + "/start"))
    } catch {
      Self.end(script, output)
      throw error
    }
  }

  // MARK: Keys

  func send(_ keys: [String]) throws {
    let names = keys.map { Self.names[$0] ?? $0 }
    try Subprocess.text(["xdotool", "key"] + names, environment: display.environment)
  }

  /// The keys that X11 names differently.
  private static let names = [
    "Enter": "Return", "+": "plus", "-": "minus", "?": "question", "C-l": "ctrl+l",
  ]

  /// Turns the wheel over the middle of the window, down by default.
  func turnWheel(up: Bool = false, steps: Int) throws {
    let middle = ["\(left + columns * cellWidth / 2)", "\(top + rows * cellHeight / 2)"]
    try Subprocess.text(
      ["xdotool", "mousemove"] + middle
        + ["click", "--repeat", "\(steps)", up ? "4" : "5", "mousemove", "9999", "9999"],
      environment: display.environment
    )
  }

  // MARK: The screen

  /// Returns when the terminal has painted everything that programs have written.
  func paints() throws { try display.paints() }

  /// Does nothing, since screenshots already wait for the terminal to paint.
  func catchUp() {}

  /// Makes `paints()` wait for the output of a program in a tmux pane.
  func goThroughTmux(pane: String) throws { try display.goThroughTmux(pane: pane) }

  /// Returns the current contents of the display.
  func screenshot() throws -> Raster { try display.screenshot() }

  /// Returns the screen once it no longer changes, for a screen with unknown contents.
  ///
  /// urxvt and Konsole paint with a delay, by timers. The screen counts as still if ten screenshots
  /// in a row are equal, each taken after painting.
  func stillScreenshot() throws -> Raster {
    var last: Raster?
    var same = 0
    return try eventually("the screen does not stand still", pause: { _ in poll(nil, 0, 20) }) {
      try paints()
      let screen = try screenshot()
      same = last.map { screen.differences(from: $0) } == 0 ? same + 1 : 0
      last = screen
      return same == 10 ? screen : nil
    }
  }

  /// Saves a screenshot for inspection.
  func keep(_ screenshot: Raster, as scene: String) throws {
    let kept = ".build/screenshots"
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    let raw = folder + "/screenshot.ppm"
    try Data(screenshot.ppm).write(to: URL(fileURLWithPath: raw))
    try Subprocess.text(
      ["cjpeg", "-quality", "95", "-outfile", "\(kept)/\(name)-\(scene).jpg", raw],
      environment: display.environment
    )
  }

  var description: String {
    if let screenshot = try? screenshot() { try? keep(screenshot, as: "failure") }
    return "see .build/screenshots/\(name)-failure.jpg\n" + Self.logs(folder)
  }

  /// Returns a process in the terminal that runs a program of this name.
  func process(named name: String) -> pid_t? {
    Processes.family(of: script).first { Processes.name(of: $0) == name }
  }

  // MARK: Closing

  func close() {
    Glibc.close(device)
    Self.end(script, output)
  }

  private static func end(_ script: pid_t, _ output: Int32) {
    kill(script, SIGTERM)
    Subprocess.wait(for: script)
    Glibc.close(output)
  }

  private static func logs(_ folder: String) -> String {
    ["server", "terminal"].compactMap { name in
      try? String(contentsOfFile: "\(folder)/\(name).log", encoding: .utf8)
    }.joined()
  }
}

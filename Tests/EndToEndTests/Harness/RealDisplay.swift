import Foundation
import Glibc
import Harness
import Platform

/// The display of a real terminal: its screenshots and its timing.
final class RealDisplay {
  private let kind: RealTerminal.Kind
  private let folder: String
  /// The side of the terminal that programs write to.
  private let device: Int32
  /// The device of a tmux pane, which passes text on to the terminal around it.
  private var pane: Int32?
  /// The environment with the display's name.
  let environment: [String: String]
  private let window: String
  private var barriers = 0

  /// Gives the keyboard focus to the terminal's window, the only one on the display.
  init(
    _ kind: RealTerminal.Kind,
    folder: String,
    device: Int32,
    environment: [String: String]
  ) throws {
    self.kind = kind
    self.folder = folder
    self.device = device
    self.environment = environment
    window = try eventually("no window", pause: Self.glance) {
      // Its status is 1 if there is no window.
      let windows = try Subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--class", "."],
        environment: environment
      )
      return windows.text.split(separator: "\n").last.map(String.init)
    }
    // No window manager gives the focus to the window.
    try Subprocess.text(
      ["xdotool", "windowfocus", "--sync", window],
      environment: environment
    )
    if kind == .foot {
      try focusInWeston()
    } else {
      try point(to: ["9999", "9999"])
    }
  }

  /// Gives foot the keyboard focus, and removes Weston's own pointer from its window.
  ///
  /// Weston focuses what is clicked. It passes nothing on until it knows that the pointer has
  /// entered, so each attempt begins outside.
  private func focusInWeston() throws {
    _ = try eventually("foot has no keyboard", pause: Self.glance) {
      let isClicked = log.contains(/wl_pointer@\d+\.button\(\d+, \d+, \d+, 0\)/)
      if isClicked && isInside("wl_keyboard") { return true }
      try point(to: [
        "9999", "9999", "mousemove", "--window", window, "500", "300", "click", "1",
      ])
      return nil
    }
    try point(to: ["--window", window, "5", "5"])
    _ = try eventually("the pointer stays in foot", pause: Self.glance) {
      isInside("wl_pointer") ? nil : true
    }
  }

  private func point(to place: [String]) throws {
    try Subprocess.text(["xdotool", "mousemove"] + place, environment: environment)
  }

  /// Whether foot's log says that a device has entered and not left.
  private func isInside(_ device: String) -> Bool {
    let last = log.split(separator: "\n").last {
      $0.contains(" \(device)@") && ($0.contains(".enter(") || $0.contains(".leave("))
    }
    return last?.contains(".enter(") ?? false
  }

  deinit { if let pane { Glibc.close(pane) } }

  /// Sends barriers on the path of a program in tmux.
  func goThroughTmux(pane path: String) throws {
    let pane = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
    guard pane >= 0 else { throw Failure("\(path): errno \(errno)") }
    self.pane = pane
  }

  /// Writes to the terminal like a program.
  func write(_ text: String) throws {
    let inner = text.replacing("\u{1B}", with: "\u{1B}\u{1B}")
    let bytes = Array((pane == nil ? text : "\u{1B}Ptmux;\(inner)\u{1B}\\").utf8)
    guard Glibc.write(pane ?? device, bytes, bytes.count) == bytes.count else {
      throw Failure("cannot write to the terminal: errno \(errno)")
    }
  }

  /// Finds the terminal's cells on the display, which may not begin at the window's corner.
  ///
  /// Fills all cells, and computes the first cell and the size from the changed area.
  func cells(columns: Int, rows: Int) throws -> (x: Int, y: Int, width: Int, height: Int) {
    try write("\u{1B}[?25l\u{1B}[H\u{1B}[2J")
    try paints()
    let blank = try screenshot()
    let line = String(repeating: " ", count: columns)
    try write("\u{1B}[7m" + (1...rows).map { "\u{1B}[\($0);1H\(line)" }.joined() + "\u{1B}[0m")
    try paints()
    let area = try eventually("no cells to be seen", pause: Self.glance) {
      try screenshot().difference(from: blank).flatMap { area in
        area.width % columns == 0 && area.height % rows == 0 ? area : nil
      }
    }
    try write("\u{1B}[H\u{1B}[2J\u{1B}[?25h")
    try paints()
    return (area.x, area.y, area.width / columns, area.height / rows)
  }

  /// Returns the current contents of the display.
  func screenshot() throws -> Raster {
    let file = FileManager.default.contents(atPath: folder + "/Xvfb_screen0")
    return try Raster(xwd: Array(file ?? Data()))
  }

  // MARK: Barriers

  /// Returns when the terminal has painted everything that programs have written.
  ///
  /// The barrier is a title, which the terminal passes on when it reaches it. A title takes effect
  /// before the frame it arrived with is painted, so another one must follow. Konsole paints up to
  /// 40 ms late and shows a session's name 20 ms late (a window's title up to 2 s late), each with
  /// a timer. tmux drops passthrough while the terminal around it is slow, so a title is repeated
  /// until it is shown.
  func paints() throws {
    for _ in 0..<(kind == .konsole ? 4 : 2) {
      barriers += 1
      let title = "painted-\(barriers)"
      let code = "\u{1B}]\(kind == .konsole ? 30 : 2);\(title)\u{1B}\\"
      try write(code)
      var looks = 0
      _ = try eventually("the terminal has no title \(title)", pause: Self.glance) {
        if try hasTitle(title) { return true }
        looks += 1
        if pane != nil, looks.isMultiple(of: 50) { try write(code) }
        return nil
      }
    }
    guard kind == .foot else { return }
    _ = try eventually("a frame is not shown", pause: Self.glance) { showsAllFrames ? true : nil }
  }

  /// Gives the processor to the terminal for a moment.
  private static func glance(_ deadline: MonotonicTime) { poll(nil, 0, 5) }

  private func hasTitle(_ title: String) throws -> Bool {
    // foot has no window of its own on the display. Its titles are in its messages to the
    // compositor.
    if kind == .foot { return log.contains("set_title(\"\(title)\")") }
    let shown = try Subprocess.text(["xdotool", "getwindowname", window], environment: environment)
    return shown.split(whereSeparator: \.isWhitespace).first.map(String.init) == title
  }

  /// Whether the compositor has completed each frame of the window and foot's other callbacks.
  ///
  /// The compositor then frees the callback's number. It doesn't complete a frame of the pointer's
  /// image if the pointer has left the window before.
  private var showsAllFrames: Bool {
    var waiting: Set<Substring> = []
    var pointerImages: Set<Substring> = []
    for line in log.split(separator: "\n") {
      // `…wl_pointer@16.set_cursor(6, wl_surface@15, 11, 12)`
      if line.contains(".set_cursor("), let image = line.firstMatch(of: /wl_surface@\d+/)?.output {
        pointerImages.insert(image)
      }
      // `…wl_surface@3.frame(new id wl_callback@26)` and `…wl_display@1.delete_id(26)`
      let isWish = line.contains("new id wl_callback@")
      guard isWish || line.contains(".delete_id("),
        let number = line.split(whereSeparator: { !$0.isNumber }).last
      else { continue }
      if !isWish {
        waiting.remove(number)
      } else if !pointerImages.contains(where: { line.contains($0 + ".frame(") }) {
        waiting.insert(number)
      }
    }
    return waiting.isEmpty
  }

  private var log: String {
    let file = FileManager.default.contents(atPath: folder + "/terminal.log")
    return String(decoding: file ?? Data(), as: UTF8.self)
  }
}

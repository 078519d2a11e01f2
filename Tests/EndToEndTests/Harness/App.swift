import Foundation
import Glibc
import Harness
import Platform

/// A screen of the program, as named in its trace.
enum Place: String {
  case splash, signIn, signInWaiting, signInInput, feed, profile, photo, share, qrCode, help, alert
  case visit, favourites
  case search, searchInput, colors, menu, gallery, export, downloads, palette
  case slideshow, chooser
}

/// A terminal that the program runs in.
protocol AppTerminal {
  /// Presses keys with tmux's names: `j`, `Enter`, `C-l`, `PPage`.
  func send(_ keys: [String]) throws
  /// Returns when the terminal has processed everything written so far.
  ///
  /// The program must be idle.
  func catchUp() throws
  /// The text of the screen, for a failure's description.
  var description: String { get }
}

/// The program in a terminal, controlled by keys and observed through its trace.
final class App<Terminal: AppTerminal> {
  let terminal: Terminal
  let trace: TraceFile

  init(terminal: Terminal, trace: TraceFile) {
    self.terminal = terminal
    self.trace = trace
  }

  /// Presses keys one after another and returns when each has become an action.
  func press(_ keys: String...) throws { try press(keys) }

  func press(_ keys: [String]) throws {
    try trace.skip()
    try terminal.send(keys)
    for key in keys { try trace.next("action", "after \(key)", where: \.isByKey) }
  }

  /// Returns when the program is idle with this screen shown.
  @discardableResult
  func settles(on place: Place, within eventTimeout: Duration = eventTimeout) throws -> TraceLine {
    try describingScreen {
      let line = try trace.next("idle", "on \(place)", within: eventTimeout) {
        $0.screen == place.rawValue
      }
      try terminal.catchUp()
      return line
    }
  }

  /// Presses keys and waits until everything they caused is done.
  func press(_ keys: String..., settlingOn place: Place) throws {
    try press(keys)
    try settles(on: place)
  }

  /// Waits briefly between two checks of the terminal, which doesn't report when it has drawn.
  func glance(_ deadline: MonotonicTime) {
    trace.pause(until: min(deadline, .now + .milliseconds(20)))
  }

  func describingScreen<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let failure as Failure {
      throw Failure(
        "\(failure)\n--- screen ---\n\(terminal.description)--- trace ---\n\(trace.tail())"
      )
    }
  }
}

extension App where Terminal == TmuxSession {
  /// Waits until the screen contains a text, and returns the whole screen.
  @discardableResult
  func shows(_ text: String) throws -> String {
    try shows("\"\(text)\"") { $0.contains(text) }
  }

  /// Waits until the screen is as expected.
  @discardableResult
  func shows(_ expectation: String, where fits: (String) -> Bool) throws -> String {
    try describingScreen {
      try eventually("the screen lacks \(expectation)", pause: glance) {
        let screen = try terminal.text()
        return fits(screen) ? screen : nil
      }
    }
  }

  /// Presses the digit key that the screen shows behind a row of the sheet; from the tenth row on,
  /// clicks on the row.
  func press(row text: String, settlingOn place: Place) throws {
    let pattern = try Regex("\(text) +([0-9])", as: (Substring, Substring).self)
    let screen = try shows(text)
    guard let digit = screen.firstMatch(of: pattern)?.1 else {
      return try click(text, settlingOn: place)
    }
    try press(String(digit), settlingOn: place)
  }

  /// Clicks on a visible text.
  func click(_ text: String, settlingOn place: Place) throws {
    let rows = try shows(text).split(separator: "\n", omittingEmptySubsequences: false)
    guard let row = rows.firstIndex(where: { $0.contains(text) }),
      let word = rows[row].range(of: text)
    else { throw Failure("\"\(text)\" is in no line") }
    let column = rows[row].distance(from: rows[row].startIndex, to: word.lowerBound) + 1
    try trace.skip()
    try terminal.type("\u{1b}[<0;\(column);\(row + 1)M\u{1b}[<0;\(column);\(row + 1)m")
    try trace.next("action", "of the mouse")
    try settles(on: place)
  }

  /// Waits until the program in the terminal has exited.
  func exits() throws -> Int32 {
    try describingScreen {
      try eventually("the program still runs", pause: glance) { try terminal.exitStatus() }
    }
  }
}

extension TraceLine {
  /// Whether the line is an action from a key or a paste.
  var isByKey: Bool {
    guard let name else { return false }
    let byKey = [
      "pressed", "unavailable", "signIn.typed", "signIn.pasted", "search.typed", "overlay.typed",
      "count.", "share.numberPressed",
    ]
    return byKey.contains { name.hasPrefix($0) }
  }
}

import Harness

// The bytes needed to move pictures that the terminal has stored, according to the trace.
extension Bench {
  /// Measures the bytes to scroll by one tile and to pan one step with kitty's protocol.
  func placement() throws -> [Figure] {
    let direct = try moved("kitty-direct")
    let cells = try moved("kitty")
    return [
      Figure(
        name: "scrolling one photo, placed directly",
        value: Double(direct.scrolled.bytes),
        unit: "B",
        limit: 4000,
        details: ["cells": Double(direct.scrolled.cells)]
      ),
      Figure(
        name: "scrolling one photo of placeholders, above 1 kB, per cell",
        value: Double(max(0, cells.scrolled.bytes - 1000)) / Double(max(1, cells.scrolled.cells)),
        unit: "B",
        limit: 10,
        details: [
          "bytes": Double(cells.scrolled.bytes), "cells": Double(cells.scrolled.cells),
        ]
      ),
      Figure(
        name: "one step of panning",
        value: Double(max(direct.panned.bytes, cells.panned.bytes)),
        unit: "B",
        limit: 200
      ),
    ]
  }

  private typealias Cost = (bytes: Int, cells: Int)

  /// Returns the cost of the frames after a key, with all pictures already in the terminal.
  private func moved(_ graphics: String) throws -> (scrolled: Cost, panned: Cost) {
    let screen = try Screen(self, arguments: ["--graphics", graphics])
    defer { screen.close() }
    try screen.settle()
    try screen.changeFormat(steps: 2)
    for key in ["j", "j", "j", "k", "k"] {
      screen.type(key)
      try screen.settle()
    }
    let scrolled = try cost(screen, "j", on: "feed")
    for key in ["\r", "+", "+", "+"] { _ = try cost(screen, key, on: "photo") }
    // Pans there and back, so that the larger image has been sent.
    for key in ["l", "h"] { _ = try cost(screen, key, on: "photo") }
    let panned = try cost(screen, "l", on: "photo")
    screen.type("\u{1B}")
    try screen.settle()
    try screen.changeFormat(steps: 1)
    return (scrolled, panned)
  }

  private func cost(_ screen: Screen, _ key: String, on place: String) throws -> Cost {
    try screen.trace.skip()
    let before = screen.trace.lines.count
    screen.type(key)
    try screen.trace.next("action") { $0.name?.hasPrefix("pressed") == true }
    try screen.trace.next("idle", "on \(place)") { $0.screen == place }
    let frames = screen.trace.lines[before...].filter { $0.event == "frame" }
    return (frames.reduce(0) { $0 + ($1.bytes ?? 0) }, frames.reduce(0) { $0 + ($1.cells ?? 0) })
  }
}

import Foundation
import Harness
import Testing

/// The user's own collections: adding a photo, removing it, and creating a collection.
@Suite(.endToEnd) struct CollectionTests {
  /// Returns the program, signed in with collection editing on or off.
  private func app(_ stage: Stage, _ demo: DemoProcess, edits: Bool) throws -> App<TmuxSession> {
    let file = stage.home.path + "/collections.toml"
    try "[unsplash]\nedit_collections = \(edits)\n".write(
      toFile: file,
      atomically: true,
      encoding: .utf8
    )
    return try stage.signedInApp(demo, ["--config", file])
  }

  @Test func `a photo is added to a collection, removed, and added to a new one`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try app(stage, demo, edits: true)
      try app.press("b", settlingOn: .chooser)
      let before = try app.shows("New collection")
      #expect(before.contains("to come back to"))
      let ticks = { (screen: String) in screen.count { $0 == "✓" } }
      try app.press("Down", "Enter", settlingOn: .chooser)
      let turned = try app.shows("another tick") { ticks($0) != ticks(before) }
      try app.press("Enter", settlingOn: .chooser)
      #expect(
        try ticks(app.shows("the tick as before") { ticks($0) != ticks(turned) }) == ticks(before)
      )
      try app.press("N", "i", "g", "h", "t", "s", "Enter", settlingOn: .chooser)
      try app.shows("Nights  ✓")
      try app.press("Escape", settlingOn: .feed)
      // Two changes, a new collection and its photo.
      #expect(try demo.state().counts["collect"] == 4)

      // It is now the first of the user's own collections.
      try app.press("2", settlingOn: .favourites)
      try app.press("C", settlingOn: .chooser)
      try app.press("Enter", settlingOn: .visit)
      try app.shows("Nights")
      #expect(try demo.state().counts["collection-photos"] == 1)
      // Removed again through the menu, while its list is shown.
      try app.press("m", settlingOn: .menu)
      try app.shows("Add to a collection")
      try app.press("b", settlingOn: .chooser)
      try app.press("Down", "Enter", settlingOn: .chooser)
      try app.press("Escape", settlingOn: .visit)
      #expect(try demo.state().counts["collect"] == 5)
      try app.press("Q")
      #expect(try app.exits() == 0)
    }
  }

  /// Returns the text in the box on the screen, with its lines joined.
  private static func boxText(_ screen: String) -> String {
    screen.split(separator: "\n").compactMap { row in
      let parts = row.split(separator: "│", omittingEmptySubsequences: false)
      return parts.count > 2 ? parts[1] : nil
    }
    .joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  @Test func `without the setting, or with an older sign-in, the program says what to do`()
    throws
  {
    try Stage.run { stage in
      let demo = try stage.demo()
      let before = try app(stage, demo, edits: false)
      try before.press("b")
      try before.shows("Set edit_collections = true")
      try before.press("Q")
      _ = try before.exits()
      let file = stage.home.path + "/collections.toml"
      try "[unsplash]\nedit_collections = true\n".write(
        toFile: file,
        atomically: true,
        encoding: .utf8
      )
      let environment = try stage.home.environment(for: demo)
      let app = try stage.app(["--config", file], environment: environment)
      try app.settles(on: .feed)
      try app.press("b", settlingOn: .chooser)
      try app.press("Down", "Enter", settlingOn: .chooser)
      try app.shows("what to do, in the lines of the box") {
        Self.boxText($0).contains("then sign out and in again")
      }
      #expect(try app.shows("New collection").contains("✓") == false)
      try app.press("Escape", settlingOn: .feed)
      try app.press("Q")
      _ = try app.exits()
    }
  }
}

import Foundation
import Harness
import Testing

/// The extended edition's hearts.
@Suite(.endToEnd) struct SilentLikeTests {
  /// A loader with a count behind it: the heart of an answer that takes its time.
  private func isLate(_ screen: String) -> Bool {
    screen.contains(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] [0-9]/)
  }

  @Test func `quick presses end as wanted, in the feed and in full screen`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended"])
      // The first tile is too narrow for a count.
      try app.press("l", settlingOn: .feed)
      try demo.fault("hold@like")
      try app.press("f", "f", "f")
      try app.shows("a loader in place of the heart", where: isLate)
      try demo.fault()
      try app.settles(on: .feed)
      try app.shows("♥")
      let liked = try demo.state()
      #expect(liked.likes.count == 1 && liked.counts["like"] == 1)

      try app.press("Enter", settlingOn: .photo)
      try app.shows("♥")
      try demo.fault("hold@like")
      try app.press("f", "f")
      try app.shows("a loader in the bar", where: isLate)
      try demo.fault()
      try app.settles(on: .photo)
      try app.shows("♥")
      let same = try demo.state()
      #expect(same.likes == liked.likes && same.counts["like"] == 3)

      try app.press("f", settlingOn: .photo)
      #expect(try demo.state().likes == [])
      try app.press("Escape", settlingOn: .feed)
      #expect(try !app.terminal.text().contains("♥"))
    }
  }

  @Test func `a refusal puts the heart back, and R tries again`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended"])
      try demo.fault("status=500@like")
      try app.press("f", settlingOn: .feed)
      try app.shows("Couldn't like this photo.")
      #expect(try !app.terminal.text().contains("♥"))
      try demo.fault()
      try app.press("R", settlingOn: .feed)
      try app.shows("♥")
      #expect(try demo.state().likes.count == 1)
    }
  }
}

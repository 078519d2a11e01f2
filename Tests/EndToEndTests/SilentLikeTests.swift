import Foundation
import Harness
import Testing

/// Likes in the extended edition.
@Suite(.endToEnd) struct SilentLikeTests {
  private func hasLoader(_ screen: String) -> Bool { screen.contains(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/) }

  @Test func `quick presses end as wanted, in the feed and in full screen`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended"])
      // The first tile is too narrow for a count.
      try app.press("l", settlingOn: .feed)
      try demo.fault("hold@like")
      try app.press("f", "f", "f")
      try app.shows("a heart, no loader, while the service holds the request") {
        (try? demo.state().counts["like"]) == 1 && $0.contains("♥") && !hasLoader($0)
      }
      try demo.fault()
      try app.settles(on: .feed)
      try app.shows("♥")
      let liked = try demo.state()
      #expect(liked.likes.count == 1 && liked.counts["like"] == 1)

      try app.press("Enter", settlingOn: .photo)
      try app.shows("♥")
      try demo.fault("hold@like")
      try app.press("f", "f", "f")
      try app.shows("an empty heart, no loader, while the service holds the request") {
        (try? demo.state().counts["like"]) == 2 && !$0.contains("♥") && !hasLoader($0)
      }
      try app.press("f")
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

  @Test func `a like without a network waits, and says so once`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended"])
      let words = "Will be sent when you're back online"
      try demo.fault("cut@like,photos")
      try app.press("f")
      try app.shows(words)
      try app.shows("♥")
      // Another notice replaces it; the second like shows none.
      try app.press("p")
      try app.shows("This photo isn't being downloaded")
      try app.press("l", "f")
      try app.shows("two hearts") { $0.split(separator: "♥").count == 3 }
      #expect(try !app.terminal.text().contains(words))
      try demo.fault()
      try app.press("R")
      try app.shows("both likes at the service") { _ in (try? demo.state().likes.count) == 2 }
    }
  }

  @Test func `a refusal reverts the heart, and R retries`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended"])
      try demo.fault("status=500@like")
      try app.press("f", settlingOn: .feed)
      try app.shows("Couldn't like the photo.")
      #expect(try !app.terminal.text().contains("♥"))
      try demo.fault()
      try app.press("R", settlingOn: .feed)
      try app.shows("♥")
      #expect(try demo.state().likes.count == 1)
    }
  }
}

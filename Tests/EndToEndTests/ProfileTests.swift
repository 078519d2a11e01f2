import Foundation
import Harness
import Testing

@Suite(.endToEnd) struct ProfileTests {
  @Test func `the profile shows the signed-in user`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo)
      try app.press("2", settlingOn: .favourites)
      try app.shows("Demo Visitor")
      #expect(try demo.state().counts["me"] == 1)
    }
  }

  @Test func `the profile shows the favourites, and below them the collections`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo)
      try app.press("f", "l", "f", settlingOn: .feed)
      try app.press("2", settlingOn: .favourites)
      try app.shows("Favourites  2")
      try app.shows("Collections")
      // Full screen and likes work there, and the feed follows.
      try app.press("Enter", settlingOn: .photo)
      try app.press("Escape", settlingOn: .favourites)
      try app.press("f", settlingOn: .favourites)
      try app.shows("Favourites  1")
      #expect(try demo.state().likes.count == 1)
      // Up to the button, down to the collections.
      try app.press("Up", "Enter", settlingOn: .alert)
      try app.shows("Yes, sign out")
      try app.press("Escape", settlingOn: .favourites)
      try app.press("Down", "Down", "Right", "Enter", settlingOn: .visit)
      #expect(try demo.state().counts["collection-photos"] == 1)
      try app.press("Escape", settlingOn: .favourites)
      let screen = try app.shows("Collections")
      #expect(!screen.contains("0 photos"))
      try app.press("1", settlingOn: .feed)
      #expect(try app.terminal.text().count { $0 == "♥" } == 1)
    }
  }

  @Test func `the basic edition has a profile without favourites`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(try stage.demo(), ["--edition", "basic"])
      try app.press("2", settlingOn: .profile)
      try app.shows("Demo Visitor")
      #expect(try !app.terminal.text().contains("Favourites"))
      try app.press("Enter", settlingOn: .alert)
      try app.shows("Yes, sign out")
    }
  }

  @Test func `a failed profile is reloaded with one key`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo)
      try demo.fault("status=500@me")
      try app.press("2", settlingOn: .favourites)
      #expect(try !app.terminal.text().contains("Demo Visitor"))
      try demo.fault()
      try app.press("R", settlingOn: .favourites)
      try app.shows("Demo Visitor")
    }
  }

  @Test func `signing out asks first, and leaves no data`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo)
      try app.press("2", settlingOn: .favourites)
      try app.press(":", "s", "i", "g", "n", "Enter", settlingOn: .alert)
      try app.shows("Yes, sign out")
      try app.press("n", settlingOn: .favourites)
      // With nothing to lose, Yes is selected.
      try app.press("L", settlingOn: .alert)
      try app.press("Enter", settlingOn: .signIn)
      try app.shows("Signed out. Your browser stays signed in at Unsplash")
      let left = (try? String(contentsOfFile: stage.home.credentials, encoding: .utf8)) ?? ""
      #expect(!left.contains("127.0.0.1"))

      let again = try stage.app(environment: try stage.home.environment(for: demo))
      try again.settles(on: .signIn)
    }
  }

  @Test func `a revoked session is removed and reported`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo)
      try demo.fault("revoked")
      try app.press("2", settlingOn: .alert)
      try app.shows("sign in again")
      try app.press("Enter", settlingOn: .signIn)
    }
  }
}

import Foundation
import Harness
import Testing

/// The screen before sign-in, and its cost for a signed-in user.
@Suite(.endToEnd) struct FirstScreenTests {
  @Test func `a mosaic is behind the panel, and a launch with a cached feed skips it`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let arguments = ["--edition", "extended"]
      let app = try stage.app(arguments, columns: 100, rows: 30, environment: environment)
      try app.trace.next("picture", "a photo of the mosaic") { $0.photo == "bundled 0" }
      try app.settles(on: .signIn)
      let screen = try app.shows("Sign in")
      // Blocks in the corners, and the panel of 44 by 13 in the middle.
      let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
      #expect(try lines.at(8).prefix(72).dropFirst(28) == Array(repeating: " ", count: 44)[...])
      try app.press("q")
      _ = try app.exits()

      let signedIn = try stage.signedInApp(demo, arguments, columns: 100, rows: 30)
      try signedIn.press("q")
      _ = try signedIn.exits()
      let again = try stage.app(arguments, columns: 100, rows: 30, environment: environment)
      try again.settles(on: .feed)
      try again.press("q")
      _ = try again.exits()
      let trace = try String(contentsOfFile: again.trace.path, encoding: .utf8)
      #expect(trace.contains("\"frame\"") && !trace.contains("bundled"))
      #expect(!trace.contains("backdrop"))
    }
  }

  @Test func `without the photos, and on a small screen, the plain screen is shown`() throws {
    try Stage.run { stage in
      let app = try stage.app(["--demo"], columns: 59, rows: 20)
      try app.settles(on: .signIn)
      let small = try app.shows("Explore the demo")
      #expect(small.contains("╰─╴"))
      let words = try stage.app(["--demo", "--graphics", "none"], columns: 100, rows: 30)
      try words.settles(on: .signIn)
      let plain = try words.shows("Explore the demo")
      // The current logo, with its picture above the name.
      #expect(plain.contains("╭────────────────────────────────╮"))
    }
  }
}

import Foundation
import Harness
import Testing

@Suite(.endToEnd) struct PhotoTests {
  @Test func `full screen shows the whole photo, and Back selects the one last shown`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(try stage.demo())
      let feed = try app.terminal.text()
      try app.press("Enter", settlingOn: .photo)
      try app.shows("Back")
      try app.shows("Share")
      let fitted = try app.terminal.colours()
      #expect(try app.trace.all("picture").contains { $0.stage == "full" })

      try app.press("+", "+", settlingOn: .photo)
      let zoomed = try app.shows("another picture") { _ in
        (try? app.terminal.colours()) != fitted
      }
      #expect(!zoomed.isEmpty)
      try app.press("0", settlingOn: .photo)
      try app.shows("the fitted picture") { _ in (try? app.terminal.colours()) == fitted }
      try app.press("r", "r", "r", "r", settlingOn: .photo)
      try app.shows("the picture after a whole turn") { _ in
        (try? app.terminal.colours()) == fitted
      }
      try app.press("Escape", settlingOn: .feed)
      try app.shows("the feed as it was") { $0 == feed }

      try app.press("Enter", settlingOn: .photo)
      try app.press("Right", settlingOn: .photo)
      try app.press("Escape", settlingOn: .feed)
      try app.shows("the next photograph") { $0 != feed }
      try app.press("h", settlingOn: .feed)
      try app.shows("the feed as it was") { $0 == feed }
    }
  }

  @Test func `the bars hide after a while, and a key runs and shows them`() throws {
    try Stage.run { stage in
      var environment = try stage.home.environment(for: try stage.demo())
      environment["IMAGEFEED_BARS"] = nil
      let app = try stage.app(environment: environment)
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.press("Enter", "+", settlingOn: .photo)
      try app.shows("Back")
      try app.shows("no bars") { !$0.contains("Back") && !$0.contains("help") }
      try app.press("+", settlingOn: .photo)
      try app.shows("Back")
      try app.shows("%")
      // Moving the pointer shows them as well.
      try app.shows("no bars") { !$0.contains("Back") }
      try app.terminal.type("\u{1b}[<35;10;10M")
      try app.shows("Back")
    }
  }

  @Test func `opening a photo sends no request to the API`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo)
      let before = try demo.state().counts
      try app.press("Enter", settlingOn: .photo)
      let after = try demo.state().counts
      for route in ["photos", "photo", "download", "like", "me", "user"] {
        #expect(after[route] == before[route])
      }
      try app.press("i", settlingOn: .photo)
      #expect(try demo.state().counts["photo"] == 1)
    }
  }

  @Test(arguments: ["basic", "extended"])
  func `a saved photo is the service's original file`(edition: String) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      try "metadata = false\n".write(
        toFile: stage.home.path + "/config/imagefeed/config.toml",
        atomically: true,
        encoding: .utf8
      )
      let app = try stage.signedInApp(demo, ["--edition", edition])
      try app.press("s", settlingOn: .share)
      try app.press(row: "Save to Pictures", settlingOn: .feed)
      try app.shows("Saved")

      let names = try FileManager.default.contentsOfDirectory(atPath: stage.home.pictures)
      #expect(names.count == 1)
      let name = try #require(names.first)
      #expect(name.hasSuffix(".jpg"))
      let file = try #require(
        FileManager.default.contents(atPath: stage.home.pictures + "/" + name)
      )
      let address = try #require(
        try app.trace.all("http").last { $0.bytes == file.count && $0.status == 200 }?.url
      )
      #expect(try demo.bytes(address) == Array(file))
      #expect(try demo.state().counts["download"] == 1)
    }
  }

  @Test func `a saved photograph has its photographer's name`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(stage.demo(), ["--edition", "basic"])
      try app.press("s", settlingOn: .share)
      try app.press("2", settlingOn: .feed)
      try app.shows("Saved")
      let names = try FileManager.default.contentsOfDirectory(atPath: stage.home.pictures)
      let name = try #require(names.first)
      let file = try Data(contentsOf: URL(filePath: stage.home.pictures + "/" + name))
      #expect(names.count == 1 && file.range(of: Data("<dc:creator>".utf8)) != nil)
    }
  }

  @Test func `the copied link is on the clipboard`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(try stage.demo(), columns: 160)
      try app.press("s", settlingOn: .share)
      try app.press("Enter", settlingOn: .feed)
      let link = try app.terminal.clipboard()
      #expect(link.contains("utm_source="))
      try app.shows("Copied")
    }
  }
}

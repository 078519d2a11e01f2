import Foundation
import Harness
import Testing

/// The demo's data, which is separate from the user's.
@Suite(.endToEnd) struct DemoDataTests {
  @Test func `photos downloaded in the demo stay in the demo, whatever its service`() throws {
    try Stage.run { stage in
      for service in ["unsplash", "vk"] {
        let demo = ["--demo", "--service", service]
        #expect(try stage.output("login", demo[0], demo[1], demo[2]).status == 0)
        let first = try stage.output(
          "feed",
          "--limit",
          "1",
          "--format",
          "{id}",
          demo[0],
          demo[1],
          demo[2]
        )
        let id = first.text.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try stage.output("download", demo[0], demo[1], demo[2], "--", id).status == 0)
        let kept = try stage.output(
          "gallery",
          "list",
          "--format",
          "{id}",
          demo[0],
          demo[1],
          demo[2]
        )
        #expect(kept.text.split(separator: "\n").contains { $0 == id })
      }
      let own = try stage.output("gallery", "list", "--json")
      #expect(own.status == 0 && !own.text.contains("id"))
      #expect(try stage.output("wallpaper", "--from", "gallery", "--print").status != 0)
      let names = Set(try FileManager.default.contentsOfDirectory(atPath: stage.home.data))
      #expect(names.isDisjoint(with: ["gallery", "credentials.json"]) && names.contains("demo"))
    }
  }

  @Test func `the demo chosen on the first screen has its own data, and no session remains`() throws
  {
    try Stage.run { stage in
      let app = try stage.app()
      try app.settles(on: .signIn)
      try app.press("d", settlingOn: .feed)
      try app.press("d", settlingOn: .feed)
      try app.press("q")
      #expect(try app.exits() == 0)

      let again = try stage.app()
      try again.settles(on: .signIn)
      let own = try stage.output("gallery", "list", "--format", "{id}")
      #expect(own.status == 0 && own.text == "")
      let demo = try stage.output("gallery", "list", "--format", "{id}", "--demo")
      #expect(demo.text.split(separator: "\n").count == 1)
    }
  }
}

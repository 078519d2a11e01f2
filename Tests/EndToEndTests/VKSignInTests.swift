import Foundation
import Glibc
import Harness
import Testing

/// Signing in at VK's part of the demo service, which the program takes for VK.
@Suite(.endToEnd) struct VKSignInTests {
  private func environment(_ stage: Stage, _ demo: DemoProcess) throws -> [String: String] {
    try stage.home.environment(for: demo).merging([
      "IMAGEFEED_SERVICE": "vk",
      "IMAGEFEED_VK_APP_ID": "51234567",
      "IMAGEFEED_VK_API_URL": demo.url + "/vk",
      "IMAGEFEED_VK_OAUTH_URL": demo.url + "/vk",
      "IMAGEFEED_VK_ID_URL": demo.url + "/vk/id",
    ]) { $1 }
  }

  @Test(arguments: ["en", "ru"])
  func `VK ID comes back through the browser, and the next start shows the album`(
    language: String
  ) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try environment(stage, demo)
      let app = try stage.app(["--lang", language], environment: environment)
      try app.settles(on: .signIn)
      try app.shows("Mobile Up Gallery")
      try app.shows(language == "en" ? "Login via VK" : "Вход через VK")
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.shows("Mobile Up")
      try app.press("q")
      #expect(try app.exits() == 0)

      let second = try stage.app(environment: environment)
      try second.settles(on: .feed)
      #expect(try second.trace.all("frame").first?.screen == "feed")
      #expect(try demo.state().counts["token"] == 1)
    }
  }

  @Test func `the implicit flow's last address is pasted, and its token is nowhere to be read`()
    throws
  {
    try Stage.run { stage in
      let demo = try stage.demo()
      var environment = try environment(stage, demo)
      environment["IMAGEFEED_VK_SIGN_IN"] = "implicit"
      let script = stage.home.path + "/implicit-browser"
      // Logs in, and keeps where the browser ends.
      try """
      #!/bin/sh
      set -e
      curl -fsS "$1" | grep -q Login
      curl -fsS -o /dev/null -w '%{redirect_url}' --data "${1#*\\?}" "${1%%\\?*}" \\
        > '\(stage.home.path)/last.part'
      mv '\(stage.home.path)/last.part' '\(stage.home.path)/last.url'
      """.write(toFile: script, atomically: true, encoding: .utf8)
      chmod(script, 0o755)
      environment["BROWSER"] = script
      let watch = try FileWatch(stage.home.path)
      let app = try stage.app(["--log-level", "trace"], environment: environment)
      let printed = stage.home.path + "/printed"
      try app.terminal.record(to: printed)
      try app.settles(on: .signIn)
      try app.press("Enter", settlingOn: .signInWaiting)
      let last = try eventually("the browser has not ended anywhere", pause: watch.wait) {
        try? String(contentsOfFile: stage.home.path + "/last.url", encoding: .utf8)
      }
      let token = try #require(
        last.split(separator: "#").last?.split(separator: "&").first?.split(separator: "=").last
      )
      #expect(last.contains("/vk/blank.html#access_token="))
      // The line shows what was pasted but for the token.
      try app.press("p", settlingOn: .signInInput)
      try app.terminal.paste(last)
      try app.press("Home", settlingOn: .signInInput)
      try app.shows("access_token=****")
      try app.trace.skip()
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.press("q")
      #expect(try app.exits() == 0)
      #expect(try !app.terminal.history().contains(token))
      for path in [printed, app.trace.path] {
        let text = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(!text.isEmpty && !text.contains(token), "\(path)")
      }
      // Where nothing was worth a line, there is none.
      let log = (try? String(contentsOfFile: stage.home.log, encoding: .utf8)) ?? ""
      #expect(!log.contains(token))
      let file = try String(contentsOfFile: stage.home.credentials, encoding: .utf8)
      #expect(file.contains(token))
    }
  }
}

import Foundation
import Glibc
import Harness
import Testing

/// Signing in at the demo service's VK part as if it were VK.
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

  /// Returns a browser that signs in and writes its last URL to `last.part` in the home's folder.
  ///
  /// - Parameter end: the shell commands it runs there.
  private func browser(_ stage: Stage, _ end: String) throws -> String {
    let script = stage.home.path + "/vk-browser"
    try """
    #!/bin/sh
    set -e
    cd '\(stage.home.path)'
    curl -fsS "$1" | grep -q Login
    curl -fsS -o /dev/null -w '%{redirect_url}' --data "${1#*\\?}" "${1%%\\?*}" > last.part
    \(end)
    """.write(toFile: script, atomically: true, encoding: .utf8)
    chmod(script, 0o755)
    return script
  }

  private func lastAddress(_ stage: Stage, _ watch: FileWatch) throws -> String {
    try eventually("the browser has not ended anywhere", pause: watch.wait) {
      try? String(contentsOfFile: stage.home.path + "/last.url", encoding: .utf8)
    }
  }

  @Test func `VK ID may end at a page of another computer, whose URL is pasted`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      var environment = try environment(stage, demo)
      environment["IMAGEFEED_VK_REDIRECT_URI"] = demo.url + "/vk/blank.html"
      environment["BROWSER"] = try browser(stage, "mv last.part last.url")
      let watch = try FileWatch(stage.home.path)
      let app = try stage.app(environment: environment)
      try app.settles(on: .signIn)
      try app.press("Enter", settlingOn: .signInWaiting)
      let last = try lastAddress(stage, watch)
      #expect(last.contains("/vk/blank.html?") && last.contains("device_id="))
      try app.trace.skip()
      try app.terminal.paste(last)
      try app.settles(on: .feed)
      try app.shows("Mobile Up")
      #expect(try demo.state().counts["token"] == 1)
    }
  }

  @Test func `the implicit flow's token is returned through a page of the listener`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      var environment = try environment(stage, demo)
      let port = try #require(environment["IMAGEFEED_REDIRECT_PORT"])
      environment["IMAGEFEED_VK_SIGN_IN"] = "implicit"
      environment["IMAGEFEED_VK_REDIRECT_URI"] = "http://localhost:\(port)/callback"
      // Browsers send the fragment to no server, so the page's script posts it.
      environment["BROWSER"] = try browser(
        stage,
        """
        last=$(cat last.part); page=${last%%#*}
        curl -fsS "$page" | grep -q 'form.submit()'
        curl -fsS --data-urlencode "answer=${last#*#}" -H "Origin: ${page%/callback}" "$page" \\
          > callback.html
        """
      )
      let app = try stage.app(environment: environment)
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.shows("Mobile Up")
      let page = try String(contentsOfFile: stage.home.path + "/callback.html", encoding: .utf8)
      #expect(!page.contains("access_token"))
      #expect(try demo.state().counts["token"] ?? 0 == 0)
    }
  }

  @Test(arguments: ["en", "ru"])
  func `VK ID returns through the browser, and the next launch shows the album`(
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

  @Test func `the implicit flow's last URL is pasted, and its token is never shown`()
    throws
  {
    try Stage.run { stage in
      let demo = try stage.demo()
      var environment = try environment(stage, demo)
      environment["IMAGEFEED_VK_SIGN_IN"] = "implicit"
      environment["BROWSER"] = try browser(stage, "mv last.part last.url")
      let watch = try FileWatch(stage.home.path)
      environment["IMAGEFEED_LOG_LEVEL"] = "trace"
      let app = try stage.app(environment: environment)
      let printed = stage.home.path + "/printed"
      try app.terminal.record(to: printed)
      try app.settles(on: .signIn)
      try app.press("Enter", settlingOn: .signInWaiting)
      let last = try lastAddress(stage, watch)
      let token = try #require(
        last.split(separator: "#").last?.split(separator: "&").first?.split(separator: "=").last
      )
      #expect(last.contains("/vk/blank.html#access_token="))
      // The line shows the pasted text without the token.
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
      // The log may not exist if nothing was worth a line.
      let log = (try? String(contentsOfFile: stage.home.log, encoding: .utf8)) ?? ""
      #expect(!log.contains(token))
      let file = try String(contentsOfFile: stage.home.credentials, encoding: .utf8)
      #expect(file.contains(token))
    }
  }
}

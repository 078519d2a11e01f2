import Foundation
import Glibc
import Harness
import Testing

/// A service with hostile links: options, files, scripts and terminal controls.
@Suite(.endToEnd) struct HostileLinkTests {
  @Test func `hostile links never reach the browser, the clipboard or the database`() throws {
    try Stage.run { stage in
      let demo = try stage.demo("--fault", "hostile-links")
      var environment = try stage.home.environment(for: demo)
      environment["BROWSER"] = try recorder(environment["BROWSER"] ?? "", in: stage.home) + ":true"
      let app = try stage.app(["--edition", "extended"], environment: environment)
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)

      var shared: [String] = []
      for number in 0..<5 {
        if number > 0 { try app.press("l", settlingOn: .feed) }
        try app.press("s", settlingOn: .share)
        try app.press("Enter", settlingOn: .feed)
        let link = try app.terminal.clipboard()
        try expectOwn(link, of: demo, "photos")
        shared.append(link)
        try app.press("s", settlingOn: .share)
        try app.press(row: "Open in browser", settlingOn: .feed)
        try app.press("s", settlingOn: .share)
        try app.press(row: "Photographer's page", settlingOn: .feed)
        try app.press("s", settlingOn: .share)
        try app.press(row: "Copy credit", settlingOn: .share)
        try app.press("Enter", settlingOn: .feed)
        let credit = try app.terminal.clipboard()
        #expect(!credit.contains { $0.isNewline || $0 == "\u{1B}" }, "\(credit.debugDescription)")
        #expect(!credit.contains("example.com"), "\(credit)")
      }
      #expect(Set(shared).count == 5)

      // One argument each, and the site's own pages after the one of the sign-in. A browser that is
      // still running counts as opened too.
      let calls = try eventually("fewer than 11 calls", pause: app.glance) {
        let text = try String(contentsOfFile: stage.home.path + "/arguments", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.count >= 22 ? lines.map(String.init) : nil
      }
      let pages = calls.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
      #expect(calls.enumerated().allSatisfy { !$0.offset.isMultiple(of: 2) || $0.element == "1" })
      #expect(pages.count == 11)
      for (index, page) in pages.dropFirst().enumerated() {
        try expectOwn(page, of: demo, index.isMultiple(of: 2) ? "photos" : "@")
      }

      // The next run reads the stored data again, without a service.
      try app.press("q")
      #expect(try app.exits() == 0)
      demo.close()
      let next = try stage.app(["--edition", "extended"], environment: environment)
      try next.settles(on: .feed)
      try next.press("s", settlingOn: .share)
      try next.press("Enter", settlingOn: .feed)
      #expect(try next.terminal.clipboard() == shared.at(0))
    }
  }

  private func expectOwn(_ link: String, of demo: DemoProcess, _ kind: String) throws {
    let path = kind == "@" ? "@[a-z_0-9]+" : "\(kind)/[A-Za-z0-9_-]+"
    let form = try Regex("\(path)\\?utm_source=imagefeed&utm_medium=referral")
    #expect(link.hasPrefix(demo.url + "/"), "\(link.debugDescription)")
    let rest = link.dropFirst(demo.url.utf8.count + 1)
    #expect(try form.wholeMatch(in: rest) != nil, "\(link.debugDescription)")
  }

  /// Creates a browser that records the number of its arguments, and the arguments.
  private func recorder(_ browser: String, in home: Home) throws -> String {
    let script = home.path + "/recorder"
    try """
    #!/bin/sh
    printf '%s\\n' "$#" "$@" >> '\(home.path)/arguments'
    exec '\(browser)' "$@"
    """.write(toFile: script, atomically: true, encoding: .utf8)
    chmod(script, 0o755)
    return script
  }
}

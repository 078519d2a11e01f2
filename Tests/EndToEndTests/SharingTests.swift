import Foundation
import Harness
import Testing

@Suite(.endToEnd) struct SharingTests {
  @Test func `the extended edition shows a QR code and copies the credit`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(
        try stage.demo(),
        ["--edition", "extended"],
        columns: 120,
        rows: 40
      )
      try app.press("s", settlingOn: .share)
      try app.press(row: "Show QR code", settlingOn: .qrCode)
      let screen = try app.shows("a QR code") { $0.contains("▀") && $0.contains("QR code") }
      try app.press("Escape", settlingOn: .share)
      try app.shows("the menu again") { !$0.contains("QR code ─") && $0.contains("Copy link") }

      try app.press(row: "Copy credit", settlingOn: .share)
      try app.shows("HTML")
      try app.press("Enter", settlingOn: .feed)
      let credit = try app.terminal.clipboard()
      let form = /Photo by \[.+\]\(http:\/\/127\.0\.0\.1:\d+\/@\S+\) on \[Unsplash\]\(\S+\).*/
      #expect(credit.wholeMatch(of: form) != nil, "\(credit)")
      #expect(credit.matches(of: /utm_source=imagefeed&utm_medium=referral/).count == 2)
      try app.shows("Copied")

      try app.press("s", settlingOn: .share)
      try app.press("Enter", settlingOn: .feed)
      let link = try app.terminal.clipboard()
      if BarcodeReader.isThere {
        #expect(try BarcodeReader.read(BarcodeReader.pixels(ofText: screen)) == [link])
      }
    }
  }

  @Test func `the photographer's page opens with the service's parameters`() throws {
    try Stage.run { stage in
      var environment = try stage.home.environment(for: try stage.demo())
      // The scripted browser fails at a page without a login; the next one opens it.
      environment["BROWSER", default: ""] += ":true"
      let app = try stage.app(["--edition", "extended"], environment: environment)
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.press("s", settlingOn: .share)
      try app.press(row: "Photographer's page", settlingOn: .feed)
      try app.shows("Opened in the browser")
      let file = stage.home.path + "/browser.url"
      let address = try String(contentsOfFile: file, encoding: .utf8)
      let form = /http:\/\/127\.0\.0\.1:\d+\/@\w+\?utm_source=imagefeed&utm_medium=referral\n/
      #expect(address.wholeMatch(of: form) != nil, "\(address)")
    }
  }

  @Test func `the basic edition has no QR code and no credit`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(try stage.demo(), ["--edition", "basic"])
      try app.press("s", settlingOn: .share)
      let screen = try app.shows("Copy link")
      #expect(!screen.contains("QR") && !screen.contains("credit"))
    }
  }
}

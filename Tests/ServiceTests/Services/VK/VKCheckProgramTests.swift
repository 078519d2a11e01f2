import AppCore
import Canvas
import DemoControl
import DemoServer
import HTTP
import Localization
import Model
import Testing
import VK

/// The whole program while VK's demo requires a check from the user.
@Suite(.timeLimit(.hang)) struct `A check in the program` {
  private func run(_ body: (HeadlessApp) async throws -> Void) async throws {
    try await HeadlessApp.run(vk: .vkID) { app in
      try await app.openSignIn()
      try app.press(Key(.enter))
      try await app.showsAlbum()
      try await app.settle()
      try await body(app)
    }
  }

  /// Returns the text of the check's page.
  private func page(_ app: HeadlessApp) async throws -> String {
    let check = try #require(app.state.check?.check)
    let answer = try await app.transport.data(HTTPRequest(.get, check.page.text))
    return String(decoding: answer.body, as: UTF8.self)
  }

  /// Returns the URL of the page's link.
  private func link(_ app: HeadlessApp) async throws -> String {
    let parts = try await page(app).split(separator: "\"")
    let address = try #require(parts.first { $0.hasPrefix("http") })
    return String(address).replacing("&amp;", with: "&")
  }

  @Test func `the user types the letters, and the like arrives at VK`() async throws {
    try await run { app in
      app.set([try Fault("refuse=14@like")])
      let id = try #require(app.state.currentPhoto)
      let before = try #require(app.state.photos[id]?.likes)
      try app.press("f")
      try await app.until("the check") { $0.state.place == .check }
      #expect(app.shows("Open the picture and type its letters.", .english))
      #expect(app.shows("Откройте картинку и введите символы с неё.", .russian))
      // A wrong result repeats the check.
      try app.press("nope")
      try app.press(Key(.enter))
      try await app.until("the next check") { $0.state.check?.check.isRepeated == true }
      #expect(app.shows("Incorrect answer. Try again.", .english))
      #expect(try await page(app).contains("d3mo"))
      try app.press("d3mo")
      try app.press(Key(.enter))
      try await app.until("the heart") { $0.state.photos[id]?.likes == before + 1 }
      #expect(app.state.overlays.isEmpty)
    }
  }

  @Test func `the user pastes the newer check's URL, and the list is refreshed`() async throws {
    try await run { app in
      app.set([try Fault("refuse=1014@photos")])
      try app.press("R")
      try await app.until("the check") { $0.state.place == .check }
      #expect(app.state.check?.check.kind == .robot)
      try app.paste(try await link(app))
      try await app.settle()
      #expect(app.state.overlays.isEmpty && app.state.alerts.isEmpty)
      #expect(app.server.calls(of: .photos) == 3)
    }
  }

  @Test func `the user confirms, and another token is used`() async throws {
    try await run { app in
      let old = try #require(app.credentials.vk)
      app.set([try Fault("refuse=17@photos")])
      try app.press("R")
      try await app.until("the check") { $0.state.place == .check }
      #expect(app.state.check?.check.kind == .confirmation)
      try app.paste(try await link(app))
      try await app.settle()
      #expect(app.state.overlays.isEmpty && app.state.alerts.isEmpty)
      let new = try #require(app.credentials.vk)
      #expect(new.token != old.token && new.username == old.username)
      #expect(!app.screen().joined().contains(new.token.exposed))
    }
  }

  @Test func `the user may decline, and is told what VK requires`() async throws {
    try await run { app in
      app.set([try Fault("refuse=14@like")])
      let id = try #require(app.state.currentPhoto)
      try app.press("f")
      try await app.until("the check") { $0.state.place == .check }
      try app.press(Key(.escape))
      try await app.until("the notice") { $0.state.notice != nil }
      #expect(app.state.photos[id]?.isLiked == false && app.state.overlays.isEmpty)
      guard case .likesRefused(let refused)? = app.state.notice?.text else {
        Issue.record("\(String(describing: app.state.notice))")
        return
      }
      guard case .refused(.robotCheck) = refused.problem.cause else {
        Issue.record("\(refused.problem)")
        return
      }
    }
  }

  @Test func `the check closes when its request is no longer needed`() async throws {
    try await run { app in
      app.set([try Fault("refuse=14@photos")])
      try app.press("R")
      try await app.until("the check") { $0.state.place == .check }
      try app.press(Key(.escape))
      try await app.settle()
      #expect(app.state.overlays.isEmpty)
    }
  }

  @Test func `the photo's owner is shown by name`() async throws {
    try await run { app in
      let id = try #require(app.state.currentPhoto)
      #expect(app.state.photos[id]?.author.name == "club128666765")
      try app.press("i")
      try await app.until("the name") { $0.state.photos[id]?.author.name == "MobileUp & friends" }
      #expect(app.state.photos[id]?.author.username == "club128666765")
      try await app.settle()
      #expect(app.shows("MobileUp & friends", .english))
      // Lists loaded later have the name as well.
      try app.press("R")
      try await app.settle()
      #expect(app.state.photos[id]?.author.name == "MobileUp & friends")
    }
  }

  @Test func `photos have measured colours in the next run`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.path + "/imagefeed.db"
    try await DemoServers.shared.lend { lent in
      try await HeadlessApp.run(on: lent, database: database, vk: .serviceKey, hasSession: false) {
        app in
        app.start()
        try await app.until("the album") { $0.state[.feed].order.count > 0 }
        try await app.settle()
        let first = try #require(app.state.currentPhoto)
        #expect(app.state.photos[first]?.color != nil)
        app.passTime()
        try await app.settle()
      }
      try await HeadlessApp.run(on: lent, database: database, vk: .serviceKey, hasSession: false) {
        app in
        app.set([try Fault("hold@photos"), try Fault("hold@image")])
        app.start()
        try await app.until("the kept album") { $0.state[.feed].order.count > 0 }
        let first = try #require(app.state.currentPhoto)
        #expect(app.state.photos[first]?.color != nil)
        app.server.release()
      }
    }
  }
}

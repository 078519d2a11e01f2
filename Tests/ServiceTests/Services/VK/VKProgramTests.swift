import AppCore
import Canvas
import DemoControl
import DemoServer
import FoundationEssentials
import HTTP
import Harness
import Localization
import Model
import Testing
import VK

/// The whole program with the VK part of the demo service.
struct `VK in the program` {
  private func open(_ app: HeadlessApp) async throws {
    app.start()
    try await app.until("the album") { $0.state[.feed].order.count > 0 }
    try await app.settle()
  }

  @Test func `the album is shown without sign-in`() async throws {
    try await HeadlessApp.run(vk: .serviceKey) { app in
      try await open(app)
      #expect(app.state.stage == .main)
      #expect(app.state[.feed].total == 143)
      // One of the first photos has no sizes at all.
      #expect(app.state[.feed].order.count == 99)
      let first = try #require(app.state.currentPhoto)
      #expect(first.service == .vk && first.value == "-128666765_457239143")
      #expect(app.server.calls(of: .photos) == 1)
    }
  }

  @Test func `the whole album is read in two calls`() async throws {
    try await HeadlessApp.run(vk: .serviceKey) { app in
      try await open(app)
      try app.press(Key(.end))
      try await app.until("the end") { $0.state[.feed].hasEnded }
      #expect(app.state[.feed].order.count == 142)
      #expect(app.server.calls(of: .photos) == 2)
    }
  }

  @Test func `there are neither hearts nor search, and the program says so`() async throws {
    try await HeadlessApp.run(vk: .serviceKey) { app in
      try await open(app)
      try app.press("f")
      #expect(app.state.notice?.text == .unavailable(.like, .likesNotHere))
      #expect(app.screen().contains { $0.contains("Likes aren't available here") })
      #expect(app.screen(.russian).contains { $0.contains("Лайки здесь недоступны") })
      #expect(!app.screen().joined().contains("♡"))
      #expect(AppState.Tab.all(in: app.state.launch.capabilities) == [.feed, .gallery])
      #expect(KeyMap.action(for: .character("/"), in: app.state) == .unknownKeyPressed)
      try app.press(Key(.tab))
      #expect(app.state.tab == .gallery)
      try app.press(Key(.tab))
      #expect(app.state.tab == .feed)
      #expect(app.server.calls(of: .like) == 0)
    }
  }

  @Test func `VK's URLs can be opened, and are in the history`() async throws {
    try await HeadlessApp.run(vk: .serviceKey) { app in
      try await open(app)
      let third = try app.state.feed.order.at(2)
      let page = try #require(app.state.photos[third]?.pageURL)
      try app.paste(page.text)
      try await app.settle()
      #expect(app.state.photo?.id == third)
      try app.press("q")
      try app.press("H")
      try await app.settle()
      #expect(app.state.place == .visit && app.state[.history].order == [third])
    }
  }

  @Test func `the uploaded file is saved, and no report is pending`() async throws {
    try await HeadlessApp.run(vk: .serviceKey) { app in
      try await open(app)
      let id = try #require(app.state.currentPhoto)
      try app.press("d")
      try await app.until("the file") { $0.state.gallery.items[id] != nil }
      try await app.settle()
      #expect(app.server.calls(of: .download) == 0)
    }
  }

  @Test func `a refused key leads to sign-in`() async throws {
    try await HeadlessApp.run(vk: .serviceKey) { app in
      app.set([try Fault("refuse=5")])
      app.start()
      try await app.until("the sign-in") { $0.state.stage == .signIn }
      #expect(app.state.alerts.count == 1)
    }
  }

  @Test func `the second launch shows the album immediately`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.path + "/imagefeed.db"
    try await DemoServers.shared.lend { lent in
      try await HeadlessApp.run(on: lent, database: database, vk: .serviceKey, hasSession: false) {
        try await open($0)
      }
      try await HeadlessApp.run(on: lent, database: database, vk: .serviceKey, hasSession: false) {
        app in
        app.set([try Fault("hold@photos")])
        app.start()
        try await app.until("the kept album") { $0.state[.feed].order.count == 99 }
        #expect(app.state.photos.values.allSatisfy { !$0.picture.addresses.isEmpty })
        app.server.release()
      }
    }
  }
}

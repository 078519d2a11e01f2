import AppCore
import Canvas
import DemoControl
import DemoServer
import Model
import Storage
import Testing

/// Changes that happen without the program: at the service, and while the computer is suspended.
@Suite(.serialized, .timeLimit(.hang)) struct `Changes outside the program` {
  private static let account = "unsplash demo"

  private func starts(_ body: (DemoServers.Lent, String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await DemoServers.shared.lend { try await body($0, folder.path + "/imagefeed.db") }
  }

  @Test func `waiting times and ages include a suspension of the computer`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        app.set([try Fault("rate-limit=0@like")])
        try app.press("f")
        try await app.settle()
        #expect(app.state.likes.isHeld && lent.server.likes.isEmpty)
        app.set([])
        app.resume(after: .seconds(12 * 3600))
        try await app.settle()
        #expect(!app.state.likes.isHeld && lent.server.likes.count == 1)
      }
      try await HeadlessApp.run(on: lent, database: database) { app in
        app.transport.isAway = true
        app.start()
        try await app.until("the kept feed") {
          $0.state.feed.order.count == 30 && $0.state.isOffline
        }
        app.resume(after: .seconds(12 * 3600))
        try await app.settle()
        let age = try #require(app.state.feed.cacheAge)
        #expect((.seconds(12 * 3600)..<(.seconds(13 * 3600))).contains(age))
        #expect(app.state.alerts.isEmpty)
      }
    }
  }

  @Test func `photos unliked elsewhere leave the favourites and their cached copy`() async throws {
    try await starts { lent, database in
      func open(_ app: HeadlessApp, _ count: Int) async throws {
        try await app.openFeed()
        if count == 3 { try app.press("fjfjf") }
        try app.press("2")
        try await app.settle()
        #expect(app.state[.favourites].order.map(\.value) == lent.server.likes)
        #expect(app.state[.favourites].order.count == count)
      }
      try await HeadlessApp.run(on: lent, database: database) { try await open($0, 3) }
      // On another computer.
      try await HeadlessApp.run(on: lent, database: database + "-other") { app in
        try await app.openFeed()
        try app.press("f")
        try await app.settle()
      }
      try await HeadlessApp.run(on: lent, database: database) { try await open($0, 2) }
      let store = try Store.open(path: database, now: 0).store
      let kept = try store.list(.favourites, of: Self.account)
      #expect(kept?.photos.map(\.id.value) == lent.server.likes)
    }
  }

  @Test func `a deleted photo leaves the lists and their cached copies`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        let id = try #require(app.selected?.id)
        try app.press(Key(.enter))
        try app.press(Key(.escape))
        app.set([Fault(.deleted(id.value))])
        try app.press("i")
        try await app.settle()
        #expect(app.state.feed.order.count == 29 && app.state[.history].order.isEmpty)
        #expect(app.noticeProblem?.cause == .notFound && app.selected?.id != id)
        let store = try Store.open(path: database, now: 0).store
        #expect(try store.list(.feed, of: Self.account)?.photos.count == 29)
        #expect(try store.list(.history, of: Self.account)?.photos.isEmpty == true)
      }
    }
  }
}

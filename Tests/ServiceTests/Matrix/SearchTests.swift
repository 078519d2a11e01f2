import AppCore
import Canvas
import DemoControl
import DemoServer
import EffectHandling
import FoundationEssentials
import Localization
import Model
import Runtime
import Storage
import Testing

/// Searches with the demo service, and their data in a database.
@Suite(.serialized, .timeLimit(.hang)) struct `A search` {
  private func run(_ body: (HeadlessApp) async throws -> Void) async throws {
    try await HeadlessApp.run(edition: .extended, screen: Size(100, 30)) { app in
      try await app.openFeed()
      try app.press("3")
      try await body(app)
    }
  }

  private func found(_ app: HeadlessApp) -> [Photo] {
    app.state[app.state.search.list].order.compactMap { app.state.photos[$0] }
  }

  private func words(_ photo: Photo) -> String {
    "\(photo.description ?? "") \(photo.altDescription ?? "")".lowercased()
  }

  @Test func `a search finds matching photos, and loads its next page near the end`() async throws {
    try await run { app in
      try app.press("the")
      try app.press(Key(.enter))
      try await app.settle()
      let total = try #require(app.state[app.state.search.list].total)
      #expect(found(app).count == 30 && total > 30)
      #expect(app.screen()[1].contains("\(total) photos"))
      while app.state.views[app.state.search.list].selection < total - 1 {
        try app.press("G")
        try await app.settle()
      }
      #expect(found(app).count == total && app.state[app.state.search.list].hasEnded)
      #expect(app.server.calls(of: .search) == (total + 29) / 30)
      #expect(app.state.feed.order.count == 30)
    }
  }

  @Test func `a search is cancelled by the next one`() async throws {
    try await run { app in
      app.set([Fault(.hold, routes: [.search])])
      try app.press("sky")
      try app.press(Key(.enter))
      try await app.server.waitUntilHeld(.search)
      try app.press("/cat")
      try app.press(Key(.enter))
      app.set([])
      app.server.release()
      try await app.settle()
      #expect(app.state.search.query == SearchQuery("cat"))
      // The one that matches, and then similar ones.
      #expect(found(app).first.map { words($0).contains("cat") } == true)
      #expect(!found(app).contains { words($0).contains("sky") })
    }
  }

  @Test func `a search shows no photo twice`() async throws {
    try await run { app in
      app.set([Fault(.duplicates(5), routes: [])])
      try app.press("the")
      try app.press(Key(.enter))
      try await app.settle()
      for _ in 0..<4 {
        try app.press("G")
        try await app.settle()
      }
      let order = app.state[app.state.search.list].order
      #expect(order.count > 30 && Set(order).count == order.count)
    }
  }

  @Test func `quickly changing the orientation sends one request`() async throws {
    try await run { app in
      try app.press("a")
      try app.press(Key(.enter))
      try await app.settle()
      try app.press("oo")
      app.passTime()
      try await app.settle()
      #expect(app.server.calls(of: .search) == 2)
      #expect(!found(app).isEmpty && found(app).allSatisfy { $0.height > $0.width })
    }
  }

  @Test func `a failed search can be retried`() async throws {
    try await run { app in
      app.set([Fault(.status(500), routes: [.search])])
      try app.press("cat")
      try app.press(Key(.enter))
      try await app.settle()
      #expect(app.shows("Retry", .english) && found(app).isEmpty)
      app.set([])
      try app.press("R")
      try await app.settle()
      #expect(!found(app).isEmpty)
    }
  }

  // MARK: Stored data

  /// Performs an effect like the program.
  private func perform(_ effect: Effect, _ store: Store?, at time: Double = 0) async -> [AppAction]
  {
    let (actions, sink) = AsyncStream.makeStream(of: AppAction.self)
    let handler = LiveEffectHandler.offline(store, at: time)
    await handler.perform(effect, of: handler.account) { sink.yield($0) }
    sink.finish()
    return await actions.reduce(into: []) { $0.append($1) }
  }

  @Test func `queries are stored and removed, and so is the format of lists`() async throws {
    let folder = try TemporaryFolder()
    func open() throws -> Store { try Store.open(path: folder.path + "/db", now: 0).store }
    var store = try open()
    #expect(
      await perform(.search(.readRecentSearches), store) == [.search(.recentSearchesRead([]))]
    )
    for (time, text) in ["cat", "sea", "cat", "fog"].enumerated() {
      #expect(await perform(.search(.record(text)), store, at: Double(time)) == [])
    }
    #expect(await perform(.search(.remove("fog")), store) == [])
    #expect(await perform(.view(.writeSize(.search, .tiny)), store) == [])
    #expect(await perform(.view(.writeSize(.feed, .tiny)), store) == [])
    #expect(await perform(.view(.writeSize(.feed, .single)), store) == [])
    #expect(await perform(.view(.writeGallerySize(.small)), store) == [])
    // Another program reads the same data.
    store = try open()
    let recent = await perform(.search(.readRecentSearches), store)
    #expect(recent == [.search(.recentSearchesRead(["cat", "sea"]))])
    let sizes = await perform(.view(.readSizes), store)
    #expect(
      sizes == [
        .sizeRead(.feed, .single), .sizeRead(.search, .tiny), .gallery(.sizeRead(.small)),
      ]
    )
    // Without a database nothing is stored, and nothing else happens.
    #expect(await perform(.search(.record("x")), nil) == [])
    #expect(await perform(.view(.readSizes), nil) == [])
  }
}

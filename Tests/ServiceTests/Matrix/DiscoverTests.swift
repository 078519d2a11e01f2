import AppCore
import Canvas
import DemoControl
import DemoServer
import EffectHandling
import FoundationEssentials
import Harness
import Localization
import Model
import Runtime
import Storage
import Testing

/// Photographers, topics, collections, URLs and random photos, with the demo service.
@Suite(.serialized, .timeLimit(.hang)) struct `Discovery` {
  private func run(_ body: (HeadlessApp) async throws -> Void) async throws {
    try await HeadlessApp.run(edition: .extended, screen: Size(110, 36)) { app in
      try await app.openFeed()
      try await body(app)
    }
  }

  private func photos(_ app: HeadlessApp) -> [Photo] {
    app.state.listInView.map { app.state[$0].order.compactMap { app.state.photos[$0] } } ?? []
  }

  @Test func `a photographer has a profile, photos, likes and collections`() async throws {
    try await run { app in
      try app.press("l")
      let author = try #require(app.state.currentPhoto.flatMap { app.state.photos[$0] }?.author)
      try app.press("a")
      try await app.settle()
      #expect(app.server.calls(of: .user) == 1 && app.server.calls(of: .userPhotos) == 1)
      #expect(
        !photos(app).isEmpty && photos(app).allSatisfy { $0.author.username == author.username }
      )
      #expect(
        app.screen()[2].contains(author.name) && app.screen()[2].contains("@" + author.username)
      )
      try app.press(Key(.tab))
      try await app.settle()
      #expect(photos(app).allSatisfy { $0.author.username != author.username })
      #expect(app.server.calls(of: .user) == 1)
      try app.press("C")
      try await app.settle()
      #expect(app.screen().contains { $0.contains("to come back to") })
      try app.press(Key(.enter))
      try await app.settle()
      #expect(app.state.visit?.list.kind == .collection && !photos(app).isEmpty)
      #expect(app.screen()[1].contains("to come back to  by \(author.name)"))
      for _ in 0..<2 { try app.press(Key(.backspace)) }
      #expect(app.state.place == .feed && app.state.views.feed.selection == 1)
      // Within five minutes, opening it again sends no request.
      try app.press("a")
      try await app.settle()
      #expect(app.server.calls(of: .user) == 1 && app.server.calls(of: .userPhotos) == 1)
    }
  }

  @Test func `a topic sends a request per page, and none on return`() async throws {
    try await run { app in
      try app.press("T")
      try await app.settle()
      #expect(app.server.calls(of: .topics) == 1)
      try app.press("ocean")
      try app.press(Key(.enter))
      try await app.settle()
      #expect(app.state.source == .topic("ocean") && !photos(app).isEmpty)
      #expect(app.server.calls(of: .topicPhotos) == 1)
      #expect(app.server.calls(of: .topic) == 0)
      #expect(app.screen()[1].contains("Ocean"))
      try app.press("T")
      try app.press(Key(.escape))
      let before = app.server.calls(of: .photos)
      try app.press("T")
      for _ in 0..<9 { try app.press(Key(.up)) }
      try app.press(Key(.enter))
      try await app.settle()
      #expect(app.state.source == .feed && app.server.calls(of: .photos) == before)
    }
  }

  @Test func `a URL opens what it names, or is reported as unknown`() async throws {
    try await run { app in
      let third = try app.state.feed.order.at(2)
      let page = try #require(app.state.photos[third]?.pageURL)
      try app.paste(page.text)
      try await app.settle()
      #expect(app.state.photo?.id == third)
      try app.press("q")
      try app.paste(app.baseURL + "/@nasa")
      try await app.settle()
      #expect(app.state.visit?.list == .photographer("nasa") && !photos(app).isEmpty)
      try app.press("O")
      try app.paste("https://example.com/@nasa")
      try app.press(Key(.enter))
      try await app.settle()
      #expect(app.state.addressInput?.isUnknown == true)
      #expect(app.screen().contains { $0.contains("Not a photo ID or Unsplash link") })
      try app.press(Key(.escape))
      try app.paste("zzzzzzzzzzz")
      try await app.settle()
      guard case .failed(let problem, _)? = app.state.notice?.text else {
        Issue.record("no notice")
        return
      }
      #expect(problem.cause == .notFound)
      try app.paste(app.baseURL + "/t/nothing")
      try await app.settle()
      #expect(app.screen().contains { $0.contains("There is no such topic") })
    }
  }

  @Test func `a search finds photographers and collections too`() async throws {
    try await run { app in
      try app.press("/ocean")
      try app.press(Key(.enter))
      try await app.settle()
      try app.press(Key(.tab))
      try await app.settle()
      #expect(app.screen().contains { $0.contains("Photographers: ocean") })
      let people = app.state.offers(of: .people("ocean")).all
      #expect(!people.isEmpty && people.allSatisfy { $0.list.kind == .photographer })
      try app.press(Key(.tab))
      try await app.settle()
      #expect(app.screen().contains { $0.contains("Ocean to come back to") })
      try app.press(Key(.enter))
      try await app.settle()
      #expect(app.state.visit?.list.kind == .collection && !photos(app).isEmpty)
      try app.press("q")
      #expect(app.state.place == .search)
    }
  }

  @Test func `random photos are shown one after another, thirty per request`() async throws {
    try await run { app in
      try app.press("Z")
      try await app.settle()
      var seen: [Photo.ID] = []
      for _ in 0..<20 {
        seen.append(try #require(app.state.photo?.id))
        try app.press("Z")
        try await app.settle()
      }
      #expect(Set(seen).count == 20 && app.server.calls(of: .random) == 1)
      try app.press("q")
      try app.press("H")
      try await app.settle()
      #expect(Array(app.state[.history].order.dropFirst()) == seen.reversed())
    }
  }

  @Test func `viewed photos are available offline in the next run`() async throws {
    try await DemoServers.shared.lend { lent in
      let folder = try TemporaryFolder()
      let database = folder.path + "/imagefeed.db"
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        try app.press("T")
        try await app.settle()
        try app.press("ocean")
        try app.press(Key(.enter))
        try await app.settle()
        try app.press("a")
        try await app.settle()
        try app.press(Key(.enter))
        try await app.settle()
      }
      try await HeadlessApp.run(on: lent, database: database) { app in
        app.set([Fault(.cut, routes: [])])
        app.start()
        try await app.until("the topic") { $0.state.source == .topic("ocean") }
        try await app.settle()
        #expect(!photos(app).isEmpty)
        #expect(app.state.directory.infos[.topic("ocean")]?.title == "Ocean")
        try app.press("a")
        try await app.settle()
        #expect(!photos(app).isEmpty && app.screen()[1].contains("@"))
        try app.press("H")
        try await app.settle()
        #expect(app.state[.history].order.count == 1)
      }
    }
  }
}

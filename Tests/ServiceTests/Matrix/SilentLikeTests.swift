@testable import AppCore
import Canvas
import DemoControl
import DemoServer
import Localization
import Model
import Testing

/// Likes in the extended edition, compared with the service's own list of likes.
@Suite(.serialized, .timeLimit(.hang)) struct `A silent heart` {
  private func run(_ body: (HeadlessApp) async throws -> Void) async throws {
    try await HeadlessApp.run(edition: .extended) { app in
      try await app.openFeed()
      try await body(app)
    }
  }

  @Test(arguments: 1...4)
  func `quick presses end as wanted, with two requests at most`(presses: Int) async throws {
    try await run { app in
      let id = try #require(app.selected?.id)
      let likes = try #require(app.selected?.likes)
      app.set([Fault(.hold, routes: [.like])])
      for press in 1...presses {
        try app.press("f")
        #expect(app.selected?.isLiked == !press.isMultiple(of: 2))
        #expect(app.selected?.likes == likes + press % 2)
      }
      try await app.server.waitUntilHeld(.like)
      #expect(app.server.calls(of: .like) == 1)
      // After an hour, the feed is refreshed, with a spinner of its own.
      app.passTime(.seconds(3500))
      // However long the response takes, no spinner replaces the heart.
      let spinner = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
      #expect(!app.screen().joined().contains { spinner.contains($0) })
      app.set([])
      app.server.release()
      try await app.settle()
      let isLiked = !presses.isMultiple(of: 2)
      #expect(app.server.likes == (isLiked ? [id.value] : []))
      #expect(app.server.calls(of: .like) == (isLiked ? 1 : 2))
      #expect(app.selected?.isLiked == isLiked)
      #expect(app.selected?.likes == likes + presses % 2)
      #expect(app.state.likes == LikesState())
      #expect(app.state.notice == nil && app.state.alerts.isEmpty)
    }
  }

  @Test func `a page requested earlier doesn't revert a heart`() async throws {
    try await run { app in
      let id = try #require(app.selected?.id)
      app.set([Fault(.hold, routes: [.photos])])
      try app.press("R")
      try await app.server.waitUntilHeld(.photos)
      try app.press("f")
      try await app.until("the answer") { $0.state.likes.pending.isEmpty }
      app.set([])
      app.server.release()
      try await app.settle()
      #expect(app.state.photos[id]?.isLiked == true)
      #expect(app.server.likes == [id.value])
      try app.press("R")
      try await app.settle()
      #expect(app.state.photos[id]?.isLiked == true)
    }
  }

  @Test func `a like given in full screen is visible in the feed`() async throws {
    try await run { app in
      let id = try #require(app.selected?.id)
      try app.press(Key(.enter))
      try app.press("f")
      #expect(app.screen()[0].contains("♥"))
      try app.press(Key(.escape))
      #expect(app.screen().contains { $0.contains("♥") })
      try await app.settle()
      #expect(app.server.likes == [id.value])
    }
  }

  @Test(arguments: [404, 405, 410])
  func `hearts are hidden once the service has no likes, which is reported once`(status: Int)
    async throws
  {
    try await run { app in
      app.set([Fault(.hold, routes: [.like]), Fault(.likesGone(status))])
      try app.press("fjf")
      try await app.server.waitUntilHeld(.like, count: 2)
      app.server.release()
      try await app.settle()
      #expect(app.state.notice?.text == .unavailable(.like, .likesNotOffered))
      #expect(app.state.alerts.isEmpty)
      #expect(!app.shows("♡", .english) && !app.shows("♥", .english))
      #expect(app.state.photos.values.allSatisfy { !$0.isLiked })
      try app.press(Key(.enter))
      #expect(!app.screen()[0].contains("♡"))
      try app.press("f")
      #expect(app.shows(Texts(.english).reason(.likesNotOffered), .english))
      #expect(app.server.calls(of: .like) == 2)
    }
  }

  @Test func `the heart of a deleted photo is reverted, and the others stay`() async throws {
    try await run { app in
      let id = try #require(app.selected?.id)
      app.set([Fault(.deleted(id.value))])
      try app.press("f")
      try await app.until("a notice") { $0.refusedLike != nil }
      #expect(app.refusedLike == Problem(.like, .notFound))
      #expect(app.selected?.isLiked == false)
      #expect(!app.state.likes.isUnavailable)
      try app.press("jf")
      try await app.settle()
      #expect(app.server.likes == [app.state.currentPhoto?.value])
    }
  }

  @Test(arguments: ["cut", "never", "status=429", "rate-limit=0", "too-many=0"])
  func `a like waits without a response or a budget, and arrives once`(name: String) async throws {
    try await run { app in
      let id = try #require(app.selected?.id)
      var fault = try Fault(name)
      fault.routes = [.like]
      app.set([fault])
      try app.press("f")
      try await app.until("an end") { $0.state.likes.pending.isEmpty }
      try await app.settle()
      #expect(app.selected?.isLiked == true && app.state.likes.changes.count == 1)
      #expect(app.state.alerts.isEmpty && app.refusedLike == nil)
      #expect(app.state.isOffline == ["cut", "never"].contains(name))
      app.set([])
      app.passTime()
      try await app.until("the answer") { $0.state.likes.changes.isEmpty }
      try await app.settle()
      #expect(app.server.likes == [id.value])
      // The list that was requested to test the network may have the old heart.
      var likes = app.state.likes
      likes.confirmed = []
      #expect(likes == LikesState() && !app.state.isOffline)
    }
  }

  @Test func `likes are discarded with the session, and so are pending ones`() async throws {
    try await run { app in
      app.set([Fault(.hold, routes: [.like])])
      try app.press("ff")
      try await app.server.waitUntilHeld(.like)
      try app.press("2:sign")
      try app.press(Key(.enter))
      try app.press(Key(.left))
      try app.press(Key(.enter))
      try await app.until("the sign-in screen") { $0.state.stage == .signIn }
      app.set([])
      app.server.release()
      try await app.settle()
      app.passTime()
      #expect(app.state.likes == LikesState())
      #expect(app.server.calls(of: .like) == 1)
    }
  }
}

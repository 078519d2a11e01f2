import AppCore
import Canvas
import DemoControl
import DemoServer
import Harness
import Localization
import Model
import Testing

/// Faults with special results.
@Suite(.serialized, .timeLimit(.hang)) struct `A faulty service` {
  @Test(arguments: [404, 405, 410], [false, true])
  func `a service without likes hides the hearts and says so once`(status: Int, isLiked: Bool)
    async throws
  {
    try await HeadlessApp.run { app in
      let place = isLiked ? Place.unlike : .like
      try await place.arrive(app)
      app.set([Fault(.likesGone(status))])
      try place.act(app)
      try await app.until("an alert") { $0.state.place == .alert }
      let problem = try #require(app.alertProblem)
      #expect(problem == Problem(isLiked ? .unlike : .like, .notOffered))
      app.expectMessage(problem, .alert)
      #expect(app.selected?.isLiked == isLiked)
      try app.press(Key(.enter))
      #expect(!app.shows("♡", .english))

      let calls = app.server.calls(of: .like)
      try app.press("f")
      #expect(app.shows(Texts(.english).reason(.likesNotOffered), .english))
      try await app.settle()
      #expect(app.server.calls(of: .like) == calls)
      #expect(app.state.feed.order.count == 30)
    }
  }

  @Test(arguments: ["feed-shift=2", "duplicates=3", "broken-item", "latency=5"])
  func `faulty pages show each photo once, and each page is requested once`(
    fault: String
  ) async throws {
    try await HeadlessApp.run { app in
      app.set([try Fault(fault)])
      try await app.openFeed()
      let first = app.state.feed.order
      while !app.state.feed.hasEnded {
        let count = app.state.feed.order.count
        try app.press("G")
        try await app.until("more") {
          $0.state.feed.hasEnded || $0.state.feed.order.count > count
        }
      }
      try await app.settle()
      #expect(app.state.feed.order.starts(with: first))
      #expect(app.state.feed.order.count == 65)
      #expect(Set(app.state.feed.order).count == 65)
      #expect(app.server.calls(of: .photos) == 3)
      #expect(app.state.alerts.isEmpty)
    }
  }

  @Test func `an empty feed says so, and R retries`() async throws {
    try await HeadlessApp.run { app in
      app.set([Fault(.empty)])
      app.start()
      try await app.until("an empty feed") { $0.state.feed.hasEnded }
      try await app.settle()
      for language in Language.allCases {
        #expect(app.shows(Texts(language)[.emptyFeed], language))
        #expect(!app.shows(Texts(language).button(.retry), language))
      }
      #expect(app.server.calls(of: .photos) == 1)
      app.set([])
      try app.press("R")
      try await app.until("the feed") { $0.state.feed.order.count == 30 }
    }
  }

  @Test func `an empty next page ends the feed and keeps it`() async throws {
    try await HeadlessApp.run { app in
      try await app.openFeed()
      app.set([Fault(.empty)])
      try app.press("G")
      try await app.until("the end") { $0.state.feed.hasEnded }
      try app.press("G")
      #expect(app.shows(Texts(.english)[.endOfFeed], .english))
      #expect(app.state.feed.order.count == 30)
      // A refresh without photos removes nothing either.
      try app.press("R")
      try await app.settle()
      #expect(app.state.feed.order.count == 30)
    }
  }

  @Test func `a deleted photo leaves the list, and the details of the next one follow`()
    async throws
  {
    try await HeadlessApp.run { app in
      try await app.openFeed()
      let id = try #require(app.selected?.id)
      let next = try app.state.feed.order.at(1)
      app.set([Fault(.deleted(id.value))])
      try app.press("i")
      try await app.until("its removal") { !$0.state.feed.order.contains(id) }
      #expect(app.state.details.failed[id] == Problem(.details, .notFound))
      #expect(app.selected?.id == next)
      app.passTime(DetailsReducer.paneDelay)
      try await app.until("the details") { $0.selected?.details != nil }
    }
  }

  @Test func `a photo that is missing at the download report can still be saved`() async throws {
    try await HeadlessApp.run { app in
      try await app.openFeed()
      let id = try #require(app.selected?.id)
      app.set([Fault(.deleted(id.value))])
      try app.press("sj")
      try app.press(Key(.enter))
      try await app.until("the file") { Place.save.isDone($0) }
      #expect(app.state.alerts.isEmpty)
    }
  }

  @Test func `missing pictures are requested once each, and one R restores them all`()
    async throws
  {
    try await HeadlessApp.run { app in
      app.set([Fault(.status(500), routes: [.image])])
      app.start()
      try await app.until("a failure") { $0.pictureProblem(.thumbnail) != nil }
      try await app.settle()
      let failed = app.failedPictures
      #expect(failed > 1)
      #expect(app.server.calls(of: .image) == failed)
      // Neither drawing nor moving away and back requests them again.
      try app.press("?")
      try app.press(Key(.escape))
      try app.press("l")
      // Requests for pictures ahead would be cancelled by the next key, sent but never failed.
      try await app.settle()
      try app.press("h")
      try await app.settle()
      #expect(app.server.calls(of: .image) == app.failedPictures)

      app.set([])
      try app.press("R")
      try await app.until("the picture") { $0.selectedPicture(.thumbnail) == .thumbnail }
      try await app.settle()
      #expect(app.failedPictures == 0)
    }
  }

  @Test(arguments: [(500, 1), (429, 1), (404, 1), (502, 4), (503, 4), (504, 4)])
  func `requests are retried automatically only if that may help`(status: Int, calls: Int)
    async throws
  {
    try await HeadlessApp.run { app in
      app.set([Fault(.status(status), routes: [.photos])])
      app.start()
      try await app.until("a failure") { $0.feedProblem != nil }
      try await app.settle()
      #expect(app.server.calls(of: .photos) == calls)
    }
  }

  @Test func `a failure for a moment isn't noticed`() async throws {
    try await HeadlessApp.run { app in
      app.set([
        Fault(.status(503), routes: [.photos], count: 2), Fault(.cut, routes: [.image], count: 1),
      ])
      try await app.openFeed()
      #expect(app.selectedPicture(.thumbnail) == .thumbnail)
      #expect(app.failedPictures == 0)
    }
  }

  @Test func `a refused session is reported once, whatever was running`() async throws {
    try await HeadlessApp.run { app in
      try await app.openFeed()
      app.set([Fault(.revoked), Fault(.hold, routes: [.like, .photo, .photos])])
      try app.press("fijfG")
      for (route, count) in [(DemoRoute.like, 2), (.photo, 1), (.photos, 1)] {
        try await app.server.waitUntilHeld(route, count: count)
      }
      app.server.release()
      try await app.until("the sign-in screen") { $0.state.stage == .signIn }
      try await app.settle()
      #expect(app.state.alerts.map(\.kind) == [.signedOut])
      #expect(app.credentials.session == nil)
      app.set([])
      try app.press(Key(.enter))
      try app.press("d")
      try await app.until("the feed") { $0.isSignedIn }
      try await app.settle()
      #expect(app.state.alerts.isEmpty)
      #expect(app.state.likes.pending.isEmpty)
    }
  }

  @Test func `a sign-in without a response can be cancelled`() async throws {
    try await HeadlessApp.run(hasSession: false) { app in
      try await app.openSignIn()
      app.server.setFaults(DemoFaults([Fault(.never, routes: [.token])]))
      try app.press("d")
      try await app.server.waitUntilCalled(.token, count: 1)
      try app.press(Key(.escape))
      try app.press(Key(.left))
      try app.press(Key(.enter))
      #expect(app.state.place == .signIn)
      try await app.settle()
      #expect(app.credentials.session == nil)
      app.set([])
      try app.press("d")
      try await app.until("the feed") { $0.isSignedIn }
    }
  }
}

/// The faults of the disk belong to the store, not to the service.
@Suite(.serialized, .timeLimit(.hang)) struct `A faulty credential store` {
  private static let refusal = Problem.Cause.notPermitted(path: "/somewhere/credentials.json")

  @Test func `a session that can't be removed stays, and its path is named`()
    async throws
  {
    try await HeadlessApp.run { app in
      try await app.openFeed()
      app.credentials.refuse(Self.refusal)
      try app.press("2:sign")
      try app.press(Key(.enter))
      try app.press(Key(.left))
      try app.press(Key(.enter))
      try await app.until("an alert") { $0.alertProblem != nil }
      let problem = try #require(app.alertProblem)
      #expect(problem == Problem(.signOut, Self.refusal))
      app.expectMessage(problem, .alert)
      #expect(app.state.stage == .main)
      #expect(app.state.feed.order.count == 30)

      app.credentials.refuse(nil)
      try app.press(Key(.enter))
      try app.press(":")
      try app.press(Key(.enter))
      try app.press(Key(.left))
      try app.press(Key(.enter))
      try await app.until("the sign-in screen") { $0.state.stage == .signIn }
      #expect(app.state.alerts.isEmpty)
      #expect(app.state.notice?.text == .signedOut(browserAt: nil))
      #expect(app.credentials.session == nil)
    }
  }

  @Test func `a session that can't be saved lasts until the program exits`()
    async throws
  {
    try await HeadlessApp.run(hasSession: false) { app in
      try await app.openSignIn()
      app.credentials.refuse(Self.refusal)
      try app.press("d")
      try await app.until("the feed") { $0.state.feed.order.count == 30 }
      try await app.settle()
      #expect(app.state.notice?.text == .sessionNotSaved(Problem(.session, Self.refusal)))
      #expect(app.state.alerts.isEmpty && app.state.feed.order.count == 30)
      #expect(app.credentials.session == nil)
      try app.press("R")
      try await app.settle()
      #expect(app.state.stage == .main)
    }
  }

  @Test func `after a failed save the user is signed out, and the path is named`()
    async throws
  {
    let full = Problem.Cause.diskFull(path: "/somewhere/credentials.json")
    try await HeadlessApp.run(hasSession: false) { app in
      try await app.openSignIn()
      app.credentials.refuse(full)
      try app.press("d")
      try await app.until("an alert") { $0.alertProblem != nil }
      let problem = try #require(app.alertProblem)
      #expect(problem.cause == full)
      app.expectMessage(problem, .alert)
      #expect(app.state.stage == .signIn)
      app.credentials.refuse(nil)
      try app.press(Key(.enter))
      try app.press("d")
      try await app.until("the feed") { $0.isSignedIn }
    }
  }
}

extension HeadlessApp {
  fileprivate var failedPictures: Int {
    state.pictures.values.count { if case .failed = $0 { true } else { false } }
  }
}

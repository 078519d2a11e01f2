import AppCore
import Canvas
import DemoServer
import Library
import Localization
import Model
import Storage
import Testing

/// Starts of the program one after the other, with what the earlier ones have kept.
@Suite(.serialized, .timeLimit(.hang)) struct `The next start` {
  private static let account = "unsplash demo"

  private func starts(_ body: (DemoServers.Lent, String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await DemoServers.shared.lend { try await body($0, folder.path + "/imagefeed.db") }
  }

  /// The feed as it was kept, with no network to refresh it.
  private func openOffline(_ app: HeadlessApp) async throws {
    app.transport.isAway = true
    app.start()
    try await app.until("the kept feed") { $0.state.feed.order.count == 30 && $0.state.isOffline }
    try await app.settle()
  }

  @Test func `sends likes that were given offline, each exactly once`() async throws {
    try await starts { lent, database in
      var liked: [String] = []
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        app.transport.isAway = true
        try app.press("f")
        try await app.until("the banner") { $0.shows("offline", .english) }
        try app.press("jfjf")
        // Taken back when the first of the two has long been written down.
        try await app.settle()
        try app.press("f")
        try await app.settle()
        liked = app.state.photos.values.filter(\.isLiked).map(\.id.value).sorted()
        #expect(liked.count == 2 && app.state.likes.changes.count == 2)
        #expect(app.state.alerts.isEmpty)
        #expect(app.state.notice?.text == .likesWaitForNetwork)
      }
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await openOffline(app)
        #expect(app.state.likes.changes.count == 2)
        #expect(app.state.photos.values.filter(\.isLiked).map(\.id.value).sorted() == liked)
        #expect(lent.server.calls(of: .like) == 0)
        app.transport.isAway = false
        try app.press("R")
        try await app.until("the likes") { $0.state.likes.changes.isEmpty }
        try await app.settle()
        #expect(lent.server.likes.sorted() == liked && lent.server.calls(of: .like) == 2)
        #expect(!app.state.isOffline)
      }
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        app.passTime()
        try await app.settle()
        #expect(lent.server.calls(of: .like) == 2 && app.state.likes == LikesState())
      }
    }
  }

  @Test func `an even number of presses offline sends none, also by the timer`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { try await $0.openFeed() }
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await openOffline(app)
        try app.press("ffffff")
        app.transport.isAway = false
        app.passTime()
        try await app.settle()
        try app.press("R")
        try await app.settle()
        #expect(lent.server.calls(of: .like) == 0)
      }
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        #expect(lent.server.calls(of: .like) == 0)
      }
    }
  }

  @Test func `shows the kept feed without a network, and goes on when it is back`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { try await $0.openFeed() }
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await openOffline(app)
        #expect(app.state.alerts.isEmpty && app.state.feed.cacheAge != nil)
        for language in Language.allCases {
          #expect(app.shows(Texts(language)[.offline], language))
          #expect(app.shows(Texts(language).updated(.zero, isShort: true), language))
        }
        try app.press("G")
        try await app.settle()
        #expect(app.feedProblem?.cause.isNoAnswer == true && app.state.alerts.isEmpty)
        app.transport.isAway = false
        try app.press("R")
        try await app.until("the next page") { $0.state.feed.order.count == 60 }
        try await app.until("the refresh") { $0.state.feed.cacheAge == nil }
        #expect(!app.shows("offline", .english))
      }
    }
  }

  @Test func `has the favourites, in the list and at the service, and keeps them`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        try app.press("fjf")
        try await app.settle()
        try app.press("2")
        try await app.until("the profile") { $0.state.profile.person != nil }
        #expect(app.shows("Favourites  2", .english) && app.shows("Избранное  2", .russian))
        try await app.until("the list") { $0.state[.favourites].order.count == 2 }
        try await app.settle()
        #expect(app.state[.favourites].order.map(\.value) == lent.server.likes)
        let order = app.state[.favourites].order
        try app.press("f")
        try await app.settle()
        #expect(lent.server.likes == [order[1].value])
        #expect(app.state[.favourites].order == [order[1]])
        #expect(app.shows("Favourites  1", .english))
        try app.press("u")
        try await app.settle()
        #expect(app.state[.favourites].order == order && lent.server.likes.count == 2)
        #expect(app.state.library.favouritesCount == 2)
      }
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await openOffline(app)
        try app.press("2")
        try await app.until("the kept profile") { $0.state.profile.person != nil }
        try await app.until("the kept list") { $0.state[.favourites].order.count == 2 }
        try await app.settle()
        #expect(app.state.alerts.isEmpty)
        #expect(app.shows("Favourites  2", .english) && app.shows("offline", .english))
      }
    }
  }

  @Test func `reads nothing that is kept where the last one failed, and loses nothing`()
    async throws
  {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        try app.press("d")
        try await app.settle()
        try app.press("2")
        try await app.settle()
        app.transport.isAway = true
        try app.press("1f")
        try await app.settle()
      }
      try await HeadlessApp.run(on: lent, database: database) { app in
        app.transport.isAway = true
        app.startCarefully()
        #expect(app.state.notice?.text == .lastStartFailed)
        try await app.until("no feed") { $0.feedProblem != nil }
        try await app.settle()
        #expect(app.state.feed.order.isEmpty && app.state.likes.changes.isEmpty)
        #expect(app.state.gallery.load == .unread && app.state.downloads.items.isEmpty)
        while !app.state.alerts.isEmpty { try app.press(Key(.escape)) }
        try app.press("2")
        try await app.settle()
        #expect(app.state.profile.person == nil)
        // Whoever asks for the gallery gets it.
        while !app.state.alerts.isEmpty { try app.press(Key(.escape)) }
        try app.press("4")
        try await app.settle()
        #expect(app.state.gallery.items.count == 1)
      }
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await openOffline(app)
        #expect(app.state.likes.changes.count == 1 && app.state.gallery.items.count == 1)
      }
    }
  }

  @Test func `finds nothing of an account that was signed out`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        app.transport.isAway = true
        try app.press("f")
        try await app.until("the banner") { $0.state.isOffline }
        try app.press("2:sign")
        try app.press(Key(.enter))
        #expect(app.shows("1 like", .english))
        try app.press(Key(.left))
        try app.press(Key(.enter))
        try await app.until("the sign-in screen") { $0.state.stage == .signIn }
        try await app.settle()
      }
      let store = try Store.open(path: database, now: 0).store
      #expect(try store.list(.feed, of: Self.account) == nil)
      #expect(try store.profile(of: Self.account) == nil)
      #expect(try await store.pendingLikes(of: Self.account).isEmpty)
    }
  }

  /// Also where an earlier version, without a database, has left the first session.
  @Test(arguments: [true, false], [true, false])
  func `gives what waits to the one who gave it, and to nobody else`(
    isSame: Bool,
    isFromBefore: Bool
  ) async throws {
    try await starts { lent, database in
      func signIn(_ app: HeadlessApp) async throws {
        try await app.openSignIn()
        try app.press("d")
        try await app.until("the feed") { $0.isSignedIn }
        try await app.settle()
      }
      try await HeadlessApp.run(on: lent, database: database, hasSession: isFromBefore) { app in
        if isFromBefore { try await app.openFeed() } else { try await signIn(app) }
        app.transport.isAway = true
        try app.press("f")
        try await app.until("the banner") { $0.state.isOffline }
        try await app.settle()
      }
      if !isSame {
        let store = try Store.open(path: database, now: 0).store
        try await store.set("owner of " + Self.account, to: "somebody else")
      }
      try await HeadlessApp.run(on: lent, database: database, hasSession: false) { app in
        try await signIn(app)
        #expect(lent.server.likes.count == (isSame ? 1 : 0))
      }
    }
  }

  @Test func `knows where the demo service is by now`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { try await $0.openFeed() }
      let other = try DemoServer(
        options: DemoServerOptions(photoCount: 65, photosDirectory: Demo.photos),
        pool: DemoServers.pool
      )
      let moved = DemoServers.Lent(server: other, address: try await other.start())
      try await HeadlessApp.run(on: moved, database: database) { app in
        try await openOffline(app)
        let addresses = app.state.photos.values.flatMap {
          $0.picture.addresses + [$0.pageURL?.text ?? ""]
        }
        #expect(addresses.allSatisfy { $0.hasPrefix(moved.address.baseURL + "/") })
      }
      await other.stop()
    }
  }

  /// Unsplash's demo keys have 50 requests an hour.
  @Test func `costs less than the first, and that costs little`() async throws {
    let folder = try TemporaryFolder()
    let server = try DemoServer(
      options: DemoServerOptions(photoCount: 400, photosDirectory: Demo.photos),
      pool: DemoServers.pool
    )
    let lent = DemoServers.Lent(server: server, address: try await server.start())
    /// Requests in an hour, as the service counts them.
    func browse(_ app: HeadlessApp, from kept: Int = 1) async throws -> Int {
      app.start()
      try await app.until("\(kept) photographs") { $0.state.feed.order.count >= kept }
      for number in 0..<300 {
        try await app.until("photograph \(number)") {
          $0.state.rows(of: .feed).count > number
        }
        if number > 0 { try app.press("l") }
        if number % 15 == 7 {
          try app.press(Key(.enter))
          try app.press(Key(.escape))
        }
        if number % 60 == 30 { try app.press("f") }
      }
      try await app.settle()
      #expect(app.state.views.feed.selection >= 299 && app.state.likes.changes.isEmpty)
      let budget = try #require(app.state.budget)
      return budget.limit - budget.remaining
    }
    let database = folder.path + "/imagefeed.db"
    var first = 0
    try await HeadlessApp.run(on: lent, database: database) { app in
      first = try await browse(app)
      #expect(server.likes.count == 5)
    }
    #expect(first <= 16)
    try await HeadlessApp.run(on: lent, database: database) { app in
      // As on a screen: nobody presses a key before what is kept is there.
      let second = try await browse(app, from: 300) - first
      // The refresh, what lies behind the 300 that are kept, and five hearts pressed again.
      #expect(second <= 8)
    }
    await server.stop()
  }
}

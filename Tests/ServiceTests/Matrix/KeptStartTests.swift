@testable import AppCore
import Canvas
import DemoControl
import DemoServer
import Harness
import Localization
import Model
import Storage
import Testing

/// Successive runs of the program, each with the data stored by earlier ones.
@Suite(.serialized, .timeLimit(.hang)) struct `Later launches` {
  private static let account = "unsplash demo"

  private func starts(_ body: (DemoServers.Lent, String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await DemoServers.shared.lend { try await body($0, folder.path + "/imagefeed.db") }
  }

  /// Opens the cached feed, without a network to refresh it.
  private func openOffline(_ app: HeadlessApp) async throws {
    app.transport.isAway = true
    app.start()
    try await app.until("the kept feed") { $0.state.feed.order.count == 30 && $0.state.isOffline }
    try await app.settle()
  }

  @Test func `likes given offline are sent, each exactly once`() async throws {
    try await starts { lent, database in
      var liked: [String] = []
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        app.transport.isAway = true
        try app.press("f")
        try await app.until("the banner") { $0.shows("offline", .english) }
        try app.press("jfjf")
        // Taken back after the first of the two has been stored.
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

  @Test func `an even number of presses offline sends none, not even by the timer`() async throws {
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

  @Test func `the cached feed is shown without a network, and is continued once online`()
    async throws
  {
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

  @Test func `favourites are the same in the list and at the service, and are cached`() async throws
  {
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
        #expect(try lent.server.likes == [order.at(1).value])
        #expect(try app.state[.favourites].order == [order.at(1)])
        #expect(app.shows("Favourites  1", .english))
        try app.press("u")
        try await app.settle()
        #expect(app.state[.favourites].order == order && lent.server.likes.count == 2)
        #expect(app.state.favouritesCount == 2)
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

  @Test func `after a failed launch no cached data is read, and none is lost`()
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
        // Opening the gallery still reads it.
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

  @Test func `no data of an account that was signed out is found`() async throws {
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

  /// Also if an earlier version, without a database, saved the first session.
  @Test(arguments: [true, false], [true, false])
  func `waiting likes belong to the user who gave them, and to no other`(
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

  /// Also if the profile can't be loaded at the sign-in, but later.
  @Test(arguments: [true, false])
  func `a sign-in without the user's name in its response loses nothing`(
    isProfileLate: Bool
  ) async throws {
    try await starts { lent, database in
      func signIn(_ app: HeadlessApp, _ faults: [Fault] = []) async throws {
        app.set([Fault(.bareToken)] + faults)
        try await app.openSignIn()
        try app.press("d")
        try await app.until("the feed") { $0.isSignedIn }
        try await app.settle()
      }
      try await HeadlessApp.run(on: lent, database: database, hasSession: false) { app in
        try await signIn(app)
        #expect(app.credentials.session?.username != nil)
        try app.press(Key(.enter))
        try app.press(Key(.escape))
        try app.press("/sea")
        try app.press(Key(.enter))
        try await app.settle()
        app.transport.isAway = true
        try app.press("1f")
        try await app.until("the banner") { $0.state.isOffline }
        try await app.settle()
      }
      try await HeadlessApp.run(on: lent, database: database, hasSession: false) { app in
        try await signIn(app, isProfileLate ? [Fault(.status(500), routes: [.me])] : [])
        #expect(lent.server.likes.count == (isProfileLate ? 0 : 1))
        let store = try Store.open(path: database, now: 0).store
        #expect(try await store.recentSearches(of: Self.account) == ["sea"])
        #expect(try store.list(.history, of: Self.account)?.photos.count == 1)
        app.set([])
        try app.press("2")
        try await app.settle()
        #expect(lent.server.likes.count == 1 && app.state.likes.changes.isEmpty)
      }
    }
  }

  @Test func `the demo service is found at its new port`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { try await $0.openFeed() }
      let other = try DemoServer(
        options: DemoServerOptions(
          photoCount: 65,
          photosDirectory: Demo.photos,
          observer: DemoControl()
        ),
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

  /// Unsplash's demo keys have 50 requests per hour.
  @Test func `a later launch sends fewer requests than the first, which sends few`() async throws {
    let folder = try TemporaryFolder()
    let server = try DemoServer(
      options: DemoServerOptions(
        photoCount: 400,
        photosDirectory: Demo.photos,
        observer: DemoControl()
      ),
      pool: DemoServers.pool
    )
    let lent = DemoServers.Lent(server: server, address: try await server.start())
    /// Returns the number of requests in an hour, as counted by the service.
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
      // As in reality, the first key is pressed after the cached data is shown.
      let second = try await browse(app, from: 300) - first
      // The refresh, the pages after the 300 cached photos, and five hearts pressed again.
      #expect(second <= 8)
    }
    await server.stop()
  }
}

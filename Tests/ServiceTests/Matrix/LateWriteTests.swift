import AppCore
import Canvas
import DemoControl
import DemoServer
import EffectHandling
import Model
import Storage
import Testing

/// Writes that are still queued when the service refuses the session.
@Suite(.serialized, .timeLimit(.hang)) struct `A late write` {
  private static let account = "unsplash demo"

  @Test func `a late write is completed, whatever the state has become`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.path + "/imagefeed.db"
    try await DemoServers.shared.lend { lent in
      let writes = HeldWrites()
      try await HeadlessApp.run(on: lent, database: database, holding: writes) { app in
        app.start()
        try await app.until("the feed") { $0.state.feed.order.count == 30 }
        app.set([Fault(.revoked)])
        try app.press("f")
        try await app.until("the sign-in screen") { $0.state.stage == .signIn }
        #expect(app.state.photos.isEmpty)
        writes.release()
        try await app.settle()
      }
      let store = try Store.open(path: database, now: 0).store
      #expect(try store.list(.feed, of: Self.account)?.photos.count == 30)
      let likes = try await store.pendingLikes(of: Self.account)
      #expect(likes.count == 1 && likes.allSatisfy(\.isLiked))
    }
  }
}

extension `A late write` {
  @Test func `a late write isn't stored for the account that is used by then`() async throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(path: folder.path + "/imagefeed.db", now: 0).store
    let handler = LiveEffectHandler.offline(store)
    for account in ["earlier", handler.account] {
      try await store.setPending(true, of: CreditSamples.photo, account: account)
    }
    await handler.perform(.cache(.removeAccount), of: "earlier") { _ in }
    #expect(try await store.pendingLikes(of: "earlier").isEmpty)
    #expect(try await store.pendingLikes(of: handler.account).count == 1)
    await handler.perform(.cache(.writeLike(CreditSamples.photo, nil)), of: "earlier") { _ in }
    #expect(try await store.pendingLikes(of: handler.account).count == 1)
  }
}

/// A program while another one signs out.
@Suite(.serialized, .timeLimit(.hang)) struct `A sign-out beside the program` {
  private static let account = "unsplash demo"

  @Test func `a sign-out is noticed before the next write, and leads to sign-in`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.path + "/imagefeed.db"
    try await DemoServers.shared.lend { lent in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        try app.credentials.signOutElsewhere()
        let store = try Store.open(path: database, now: 0).store
        try await store.remove(account: Self.account)
        try app.press("R")
        try await app.until("the sign-in screen") { $0.state.stage == .signIn }
        try await app.settle()
        #expect(app.state.alerts.map(\.kind) == [.signedOut])
        #expect(try store.list(.feed, of: Self.account) == nil)
        // A user who signs in finds everything as usual.
        try app.press(Key(.enter))
        try app.press(Key(.enter))
        try await app.until("the feed") { $0.state.feed.order.count == 30 }
        try await app.settle()
        #expect(try store.list(.feed, of: Self.account)?.photos.count == 30)
      }
    }
  }
}

extension `A sign-out beside the program` {
  @Test func `a search after it isn't added to the history`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.path + "/imagefeed.db"
    try await DemoServers.shared.lend { lent in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        try app.press("/sea")
        try app.credentials.signOutElsewhere()
        try app.press(Key(.enter))
        try await app.until("the sign-in screen") { $0.state.stage == .signIn }
        try await app.settle()
        let store = try Store.open(path: database, now: 0).store
        #expect(try await store.recentSearches(of: Self.account).isEmpty)
      }
    }
  }
}

/// A gate that holds writes to the database until they are released.
final class HeldWrites: Sendable {
  private let gate: AsyncStream<Void>
  private let opening: AsyncStream<Void>.Continuation

  init() { (gate, opening) = AsyncStream.makeStream() }

  func release() { opening.finish() }

  /// Returns an effect handler that holds writes, and performs other effects at once.
  func holding(_ effectHandler: any EffectHandler) -> any EffectHandler {
    Holder(effectHandler: effectHandler, gate: gate)
  }

  private struct Holder: EffectHandler {
    let effectHandler: any EffectHandler
    let gate: AsyncStream<Void>

    var account: String { effectHandler.account }

    func perform(
      _ effect: Effect,
      of account: String,
      send: @escaping @Sendable (AppAction) -> Void
    ) async {
      // They are ordered, so no two of them wait at the same time.
      if case .cache = effect, effect.traits.isOrdered { for await _ in gate {} }
      await effectHandler.perform(effect, of: account, send: send)
    }
  }
}

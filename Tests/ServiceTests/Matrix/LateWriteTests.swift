import AppCore
import Canvas
import DemoServer
import Library
import Model
import Operations
import Storage
import Testing

/// Writes that still wait when the service refuses the session.
@Suite(.serialized, .timeLimit(.hang)) struct `A late write` {
  private static let account = "unsplash demo"

  @Test func `has what it was asked to write, whatever has become of the state`() async throws {
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

/// A program beside which another one signs out.
@Suite(.serialized, .timeLimit(.hang)) struct `A sign-out beside the program` {
  private static let account = "unsplash demo"

  @Test func `is noticed before the next write, and leads to the sign-in`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.path + "/imagefeed.db"
    try await DemoServers.shared.lend { lent in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        try app.credentials.signOutElsewhere()
        let store = try Store.open(path: database, now: 0).store
        try await store.forget(account: Self.account)
        try app.press("R")
        try await app.until("the sign-in screen") { $0.state.stage == .signIn }
        try await app.settle()
        #expect(app.state.alerts.map(\.kind) == [.signedOut])
        #expect(try store.list(.feed, of: Self.account) == nil)
        // Somebody who signs in finds all as ever.
        try app.press(Key(.enter))
        try app.press(Key(.enter))
        try await app.until("the feed") { $0.state.feed.order.count == 30 }
        try await app.settle()
        #expect(try store.list(.feed, of: Self.account)?.photos.count == 30)
      }
    }
  }
}

/// Holds what is written to the database until it is released.
final class HeldWrites: Sendable {
  private let gate: AsyncStream<Void>
  private let opening: AsyncStream<Void>.Continuation

  init() { (gate, opening) = AsyncStream.makeStream() }

  func release() { opening.finish() }

  /// A performer that holds what it is asked to write, and does the rest at once.
  func holding(_ effectHandler: any EffectHandler) -> any EffectHandler {
    Holder(effectHandler: effectHandler, gate: gate)
  }

  private struct Holder: EffectHandler {
    let effectHandler: any EffectHandler
    let gate: AsyncStream<Void>

    func perform(_ effect: Effect, send: @escaping @Sendable (AppAction) -> Void) async {
      // They are ordered: no two of them wait at once.
      if case .cache = effect, effect.isOrdered { for await _ in gate {} }
      await effectHandler.perform(effect, send: send)
    }
  }
}

import AppCore
import Harness
import Model
import Platform
import Testing

@testable import EffectHandling
@testable import Runtime

/// The order of runs with the same ID: some follow each other, others replace each other.
@Suite(.timeLimit(.hang)) struct EffectOrderTests {
  /// An effect handler that records the beginning and end of effects, and ends them on command.
  private final class Gate: EffectHandler {
    enum Event: Equatable, Sendable {
      case began(Effect)
      case ended(Effect, isCancelled: Bool)
    }

    let events: AsyncStream<Event>
    private let tell: AsyncStream<Event>.Continuation
    private let opened: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    private let accounts = Lock((current: "first", of: [String]()))
    /// The accounts of the effects performed so far.
    var seenAccounts: [String] { accounts.withLock { $0.of } }
    var account: String {
      get { accounts.withLock { $0.current } }
      set { accounts.withLock { $0.current = newValue } }
    }

    /// Whether reads end only when they are cancelled.
    private let holdsReads: Bool

    init(holdsReads: Bool = false) {
      self.holdsReads = holdsReads
      (events, tell) = AsyncStream.makeStream()
      (opened, opening) = AsyncStream.makeStream()
    }

    func open() { opening.yield() }

    func perform(
      _ effect: Effect,
      of account: String,
      send: @escaping @Sendable (AppAction) -> Void
    ) async {
      accounts.withLock { $0.of.append(account) }
      tell.yield(.began(effect))
      if case .feed = effect, holdsReads {
        // Only cancellation ends this.
        let silence = AsyncStream<Void> { _ in }
        for await _ in silence {}
        tell.yield(.ended(effect, isCancelled: Task.isCancelled))
        return
      }
      var iterator = opened.makeAsyncIterator()
      await iterator.next()
      tell.yield(.ended(effect, isCancelled: Task.isCancelled))
    }
  }

  private let photo = Photo(
    id: Photo.ID(service: "unsplash", value: "p"),
    width: 3,
    height: 2,
    author: Person(username: "ann", name: "Ann"),
    picture: .derived(from: "https://images.test/p"),
    pageURL: nil
  )

  @Test func `the last write is written last`() async {
    let gate = Gate()
    let runner = EffectRunner(mailbox: Mailbox {}, effectHandler: gate)
    let writes = [true, false].map { Effect.cache(.writeLike(photo, $0)) }
    for write in writes { runner.start(write, id: CacheEffect.removeAccount.id) }
    var events = gate.events.makeAsyncIterator()
    for write in writes {
      #expect(await events.next() == .began(write))
      gate.open()
      #expect(await events.next() == .ended(write, isCancelled: false))
    }
  }

  @Test func `a write that waits belongs to the account it was requested for`() async {
    let gate = Gate()
    let runner = EffectRunner(mailbox: Mailbox {}, effectHandler: gate)
    let write = Effect.cache(.writeLike(photo, true))
    var events = gate.events.makeAsyncIterator()
    for _ in 0..<2 { runner.start(write, id: CacheEffect.removeAccount.id) }
    gate.account = "second"
    for _ in 0..<2 {
      #expect(await events.next() == .began(write))
      gate.open()
      #expect(await events.next() == .ended(write, isCancelled: false))
    }
    #expect(gate.seenAccounts == ["first", "first"])
  }

  @Test func `a later page replaces the requested one`() async {
    let gate = Gate()
    let runner = EffectRunner(mailbox: Mailbox {}, effectHandler: gate)
    let reads = [1, 2].map { Effect.feed(.loadPage($0)) }
    var events = gate.events.makeAsyncIterator()
    runner.start(reads[0], id: FeedEffect.loadPage(1).id)
    #expect(await events.next() == .began(reads[0]))
    runner.start(reads[1], id: FeedEffect.loadPage(2).id)
    gate.open()
    let seen = [await events.next(), await events.next(), await events.next()]
    #expect(seen.contains(.ended(reads[0], isCancelled: true)))
    #expect(seen.contains(.began(reads[1])))
    #expect(seen.contains(.ended(reads[1], isCancelled: false)))
  }

  @Test func `replaced, cancelled or abandoned reads are outdated, but a write isn't`() {
    let runner = EffectRunner(mailbox: Mailbox {}, effectHandler: Gate())
    let page = FeedEffect.loadPage(1).id
    let write = Effect.cache(.writeLike(photo, true))
    let writeID = CacheEffect.removeAccount.id
    func isLive(_ id: Effect.ID, _ token: UInt64) -> Bool {
      runner.isLive(EffectRun(id: id, token: token))
    }
    runner.start(.feed(.loadPage(1)), id: page)
    #expect(isLive(page, 1))
    runner.start(.feed(.loadPage(2)), id: page)
    #expect(!isLive(page, 1) && isLive(page, 2))
    runner.cancel(page)
    #expect(!isLive(page, 2))

    runner.start(.feed(.loadPage(1)), id: page)
    runner.start(write, id: writeID)
    runner.cancelReads(of: .search)
    #expect(isLive(page, 3))
    runner.cancelReads(of: page.scope)
    runner.cancelReads(of: writeID.scope)
    #expect(!isLive(page, 3) && isLive(writeID, 4))
  }

  @Test func `a timer of a closed list never fires`() {
    var deadlines = Deadlines()
    let page = FeedEffect.loadPage(1).id
    deadlines.set(page, at: .now, .keysRead(.standard), isRead: true)
    deadlines.set(CacheEffect.removeAccount.id, at: .now, .started, isRead: false)
    deadlines.cancelReads(of: page.scope)
    deadlines.cancelReads(of: CacheEffect.removeAccount.id.scope)
    #expect(deadlines.due(at: .now) == [.started])
  }

  @Test func `quitting cancels reads, and finishes writes`() async {
    let gate = Gate(holdsReads: true)
    let runner = EffectRunner(mailbox: Mailbox {}, effectHandler: gate)
    let read = Effect.feed(.loadPage(1))
    let writes: [Effect] = [
      .downloads(.save(photo, to: .gallery, from: .feed, position: 1, .paused)),
      .downloads(.discard(photo, to: .pictures)),
      .cache(.writeLike(photo, true)), .search(.record("sea")), .view(.writeSize(.feed, .large)),
    ]
    var events = gate.events.makeAsyncIterator()
    var seen: [Gate.Event] = []
    for effect in writes + [read] {
      runner.start(effect, id: effect.id ?? FeedEffect.loadPage(1).id)
    }
    for _ in 0...writes.count { if let event = await events.next() { seen.append(event) } }
    for _ in writes { gate.open() }
    await runner.shutdown()
    for _ in 0...writes.count { if let event = await events.next() { seen.append(event) } }
    for write in writes { #expect(seen.contains(.ended(write, isCancelled: false))) }
    #expect(seen.contains(.ended(read, isCancelled: true)))
  }
}

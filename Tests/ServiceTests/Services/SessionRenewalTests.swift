import Accounts
import EffectHandling
import Model
import Platform
import ServiceAPI
import Testing

@Suite(.timeLimit(.hang)) struct SessionRenewalTests {
  @Test func `one renewal runs at a time, also after one that failed`() async {
    let service = FailingService()
    let session = SessionHolder()
    let old = Session(
      service: "test",
      baseURL: "https://test.example",
      token: Secret("old"),
      renewal: Session.Renewal(token: Secret("renewal"))
    )
    session.current = old
    let renewal = SessionRenewal(
      service,
      credentials: TestCredentialStore([old]),
      session: session,
      lockPath: nil
    )
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          for _ in 0..<20 { _ = try? await renewal.renewed(old) }
        }
      }
    }
    #expect(service.maximum == 1)
  }

  private static func session(_ token: String) -> Session {
    Session(
      service: "test",
      baseURL: "https://test.example",
      token: Secret(token),
      renewal: Session.Renewal(token: Secret("renewal"))
    )
  }

  @Test func `a renewal that can't be saved isn't replaced by the session it has used up`()
    async throws
  {
    let (service, holder) = (SingleUseService(), SessionHolder())
    let old = Self.session("0")
    let store = TestCredentialStore([old])
    let renewal = SessionRenewal(service, credentials: store, session: holder, lockPath: nil)
    holder.current = old
    holder.isStored = true
    store.refuse(.disk(path: "/credentials.json", reason: "full"))
    for token in ["1", "2"] {
      let current = try #require(holder.current)
      await #expect(throws: Problem.self) { try await renewal.renewed(current) }
      #expect(holder.current?.token == Secret(token))
      // The file has changed, and still has the first session.
      try holder.adoptChanges(in: store)
      #expect(holder.current?.token == Secret(token))
    }
    store.refuse(nil)
    let last = try await renewal.renewed(#require(holder.current))
    #expect(last?.token == Secret("3"))
    #expect(try store.session(for: old.key) == last)
    #expect(service.used == ["0", "1", "2"])
  }

  @Test func `a session that was never saved is renewed in memory`() async throws {
    let (service, holder) = (SingleUseService(), SessionHolder())
    let old = Self.session("0")
    let store = TestCredentialStore([])
    let renewal = SessionRenewal(service, credentials: store, session: holder, lockPath: nil)
    holder.current = old
    store.refuse(.readOnly(path: "/credentials.json"))
    for token in ["1", "2"] {
      let current = try #require(holder.current)
      #expect(try await renewal.renewed(current)?.token == Secret(token))
      #expect(holder.current?.token == Secret(token))
    }
    #expect(try store.session(for: old.key) == nil)
  }

  @Test func `a user who signs out during a renewal stays signed out`() async throws {
    let (service, holder) = (SingleUseService(), SessionHolder())
    let old = Self.session("0")
    let store = TestCredentialStore([old])
    let renewal = SessionRenewal(service, credentials: store, session: holder, lockPath: nil)
    holder.current = old
    service.meanwhile {
      holder.current = nil
      try? store.remove(old.key)
    }
    await #expect(throws: Problem(.session, .unauthorized)) { try await renewal.renewed(old) }
    #expect(holder.current == nil)
    #expect(try store.session(for: old.key) == nil)
  }
}

/// A service whose sessions can be renewed once; their tokens are "0", "1", "2" and so on.
private final class SingleUseService: RenewingSignIn {
  private struct State {
    var used: [String] = []
    var meanwhile: (@Sendable () -> Void)?
  }

  private let state = Lock(State())
  var used: [String] { state.withLock(\.used) }

  /// Sets the action that happens during the next renewal.
  func meanwhile(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.meanwhile = action }
  }

  func renewed(_ session: Session) async throws(Problem) -> Session {
    let token = session.token.exposed
    let isNew = state.withLock { state in
      defer { state.used.append(token) }
      return !state.used.contains(token)
    }
    guard isNew, let number = Int(token) else { throw Problem(.signIn, .unauthorized) }
    state.withLock(\.meanwhile)?()
    var new = session
    new.token = Secret("\(number + 1)")
    return new
  }

  func exchange(port: Int) -> any SignInExchange { preconditionFailure("no sign-in") }
}

/// A service that refuses renewals and counts those that run at the same time.
private final class FailingService: RenewingSignIn {
  private let counts = Lock((running: 0, maximum: 0))
  var maximum: Int { counts.withLock(\.maximum) }

  func renewed(_ session: Session) async throws(Problem) -> Session {
    counts.withLock {
      $0.running += 1
      $0.maximum = max($0.maximum, $0.running)
    }
    for _ in 0..<5 { await Task.yield() }
    counts.withLock { $0.running -= 1 }
    throw Problem(.signIn, .malformedAnswer)
  }

  func exchange(port: Int) -> any SignInExchange { preconditionFailure("no sign-in") }
}

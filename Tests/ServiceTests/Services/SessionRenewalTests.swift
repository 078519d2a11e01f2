import Accounts
import Model
import Operations
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

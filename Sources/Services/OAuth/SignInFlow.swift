import HTTP
import Model

/// What happens while a person signs in.
package enum SignInEvent: Equatable, Sendable {
  /// The login page to open; out of band it shows a code to copy, else it comes back by itself.
  case waiting(url: WebPage, isOutOfBand: Bool)
  /// Nobody can listen for the browser, mostly since another program has the redirect port: a
  /// copied code is the only way.
  case cannotListen(Problem)
  /// A paste that is no answer to this sign-in, or whose code the service refused; it goes on.
  case rejected(Problem)
  /// The browser is done; the code is being turned into a session.
  case exchanging
}

/// One sign-in through the person's browser, from the login page to the session.
///
/// A redirect to this machine and a paste are awaited at the same time; whatever comes first ends
/// the waiting.
package final class SignInFlow: Sendable {
  private enum Input: Sendable {
    case listening
    case cannotListen(Problem)
    case answer(SignInAttempt.Answer)
    case paste(String)
    case outOfBand
    case timedOut
  }

  private let client: OAuthClient
  private let attempt: SignInAttempt
  private let timeout: Duration
  private let pages: CallbackPages
  private let limits: LoopbackServer.Limits
  private let inputs: AsyncStream<Input>
  private let input: AsyncStream<Input>.Continuation

  /// - Parameters:
  ///   - port: of the redirect address that is registered at the service.
  ///   - timeout: how long the browser is waited for.
  package convenience init(
    client: OAuthClient,
    port: Int,
    timeout: Duration = .seconds(300),
    pages: CallbackPages
  ) {
    self.init(client: client, port: port, timeout: timeout, pages: pages, limits: .init())
  }

  /// - Parameter limits: of the listener.
  init(
    client: OAuthClient,
    port: Int,
    timeout: Duration,
    pages: CallbackPages,
    limits: LoopbackServer.Limits
  ) {
    self.client = client
    self.timeout = timeout
    self.pages = pages
    self.limits = limits
    attempt = SignInAttempt(port: port, proof: client.makeProofKey())
    (inputs, input) = AsyncStream.makeStream()
  }

  /// Whether there is what the listener takes: libmicrohttpd.
  package static var canListen: Bool { LoopbackServer.isAvailable }

  /// Waits for the browser or a paste, then fetches the session; to be called once.
  ///
  /// The redirect port is closed before the code is exchanged, and when the task is cancelled; what
  /// a cancelled run returns means nothing.
  package func run(
    _ event: @escaping @Sendable (SignInEvent) -> Void
  ) async -> Result<Session, Problem> {
    var round = Round(attempt: attempt)
    while true {
      let answer: SignInAttempt.Answer
      (answer, round) = await waitForAnswer(round, event)
      switch answer {
      case .failure(let cause):
        return .failure(Problem(.signIn, cause))
      case .code(let code, let redirect):
        event(.exchanging)
        do throws(Problem) {
          return .success(try await client.exchange(code, redirect: redirect, proof: attempt.proof))
        } catch {
          // A code that was copied wrongly can be copied again.
          guard round.isPasted, error.cause == .invalidGrant, !Task.isCancelled else {
            return .failure(error)
          }
          event(.rejected(error))
        }
      }
    }
  }

  /// One wait for an answer, and what the next one goes on from.
  private struct Round {
    var attempt: SignInAttempt
    /// Whether the login page's address has been announced.
    var isAnnounced = false
    /// Whether the answer was pasted.
    var isPasted = false
  }

  /// Takes what the person pasted: the address the browser could not open, or a copied code.
  package func submit(_ pasted: String) { input.yield(.paste(pasted)) }

  /// Offers the login page that shows a code, for a browser on another machine.
  ///
  /// An answer to the first page is still taken.
  package func switchToOutOfBand() { input.yield(.outOfBand) }

  private func waitForAnswer(
    _ round: Round,
    _ event: @escaping @Sendable (SignInEvent) -> Void
  ) async -> (SignInAttempt.Answer, Round) {
    await withTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { [self] in
        await listener.run { problem in
          self.input.yield(problem.map { .cannotListen($0) } ?? .listening)
        }
      }
      group.addTask { [self] in
        guard (try? await Task.sleep(for: timeout)) != nil else { return }
        input.yield(.timedOut)
      }

      var round = round
      for await input in inputs {
        switch input {
        case .listening, .cannotListen:
          guard !round.isAnnounced else { continue }
          round.isAnnounced = true
          if case .cannotListen(let problem) = input {
            event(.cannotListen(problem))
            goOutOfBand(&round.attempt, event)
            continue
          }
          let attempt = round.attempt
          let url = client.loginPage(
            redirect: attempt.redirect,
            state: attempt.state,
            proof: attempt.proof
          )
          if !attempt.isOutOfBand { event(.waiting(url: url, isOutOfBand: false)) }
        case .outOfBand:
          goOutOfBand(&round.attempt, event)
        case .paste(let text):
          switch round.attempt.judge(paste: text) {
          case .answer(let answer):
            round.isPasted = true
            return (answer, round)
          case .rejected(let cause): event(.rejected(Problem(.signIn, cause)))
          }
        case .answer(let answer):
          round.isPasted = false
          return (answer, round)
        case .timedOut:
          return (.failure(.signInTimedOut), round)
        }
      }
      return (.failure(.signInFailed(message: nil)), round)
    }
  }

  private func goOutOfBand(
    _ attempt: inout SignInAttempt,
    _ event: @Sendable (SignInEvent) -> Void
  ) {
    attempt.isOutOfBand = true
    let url = client.loginPage(
      redirect: SignInAttempt.outOfBandRedirect,
      state: nil,
      proof: attempt.proof
    )
    event(.waiting(url: url, isOutOfBand: true))
  }

  private var listener: CallbackListener {
    CallbackListener(port: attempt.port, pages: pages, limits: limits) { [attempt, input] query in
      switch attempt.judge(query) {
      case .answer(let answer):
        CallbackListener.Reply(outcome: CallbackPages.Outcome(answer)) {
          input.yield(.answer(answer))
        }
      case .foreign, .nothing:
        CallbackListener.Reply(outcome: .ignored)
      }
    }
  }
}

extension CallbackPages.Outcome {
  fileprivate init(_ answer: SignInAttempt.Answer) {
    self =
      switch answer {
      case .code: .received
      case .failure(.accessDenied): .declined
      case .failure: .failed
      }
  }
}

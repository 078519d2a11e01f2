import HTTP
import Model

/// What happens while a person signs in.
package enum SignInEvent: Equatable, Sendable {
  /// The login page to open; out of band it shows a code to copy, else it comes back by itself.
  case waiting(url: WebPage, isOutOfBand: Bool)
  /// Another program has the redirect port: a copied code is the only way.
  case portBusy(Int)
  /// A paste that is no answer to this sign-in; it goes on.
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
    case listening(Bool)
    case answer(SignInAttempt.Answer)
    case paste(String)
    case outOfBand
    case timedOut
  }

  private let client: OAuthClient
  private let attempt: SignInAttempt
  private let timeout: Duration
  private let pages: CallbackPages
  private let inputs: AsyncStream<Input>
  private let input: AsyncStream<Input>.Continuation

  /// - Parameters:
  ///   - port: of the redirect address that is registered at the service.
  ///   - timeout: how long the browser is waited for.
  package init(
    client: OAuthClient,
    port: Int,
    timeout: Duration = .seconds(300),
    pages: CallbackPages
  ) {
    self.client = client
    self.timeout = timeout
    self.pages = pages
    attempt = SignInAttempt(port: port)
    (inputs, input) = AsyncStream.makeStream()
  }

  /// Waits for the browser or a paste, then fetches the session; to be called once.
  ///
  /// The redirect port is closed before the code is exchanged, and when the task is cancelled; what
  /// a cancelled run returns means nothing.
  package func run(
    _ event: @escaping @Sendable (SignInEvent) -> Void
  ) async -> Result<Session, Problem> {
    switch await waitForAnswer(event) {
    case .failure(let cause):
      return .failure(Problem(.signIn, cause))
    case .code(let code, let redirect):
      event(.exchanging)
      do throws(Problem) {
        return .success(try await client.exchange(code, redirect: redirect))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Takes what the person pasted: the address the browser could not open, or a copied code.
  package func submit(_ pasted: String) { input.yield(.paste(pasted)) }

  /// Offers the login page that shows a code, for a browser on another machine.
  ///
  /// An answer to the first page is still taken.
  package func switchToOutOfBand() { input.yield(.outOfBand) }

  private func waitForAnswer(
    _ event: @escaping @Sendable (SignInEvent) -> Void
  ) async -> SignInAttempt.Answer {
    await withTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { [self] in await listener.run { self.input.yield(.listening($0)) } }
      group.addTask { [self] in
        guard (try? await Task.sleep(for: timeout)) != nil else { return }
        input.yield(.timedOut)
      }

      var attempt = attempt
      for await input in inputs {
        switch input {
        case .listening(true):
          let url = client.loginPage(redirect: attempt.redirect, state: attempt.state)
          if !attempt.isOutOfBand { event(.waiting(url: url, isOutOfBand: false)) }
        case .listening(false):
          event(.portBusy(attempt.port))
          goOutOfBand(&attempt, event)
        case .outOfBand:
          goOutOfBand(&attempt, event)
        case .paste(let text):
          switch attempt.judge(paste: text) {
          case .answer(let answer): return answer
          case .rejected(let cause): event(.rejected(Problem(.signIn, cause)))
          }
        case .answer(let answer):
          return answer
        case .timedOut:
          return .failure(.signInTimedOut)
        }
      }
      return .failure(.signInFailed(message: nil))
    }
  }

  private func goOutOfBand(
    _ attempt: inout SignInAttempt,
    _ event: @Sendable (SignInEvent) -> Void
  ) {
    attempt.isOutOfBand = true
    let url = client.loginPage(redirect: SignInAttempt.outOfBandRedirect, state: nil)
    event(.waiting(url: url, isOutOfBand: true))
  }

  private var listener: CallbackListener {
    CallbackListener(port: attempt.port, pages: pages) { [attempt, input] query in
      guard let answer = attempt.answer(to: URLQuery(parsing: query)) else { return nil }
      let outcome: CallbackPages.Outcome =
        switch answer {
        case .code: .done
        case .failure(.accessDenied): .refused
        case .failure: .failed
        }
      return CallbackListener.Reply(outcome: outcome) { input.yield(.answer(answer)) }
    }
  }
}

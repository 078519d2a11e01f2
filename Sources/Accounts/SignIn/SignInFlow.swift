import HTTP
import Model
import ServiceAPI

/// What happens while a person signs in.
package enum SignInEvent: Equatable, Sendable {
  /// The login page to open; out of band it shows a code to copy, else it comes back by itself.
  case waiting(url: WebPage, isOutOfBand: Bool)
  /// The login page to open; the address that it ends at has to be pasted.
  case waitingForAddress(url: WebPage)
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
    /// The browser ends at another machine's address.
    case remoteRedirect
    case cannotListen(Problem)
    case answer(SignInResponse)
    case paste(String)
    case endOfPastes
    case outOfBand
    case timedOut
  }

  private let exchange: any SignInExchange
  private let timeout: Duration
  private let pages: CallbackPages
  private let limits: LoopbackServer.Limits
  private let inputs: AsyncStream<Input>
  private let input: AsyncStream<Input>.Continuation

  /// - Parameters:
  ///   - port: of the redirect address that is registered at the service.
  ///   - timeout: how long the browser is waited for.
  package convenience init(
    client: any BrowserSignIn,
    port: Int,
    timeout: Duration = .seconds(300),
    pages: CallbackPages
  ) {
    self.init(client: client, port: port, timeout: timeout, pages: pages, limits: .init())
  }

  /// - Parameter limits: of the listener.
  init(
    client: any BrowserSignIn,
    port: Int,
    timeout: Duration,
    pages: CallbackPages,
    limits: LoopbackServer.Limits
  ) {
    self.timeout = timeout
    self.pages = pages
    self.limits = limits
    exchange = client.exchange(port: port)
    (inputs, input) = AsyncStream.makeStream()
  }

  /// The version of libmicrohttpd, or nil if it can't be loaded and nothing can listen.
  package static var libraryVersion: String? { LoopbackServer.libraryVersion }

  /// Waits for the browser or a paste, then fetches the session; to be called once.
  ///
  /// The redirect port is closed before the code is exchanged, and when the task is cancelled; what
  /// a cancelled run returns means nothing.
  package func run(
    _ event: @escaping @Sendable (SignInEvent) -> Void
  ) async -> Result<Session, Problem> {
    var round = Round()
    while true {
      let answer: SignInResponse
      (answer, round) = await waitForAnswer(round, event)
      switch answer {
      case .failure(let cause):
        return .failure(Problem(.signIn, cause))
      case .code, .grant:
        event(.exchanging)
        do throws(Problem) {
          return .success(try await exchange.session(for: answer))
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
    /// Whether the page that shows a code was asked for.
    var isOutOfBand = false
    /// Whether the login page's address has been announced.
    var isAnnounced = false
    /// Whether the answer was pasted.
    var isPasted = false
    /// Whether the browser can come back to the announced page.
    var isListening = false
    /// Whether nothing more will be pasted.
    var isPasteOver = false

    /// Whether no answer can come any more.
    var isHopeless: Bool { isPasteOver && isAnnounced && (isOutOfBand || !isListening) }
  }

  /// Takes what the person pasted: the address the browser could not open, or a copied code.
  package func submit(_ pasted: String) { input.yield(.paste(pasted)) }

  /// Says that nothing more will be pasted: where the browser cannot come back, the sign-in ends.
  package func endPastes() { input.yield(.endOfPastes) }

  /// Offers the login page that shows a code, for a browser on another machine.
  ///
  /// An answer to the first page is still taken.
  package func switchToOutOfBand() { input.yield(.outOfBand) }

  private func waitForAnswer(
    _ round: Round,
    _ event: @escaping @Sendable (SignInEvent) -> Void
  ) async -> (SignInResponse, Round) {
    await withTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { [self] in
        guard let listener else {
          input.yield(.remoteRedirect)
          return
        }
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
        case .listening:
          announce(&round, isListening: true, event)
        case .remoteRedirect:
          announce(&round, isListening: false, event)
        case .cannotListen(let problem):
          if !round.isAnnounced { event(.cannotListen(problem)) }
          announce(&round, isListening: false, event)
        case .endOfPastes:
          round.isPasteOver = true
        case .outOfBand:
          goOutOfBand(&round, event)
        case .paste(let text):
          switch exchange.judge(paste: text, isOutOfBand: round.isOutOfBand) {
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
        if round.isHopeless { return (.failure(.nothingPasted), round) }
      }
      return (.failure(.signInFailed(message: nil)), round)
    }
  }

  /// Names the login page, once.
  private func announce(
    _ round: inout Round,
    isListening: Bool,
    _ event: @Sendable (SignInEvent) -> Void
  ) {
    guard !round.isAnnounced else { return }
    round.isAnnounced = true
    round.isListening = isListening
    if !isListening {
      goOutOfBand(&round, event)
    } else if !round.isOutOfBand {
      event(.waiting(url: exchange.loginPage(isOutOfBand: false), isOutOfBand: false))
    }
  }

  /// Without the browser coming back: a page with a code, or else the address that it ends at.
  private func goOutOfBand(_ round: inout Round, _ event: @Sendable (SignInEvent) -> Void) {
    guard exchange.showsCodes else {
      event(.waitingForAddress(url: exchange.loginPage(isOutOfBand: false)))
      return
    }
    round.isOutOfBand = true
    event(.waiting(url: exchange.loginPage(isOutOfBand: true), isOutOfBand: true))
  }

  /// Nil where the browser ends at another machine's address.
  private var listener: CallbackListener? {
    guard let callback = exchange.callback else { return nil }
    return CallbackListener(callback, pages: pages, limits: limits) { [exchange, input] query in
      switch exchange.judge(query) {
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
  fileprivate init(_ answer: SignInResponse) {
    self =
      switch answer {
      case .code, .grant: .received
      case .failure(.accessDenied): .declined
      case .failure: .failed
      }
  }
}

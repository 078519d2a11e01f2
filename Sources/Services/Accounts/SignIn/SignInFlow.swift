import HTTP
import Model
import ServiceAPI

/// An event during a sign-in.
package enum SignInEvent: Equatable, Sendable {
  /// The login page to open.
  ///
  /// An out-of-band page shows a code to copy. From other pages the browser returns automatically.
  case waiting(url: WebPage, isOutOfBand: Bool)
  /// The login page to open, if the browser can't return automatically.
  ///
  /// The user must paste the URL that the browser shows at the end.
  case waitingForAddress(url: WebPage)
  /// No server can listen for the browser, usually because another program has the redirect port.
  ///
  /// Only a copied code works.
  case cannotListen(Problem)
  /// The pasted text doesn't belong to this sign-in, or the service rejected its code.
  ///
  /// The sign-in continues.
  case rejected(Problem)
  /// The browser has returned, and the code is being exchanged for a session.
  case exchanging
}

/// One sign-in through the user's browser, from the login page to the session.
///
/// Waits for a redirect to this computer and for a pasted text; the first one wins.
package final class SignInFlow: Sendable {
  private enum Input: Sendable {
    case listening
    /// The redirect leads to another computer, so that no request arrives here.
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

  /// Creates a sign-in.
  ///
  /// - Parameters:
  ///   - port: The port of the redirect URI that is registered at the service.
  ///   - timeout: The maximum wait for the browser.
  package convenience init(
    client: any BrowserSignIn,
    port: Int,
    timeout: Duration = .seconds(300),
    pages: CallbackPages
  ) {
    self.init(client: client, port: port, timeout: timeout, pages: pages, limits: .init())
  }

  /// Creates a sign-in.
  ///
  /// - Parameter limits: The limits of the listener.
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

  /// The version of libmicrohttpd; `nil` if it can't be loaded, so that no server can listen.
  package static var libraryVersion: String? { LoopbackServer.libraryVersion }

  /// Waits for the browser or a pasted text, then fetches the session.
  ///
  /// Call it once. The redirect port is closed before the code is exchanged, and when the task is
  /// cancelled. The result of a cancelled run has no meaning.
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
          // The user can copy the code again if it was copied incorrectly.
          guard round.isPasted, error.cause == .invalidGrant, !Task.isCancelled else {
            return .failure(error)
          }
          event(.rejected(error))
        }
      }
    }
  }

  /// The state of waiting for a response, passed from one wait to the next.
  private struct Round {
    /// Whether the page that shows a code was requested.
    var isOutOfBand = false
    /// Whether the login page's URL has been announced.
    var isAnnounced = false
    /// Whether the response was pasted.
    var isPasted = false
    /// Whether the browser can return from the announced page.
    var isListening = false
    /// Whether nothing else will be pasted.
    var isPasteOver = false

    /// Whether no response can arrive any more.
    var isHopeless: Bool { isPasteOver && isAnnounced && (isOutOfBand || !isListening) }
  }

  /// Accepts a pasted text: the URL that the browser couldn't open, or a copied code.
  package func submit(_ pasted: String) { input.yield(.paste(pasted)) }

  /// Reports that nothing else will be pasted.
  ///
  /// If the browser can't return either, the sign-in ends.
  package func endPastes() { input.yield(.endOfPastes) }

  /// Offers the login page that shows a code, for a browser on another computer.
  ///
  /// A response to the first page is still accepted.
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

  /// Announces the login page once.
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

  /// Continues without a redirect: with a page that shows a code, or by pasting the final URL.
  private func goOutOfBand(_ round: inout Round, _ event: @Sendable (SignInEvent) -> Void) {
    guard exchange.showsCodes else {
      event(.waitingForAddress(url: exchange.loginPage(isOutOfBand: false)))
      return
    }
    round.isOutOfBand = true
    event(.waiting(url: exchange.loginPage(isOutOfBand: true), isOutOfBand: true))
  }

  /// The listener; `nil` if the browser ends at a URL on another host.
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

import Accounts
import Files
import Model
import Operations
import ServiceAPI
import Storage

/// Signing in without the program's screen.
package struct Login: Sendable {
  package enum Event: Equatable, Sendable {
    /// The page to sign in at; the browser comes back by itself.
    case page(WebPage)
    /// A page that ends with a code to paste.
    case codePage(WebPage)
    /// A page whose last address has to be pasted.
    case addressPage(WebPage)
    /// Why the browser cannot come back, or what was pasted is of no use.
    case warning(Problem)
    /// The browser is done, or the paste is taken.
    case exchanging
  }

  private let context: CommandContext
  private let pages: CallbackPages
  private let opensBrowser: Bool
  private let timeout: Duration

  /// Bytes of a token at most.
  private static let tokenLimit = 4096

  /// - Parameters:
  ///   - opensBrowser: false for a browser on another machine.
  ///   - timeout: how long the browser is waited for.
  package init(
    _ context: CommandContext,
    pages: CallbackPages,
    opensBrowser: Bool,
    timeout: Duration = .seconds(300)
  ) {
    self.context = context
    self.pages = pages
    self.opensBrowser = opensBrowser && context.hasBrowser
    self.timeout = timeout
  }

  /// Signs in through the browser or by what is pasted, whichever comes first.
  ///
  /// - Parameters:
  ///   - pasted: lines that the person pastes, for as long as it is waited.
  ///   - report: called on any thread.
  /// - Returns: the user name; nil where the service does not tell.
  package func run(
    pasted: AsyncStream<String>,
    report: @escaping @Sendable (Event) -> Void
  ) async throws(CommandFailure) -> String? {
    guard context.backend.standingSession == nil else { throw .noSignIn }
    if context.isDemo, let demo = context.backend.oauth as? any DemoSignIn, demo.isWithoutBrowser {
      return try await finish(
        try await context.ask { () throws(Problem) in try await demo.signInWithoutBrowser() }
      )
    }
    guard let oauth = context.backend.oauth else {
      throw .problem(Problem(.signIn, .notConfigured))
    }
    let flow = SignInFlow(
      client: oauth,
      port: context.backend.redirectPort,
      timeout: timeout,
      pages: pages
    )
    // Nobody on this machine would follow a page that leads back to it.
    if !opensBrowser { flow.switchToOutOfBand() }
    let paste = Task {
      for await line in pasted { flow.submit(line) }
      flow.endPastes()
    }
    defer { paste.cancel() }
    let result = await flow.run { event in
      switch event {
      case .waiting(let url, isOutOfBand: false):
        report(.page(url))
        open(url, report)
      case .waiting(let url, isOutOfBand: true):
        report(.codePage(url))
        open(url, report)
      case .waitingForAddress(let url):
        report(.addressPage(url))
        open(url, report)
      case .cannotListen(let problem), .rejected(let problem): report(.warning(problem))
      case .exchanging: report(.exchanging)
      }
    }
    switch result {
    case .success(let session): return try await finish(session)
    case .failure(let problem): throw .problem(problem)
    }
  }

  /// Signs in with a token that the person has, once the service has accepted it.
  package func run(token: String) async throws(CommandFailure) -> String? {
    guard context.backend.standingSession == nil else { throw .noSignIn }
    // It goes into a header field.
    guard (1...Self.tokenLimit).contains(token.utf8.count),
      token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .noToken }
    let key = context.backend.key
    let session = Session(service: key.service, baseURL: key.baseURL, token: Secret(token))
    let old = context.session.current
    context.session.current = session
    // It is tried before it takes the place of the stored one.
    context.session.isStored = false
    do throws(CommandFailure) {
      if context.service is any ProfileSource {
        _ = try await context.me()
      } else {
        _ = try await context.ask { () throws(Problem) in try await context.service.feedPage(1) }
      }
    } catch {
      context.session.current = old
      throw error
    }
    return try await finish(context.session.current ?? session)
  }

  private func open(_ url: WebPage, _ report: @escaping @Sendable (Event) -> Void) {
    guard opensBrowser else { return }
    Task {
      do throws(Problem) { try await context.browser.open(url) } catch { report(.warning(error)) }
    }
  }

  /// Keeps a session, and lets go of what another person has left.
  private func finish(_ session: Session) async throws(CommandFailure) -> String? {
    var session = session
    context.session.current = session
    context.session.isStored = false
    if session.username == nil, context.service is any ProfileSource {
      // It is a session without a name as well.
      session.username = (try? await context.me())?.username
    }
    let kept = session
    try await context.ask { () throws(Problem) in try await context.credentials.save(kept) }
    context.session.current = kept
    // What cannot be opened holds nothing that would be shown.
    if context.store != nil {
      try await context.read { store throws(StorageError) in
        try await store.claim(context.account, for: kept.username)
      }
    }
    return kept.username
  }
}

import Accounts
import EffectHandling
import Files
import Localization
import Model
import ServiceAPI
import Storage

/// Signing in from the command line.
struct Login: Sendable {
  enum Event: Equatable, Sendable {
    /// The page to sign in at; the browser returns automatically.
    case page(WebPage)
    /// A page that ends with a code to paste.
    case codePage(WebPage)
    /// A page whose final URL must be pasted.
    case addressPage(WebPage)
    /// The browser can't return automatically, or the pasted text is invalid.
    case warning(Problem)
    /// The browser has returned, or a pasted text was accepted.
    case exchanging
  }

  private let context: CommandContext
  private let pages: CallbackPages
  private let opensBrowser: Bool
  private let timeout: Duration

  /// The maximum length of a token in bytes.
  private static let tokenLimit = 4096

  /// Creates a sign-in.
  ///
  /// - Parameters:
  ///   - opensBrowser: False if the user's browser is on another computer.
  ///   - timeout: The maximum wait for the browser.
  init(
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

  /// Signs in through the browser or with a pasted text; the first one wins.
  ///
  /// - Parameters:
  ///   - pasted: The lines that the user pastes during the sign-in.
  ///   - report: Called on any thread.
  /// - Returns: The user name; `nil` if the service doesn't provide it.
  func run(
    pasted: AsyncStream<String>,
    report: @escaping @Sendable (Event) -> Void
  ) async throws(ShellMessage) -> String? {
    guard context.backend.standingSession == nil else { throw noSignIn }
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
    // Without a local browser, a page that redirects to this computer would fail.
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

  /// Signs in with an existing token, after testing it at the service.
  func run(token: String) async throws(ShellMessage) -> String? {
    guard context.backend.standingSession == nil else { throw noSignIn }
    // The token becomes part of a header.
    guard (1...Self.tokenLimit).contains(token.utf8.count),
      token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .noToken }
    let key = context.backend.key
    let session = Session(service: key.service, baseURL: key.baseURL, token: Secret(token))
    let old = context.session.current
    context.session.current = session
    // The token is tested before it replaces the stored one.
    context.session.isStored = false
    do throws(ShellMessage) {
      if context.service is any ProfileSource {
        _ = try await context.me()
      } else {
        _ = try await context.ask { () throws(Problem) in try await context.service.feedPage(.first)
        }
      }
    } catch {
      context.session.current = old
      if case .problem(let problem) = error, problem.cause.endsSession { throw .refusedToken }
      throw error
    }
    return try await finish(context.session.current ?? session)
  }

  /// The reason why signing in isn't possible.
  private var noSignIn: ShellMessage {
    context.service.description.hasAccounts ? .noSignIn : context.notSignedIn
  }

  private func open(_ url: WebPage, _ report: @escaping @Sendable (Event) -> Void) {
    guard opensBrowser else { return }
    Task {
      do throws(Problem) { try await context.browser.open(url) } catch { report(.warning(error)) }
    }
  }

  /// Saves a session, and removes data that belongs to another user.
  private func finish(_ session: Session) async throws(ShellMessage) -> String? {
    var session = session
    context.session.current = session
    context.session.isStored = false
    if session.username == nil, context.service is any ProfileSource {
      // The session is valid even without a name.
      session.username = (try? await context.me())?.username
    }
    let kept = session
    try await context.ask { () throws(Problem) in try await context.credentials.save(kept) }
    context.session.current = kept
    // If the database can't be opened, it has no data to show.
    if context.store != nil {
      try await context.read { store throws(StorageError) in
        try await store.claim(context.account, for: kept.username)
      }
    }
    return kept.username
  }
}

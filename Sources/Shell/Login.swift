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
    case hindrance(Problem)
    /// The browser is done, or the paste is taken.
    case exchanging
  }

  private let place: Workplace
  private let pages: CallbackPages
  private let opensBrowser: Bool
  private let timeout: Duration

  /// Bytes of a token at most.
  private static let tokenLimit = 4096

  /// - Parameters:
  ///   - opensBrowser: false for a browser on another machine.
  ///   - timeout: how long the browser is waited for.
  package init(
    _ place: Workplace,
    pages: CallbackPages,
    opensBrowser: Bool,
    timeout: Duration = .seconds(300)
  ) {
    self.place = place
    self.pages = pages
    self.opensBrowser = opensBrowser && place.hasBrowser
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
    guard place.backend.standingSession == nil else { throw .noSignIn }
    if place.isDemo, let demo = place.backend.oauth as? any DemoSignIn, demo.isWithoutBrowser {
      return try await finish(
        try await place.ask { () throws(Problem) in try await demo.signInWithoutBrowser() }
      )
    }
    guard let oauth = place.backend.oauth else {
      throw .problem(Problem(.signIn, .notConfigured))
    }
    let flow = SignInFlow(
      client: oauth,
      port: place.backend.redirectPort,
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
      case .cannotListen(let problem), .rejected(let problem): report(.hindrance(problem))
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
    guard place.backend.standingSession == nil else { throw .noSignIn }
    // It goes into a header field.
    guard (1...Self.tokenLimit).contains(token.utf8.count),
      token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .noToken }
    let key = place.backend.key
    let session = Session(service: key.service, baseURL: key.baseURL, token: Secret(token))
    let old = place.session.current
    place.session.current = session
    // It is tried before it takes the place of the stored one.
    place.session.isStored = false
    do throws(CommandFailure) {
      if place.service is any ProfileSource {
        _ = try await place.me()
      } else {
        _ = try await place.ask { () throws(Problem) in try await place.service.feedPage(1) }
      }
    } catch {
      place.session.current = old
      throw error
    }
    return try await finish(place.session.current ?? session)
  }

  private func open(_ url: WebPage, _ report: @escaping @Sendable (Event) -> Void) {
    guard opensBrowser else { return }
    Task {
      do throws(Problem) { try await place.browser.open(url) } catch { report(.hindrance(error)) }
    }
  }

  /// Keeps a session, and lets go of what another person has left.
  private func finish(_ session: Session) async throws(CommandFailure) -> String? {
    var session = session
    place.session.current = session
    place.session.isStored = false
    if session.username == nil, place.service is any ProfileSource {
      // It is a session without a name as well.
      session.username = (try? await place.me())?.username
    }
    let kept = session
    try await place.ask { () throws(Problem) in try await place.credentials.save(kept) }
    place.session.current = kept
    // What cannot be opened holds nothing that would be shown.
    if place.store != nil {
      try await place.read { store throws(StorageError) in
        try await store.claim(place.account, for: kept.username)
      }
    }
    return kept.username
  }
}

import Accounts
import HTTP
import Model
import ServiceAPI

/// The service in use, real or demo, with its sign-in.
package struct Backend: Sendable {
  package var service: any PhotoSource
  /// Returns the photo or list that a URL of the service's website, or an ID, refers to.
  package var target: @Sendable (String) -> AddressTarget? = { _ in nil }
  /// The sign-in in a browser; `nil` if the service has none, or its application's keys aren't
  /// configured.
  package var oauth: (any BrowserSignIn)?
  /// The key of the service's sessions in the credential store.
  package var key: SessionKey
  /// The name of the account in the database.
  package var account: String
  /// The session that needs no sign-in; `nil` if users sign in themselves.
  package var standingSession: Session?
  /// The port of the redirect URI.
  ///
  /// 0 lets the system choose a port, which only the demo accepts.
  package var redirectPort: Int
  /// The origin of the embedded demo service's URLs; `nil` for the real service.
  ///
  /// The demo's port changes with each launch, so stored URLs have an old one.
  package var demoOrigin: String?

  package init(
    service: any PhotoSource,
    oauth: (any BrowserSignIn)?,
    key: SessionKey,
    account: String? = nil,
    standingSession: Session? = nil,
    redirectPort: Int,
    demoOrigin: String? = nil
  ) {
    self.service = service
    self.oauth = oauth
    self.key = key
    self.account = account ?? key.account
    self.standingSession = standingSession
    self.redirectPort = redirectPort
    self.demoOrigin = demoOrigin
  }
}

extension Backend {
  /// Checks the application's keys by loading the feed.
  ///
  /// With wrong keys, the login page would fail in the browser, unnoticed by the program.
  ///
  /// - Throws: `invalidClient` if the service rejects the keys. Other failures are ignored, because
  ///   they don't depend on the keys.
  package func checkKeys() async throws(Problem) {
    do throws(Problem) {
      _ = try await service.feedPage(.first)
    } catch {
      let refusals: [Problem.Cause] = [.unauthorized, .invalidClient, .refused(.serviceKey)]
      guard refusals.contains(error.cause) else { return }
      throw Problem(.signIn, .invalidClient)
    }
  }
}

extension Backend {
  /// Opens a configured service with its sign-in.
  ///
  /// - Parameters:
  ///   - credentials: the store of sessions.
  ///   - session: the current session, shared with the service's requests.
  ///   - lockPath: the file that instances lock during a renewal; see `SessionRenewal`.
  package init(
    _ setup: ServiceSetup,
    _ connection: ServiceConnection,
    credentials: any CredentialStore,
    session: SessionHolder,
    lockPath: String? = nil,
    redirectPort: Int,
    demoOrigin: String? = nil
  ) {
    let oauth: (any BrowserSignIn)? =
      if case .browser(_, let make) = setup.signIn { make(connection.transport) } else { nil }
    let renewing = connection.renewing(
      oauth,
      credentials: credentials,
      session: session,
      lockPath: lockPath
    )
    self.init(
      service: setup.source(renewing),
      oauth: oauth,
      key: setup.key,
      account: setup.account,
      standingSession: setup.standingSession,
      redirectPort: redirectPort,
      demoOrigin: demoOrigin
    )
    target = setup.target
  }

  /// Returns a stored photo with URLs that are currently valid.
  package func renewed(_ photo: Photo) -> Photo {
    var photo = photo
    if let origin = demoOrigin {
      photo.picture = photo.picture.mapAddresses { moved($0, to: origin) }
      photo.pageURL = photo.pageURL.map { moved($0, to: origin) }
      photo.downloadLocation = photo.downloadLocation.map { moved($0, to: origin) }
      photo.author = moved(photo.author, to: origin)
    }
    return service.serves(photo) ? service.completed(photo) : photo
  }

  /// Returns a stored person with URLs that are currently valid.
  func renewed(_ person: Person) -> Person {
    let person = demoOrigin.map { moved(person, to: $0) } ?? person
    return service.completed(person)
  }

  private func moved(_ person: Person, to origin: String) -> Person {
    var person = person
    person.avatarURL = person.avatarURL.map { moved($0, to: origin) }
    person.pageURL = person.pageURL.map { moved($0, to: origin) }
    return person
  }

  private func moved(_ page: WebPage, to origin: String) -> WebPage {
    WebPage(moved(page.text, to: origin)) ?? page
  }

  /// Returns a URL of the demo service with its current port.
  ///
  /// Other URLs stay unchanged.
  private func moved(_ address: String, to origin: String) -> String {
    let host = "http://127.0.0.1:"
    guard address.hasPrefix(host) else { return address }
    return origin + address.dropFirst(host.count).drop { $0.isNumber }
  }
}

import Accounts
import HTTP
import Model
import ServiceAPI

/// The service the program talks to: the embedded demo's, or the real one.
package struct Backend: Sendable {
  package var service: any PhotoSource
  /// Nil where the application's keys are not configured.
  package var oauth: (any BrowserSignIn)?
  package var key: SessionKey
  /// What the database keeps the account's data under.
  package var account: String
  /// The session that the configuration itself gives: with it, nobody signs in.
  package var standingSession: Session?
  /// The port of the redirect address; 0 lets the system choose, which only the demo accepts.
  package var redirectPort: Int
  /// Where all addresses of the embedded demo service begin; nil for a service whose addresses
  /// stay.
  ///
  /// It has another port at each start, so what was kept names an old one.
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
  /// Asks the service for its feed, to see whether it knows the application's keys: the sign-in
  /// page would refuse them in the browser, out of the program's sight.
  ///
  /// - Throws: `invalidClient` where it does not know them; other failures say nothing about the
  ///   keys.
  package func checkKeys() async throws(Problem) {
    do throws(Problem) {
      _ = try await service.feedPage(1)
    } catch {
      let refusals: [Problem.Cause] = [.unauthorized, .invalidClient, .refused(.serviceKey)]
      guard refusals.contains(error.cause) else { return }
      throw Problem(.signIn, .invalidClient)
    }
  }
}

extension Backend {
  /// A service as it is set up, with its sign-in.
  ///
  /// - Parameters:
  ///   - credentials: where sessions are kept.
  ///   - session: of whoever is signed in.
  ///   - lockPath: see `SessionRenewal`.
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
  }

  /// A photograph that was kept, with addresses that can be asked today.
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

  /// A person who was kept, with addresses that can be asked today.
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

  /// The address where the demo service is by now.
  private func moved(_ address: String, to origin: String) -> String {
    let host = "http://127.0.0.1:"
    guard address.hasPrefix(host) else { return address }
    return origin + address.dropFirst(host.count).drop { $0.isNumber }
  }
}

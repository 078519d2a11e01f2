import HTTP
import Logging
import Model

/// A service in the catalogue, with everything needed to offer it.
package struct ServiceEntry: Sendable {
  package let description: ServiceDescription
  /// The settings of its section.
  package let settings: [Setting<ServiceSections>]
  /// Sets the service up as its section has it.
  package let setup: @Sendable (ServiceSections) -> ServiceSetup
  /// Sets the embedded demo service up, which answers at this address; only the way of signing in
  /// counts.
  package let demo: @Sendable (_ baseURL: String, ServiceSections) -> ServiceSetup

  package init(
    description: ServiceDescription,
    settings: [Setting<ServiceSections>],
    setup: @escaping @Sendable (ServiceSections) -> ServiceSetup,
    demo: @escaping @Sendable (_ baseURL: String, ServiceSections) -> ServiceSetup
  ) {
    self.description = description
    self.settings = settings
    self.setup = setup
    self.demo = demo
  }
}

extension ServiceEntry: Equatable {
  /// Entries differ in their service.
  package static func == (one: ServiceEntry, other: ServiceEntry) -> Bool {
    one.description.id == other.description.id
  }
}

/// A service as it is configured.
package struct ServiceSetup: Sendable {
  /// What is known of the service, with what this way of signing in allows.
  package var description: ServiceDescription
  /// Under which its session is kept.
  package var key: SessionKey
  /// What the database keeps the account's data under: a demo's and a real one's never mix.
  package var account: String
  package var apiURL: String
  /// Whether the person has set where the service is.
  package var hasOwnAddresses: Bool
  package var signIn: SignInMethod
  /// The service, asked with whatever session there is at the time.
  package var source: @Sendable (ServiceConnection) -> any PhotoSource

  package init(
    description: ServiceDescription,
    key: SessionKey,
    account: String,
    apiURL: String,
    hasOwnAddresses: Bool,
    signIn: SignInMethod,
    source: @escaping @Sendable (ServiceConnection) -> any PhotoSource
  ) {
    self.description = description
    self.key = key
    self.account = account
    self.apiURL = apiURL
    self.hasOwnAddresses = hasOwnAddresses
    self.signIn = signIn
    self.source = source
  }

  /// Whether signing in can be tried at all.
  package var isComplete: Bool {
    switch signIn {
    case .browser(let isComplete, _): isComplete
    case .key(let key): key != nil
    }
  }

  /// The session that the configuration itself gives, so that nobody signs in; nil for others.
  package var standingSession: Session? {
    guard case .key(let token?) = signIn else { return nil }
    return Session(service: key.service, baseURL: key.baseURL, token: token)
  }
}

/// How a service is signed in to.
package enum SignInMethod: Sendable {
  /// In a browser; nil without the application's keys.
  case browser(isComplete: Bool, @Sendable (any HTTPTransport) -> (any BrowserSignIn)?)
  /// Not at all: the configuration has a key; nil where it is missing.
  case key(Secret?)
}

/// What a source asks its service with.
package struct ServiceConnection: Sendable {
  package let transport: any HTTPTransport
  /// Asked before every call, so that the session may change while the source lives.
  package let session: @Sendable () async throws(Problem) -> Session?
  /// A session in place of one that was refused or has ended; nil where only the person can sign in
  /// again.
  package var renew: @Sendable (Session) async throws(Problem) -> Session? = {
    _ async throws(Problem) in nil
  }
  /// Has the person do what a service wants first, and gives what comes of it; nil where they do
  /// not want to, or there is nobody to ask.
  package var check: @Sendable (ServiceCheck) async -> String? = { _ in nil }
  /// Goes on with another session of the same person, and keeps it.
  package var adopt: @Sendable (Session) async throws(Problem) -> Void = {
    _ async throws(Problem) in
  }
  /// The file in which windows agree about the pace of their calls; nil for none.
  package var pacePath: String?
  package let log: Logger

  package init(
    transport: any HTTPTransport,
    session: @escaping @Sendable () async throws(Problem) -> Session?,
    log: Logger
  ) {
    self.transport = transport
    self.session = session
    self.log = log
  }
}

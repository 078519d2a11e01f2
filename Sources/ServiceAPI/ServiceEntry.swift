import HTTP
import Logging
import Model

/// A service in the catalogue, with its settings and its setup.
package struct ServiceEntry: Sendable {
  package let description: ServiceDescription
  /// The settings of the service's section.
  package let settings: [Setting<ServiceSections>]
  /// Returns the setup that the configuration describes.
  package let setup: @Sendable (ServiceSections) -> ServiceSetup
  /// Returns the setup of the embedded demo service at `baseURL`.
  ///
  /// Of the configuration, only the sign-in method is used.
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
  /// Compares entries by their service's ID.
  package static func == (one: ServiceEntry, other: ServiceEntry) -> Bool {
    one.description.id == other.description.id
  }
}

/// A configured service.
package struct ServiceSetup: Sendable {
  /// The service's description, with the capabilities that the sign-in method permits.
  package var description: ServiceDescription
  /// The key that its session is saved under.
  package var key: SessionKey
  /// The key of the account's data in the database.
  ///
  /// Demo accounts and real ones never share a key.
  package var account: String
  package var apiURL: String
  /// Whether the user has configured other base URLs.
  package var hasOwnAddresses: Bool
  package var signIn: SignInMethod
  /// Creates the source.
  ///
  /// It reads the current session before each call.
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

  /// Whether the configuration has the keys that signing in needs.
  package var isComplete: Bool {
    switch signIn {
    case .browser(let isComplete, _): isComplete
    case .key(let key): key != nil
    }
  }

  /// The session made from a key in the configuration, without a sign-in; `nil` for other sign-in
  /// methods.
  package var standingSession: Session? {
    guard case .key(let token?) = signIn else { return nil }
    return Session(service: key.service, baseURL: key.baseURL, token: token)
  }
}

/// The way a service authorizes requests.
package enum SignInMethod: Sendable {
  /// A sign-in in the browser.
  ///
  /// The closure returns `nil` if the application's keys are missing.
  case browser(isComplete: Bool, @Sendable (any HTTPTransport) -> (any BrowserSignIn)?)
  /// No sign-in: the configuration contains a key; `nil` if it is missing.
  case key(Secret?)
}

/// The dependencies of a source: the transport, the session and callbacks to the user.
package struct ServiceConnection: Sendable {
  package let transport: any HTTPTransport
  /// Returns the current session.
  ///
  /// Called before each request, since the session may change.
  package let session: @Sendable () async throws(Problem) -> Session?
  /// Returns a session that replaces one that expired or was refused; `nil` if the user must sign
  /// in again.
  package var renew: @Sendable (Session) async throws(Problem) -> Session? = {
    _ async throws(Problem) in nil
  }
  /// Asks the user to complete a check that the service requires, and returns what they enter.
  ///
  /// `nil` if they decline, or if there is no user to ask.
  package var check: @Sendable (ServiceCheck) async -> String? = { _ in nil }
  /// Switches to another session of the same user, and saves it.
  package var adopt: @Sendable (Session) async throws(Problem) -> Void = {
    _ async throws(Problem) in
  }
  /// The path of the file that coordinates the call rate of several instances of imagefeed; `nil`
  /// for none.
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

import HTTP
import Logging
import Model

/// A service in the catalogue, with its settings and its constructors.
package struct ServiceEntry: Sendable {
  package let description: ServiceDescription
  /// Returns the limits that the service asks its clients to respect, for its hosts.
  package let limits: @Sendable (ServiceSections) -> [HostLimits]
  /// The settings in the service's section of the configuration.
  package let settings: [Setting<ServiceSections>]
  /// Sets up the service according to its section of the configuration.
  package let setup: @Sendable (ServiceSections) -> ServiceSetup
  /// Sets up the embedded demo service at this base URL; `nil` if the demo doesn't imitate the
  /// service.
  ///
  /// From the service's section, only the method of sign-in is used.
  package let demo: (@Sendable (_ baseURL: String, ServiceSections) -> ServiceSetup)?

  package init(
    description: ServiceDescription,
    limits: @escaping @Sendable (ServiceSections) -> [HostLimits] = { _ in [] },
    settings: [Setting<ServiceSections>],
    setup: @escaping @Sendable (ServiceSections) -> ServiceSetup,
    demo: (@Sendable (_ baseURL: String, ServiceSections) -> ServiceSetup)?
  ) {
    self.description = description
    self.limits = limits
    self.settings = settings
    self.setup = setup
    self.demo = demo
  }
}

extension ServiceEntry: Equatable {
  /// Whether both entries are for the same service.
  package static func == (one: ServiceEntry, other: ServiceEntry) -> Bool {
    one.description.id == other.description.id
  }
}

/// A configured service.
package struct ServiceSetup: Sendable {
  /// The facts about the service, with the capabilities that this method of sign-in allows.
  package var description: ServiceDescription
  /// The key of the session in credential stores.
  package var key: SessionKey
  /// The account's name in the database.
  ///
  /// Keeps the demo service and the real one apart.
  package var account: String
  /// The API's base URL without a trailing slash.
  package var apiURL: String
  /// Whether the user has configured URLs that differ from the service's own.
  package var hasOwnAddresses: Bool
  package var signIn: SignInMethod
  /// Returns the photo or list that a URL of the service's website, or an ID, refers to; `nil` if
  /// the text is neither.
  package var target: @Sendable (String) -> AddressTarget?
  /// Creates the service.
  ///
  /// The service requests the current session from the connection before each request.
  package var source: @Sendable (ServiceConnection) -> any PhotoSource

  package init(
    description: ServiceDescription,
    key: SessionKey,
    account: String,
    apiURL: String,
    hasOwnAddresses: Bool,
    signIn: SignInMethod,
    target: @escaping @Sendable (String) -> AddressTarget? = { _ in nil },
    source: @escaping @Sendable (ServiceConnection) -> any PhotoSource
  ) {
    self.description = description
    self.key = key
    self.account = account
    self.apiURL = apiURL
    self.hasOwnAddresses = hasOwnAddresses
    self.signIn = signIn
    self.target = target
    self.source = source
  }

  /// Whether the configuration has everything that sign-in needs.
  package var isComplete: Bool {
    switch signIn {
    case .browser(let isComplete, _): isComplete
    case .key(let key): key != nil
    case .none: true
    }
  }

  /// The session that needs no sign-in; `nil` if users sign in themselves, or without a key.
  ///
  /// The token is the service key of the configuration, or empty for a service without accounts.
  package var standingSession: Session? {
    let token: Secret? =
      switch signIn {
      case .browser: nil
      case .key(let key): key
      case .none: Secret("")
      }
    return token.map { Session(service: key.service, baseURL: key.baseURL, token: $0) }
  }
}

/// The method of sign-in.
package enum SignInMethod: Sendable {
  /// Sign-in in a browser.
  ///
  /// `isComplete` says whether the application's keys are configured. The function creates the
  /// sign-in; it returns `nil` if the keys are missing.
  case browser(isComplete: Bool, @Sendable (any HTTPTransport) -> (any BrowserSignIn)?)
  /// A key in the configuration, without any sign-in; `nil` if the key is missing.
  case key(Secret?)
  /// The service has no accounts, and its requests need no key.
  case none
}

/// The connection of a source to its service.
package struct ServiceConnection: Sendable {
  package let transport: any HTTPTransport
  /// Returns the current session; `nil` if the user isn't signed in.
  ///
  /// Called before each request, because the session may change.
  package let session: @Sendable () async throws(Problem) -> Session?
  /// Returns a new session after one has expired or was rejected; `nil` if the user must sign in
  /// again.
  package var renew: @Sendable (Session) async throws(Problem) -> Session? = {
    _ async throws(Problem) in nil
  }
  /// Shows the user a check that the service requires, such as a captcha, and returns its result.
  ///
  /// `nil` if the user cancels or no user is present.
  package var check: @Sendable (ServiceCheck) async -> String? = { _ in nil }
  /// Replaces the current session with another one of the same user, and stores it.
  package var adopt: @Sendable (Session) async throws(Problem) -> Void = {
    _ async throws(Problem) in
  }
  /// The longest pause that a request waits for; shorter if a user waits for it.
  package var longestPause = Duration.seconds(60)
  /// The user's language, `en` or `ru`, for services that have texts in several.
  package var language = "en"
  /// The file that instances of imagefeed share to limit the rate of their calls; `nil` if there is
  /// none.
  package var rateLimitFile: String?
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

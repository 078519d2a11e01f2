/// Why a service refuses a call, where it says so by a code.
package enum ServiceRefusal: Hashable, Sendable {
  /// The application is disabled or blocked.
  case application
  /// Too many calls within a second, also after waiting.
  case tooFast
  /// The same call too often; the service wants seconds to minutes of rest.
  case flood
  /// The quota of this kind of call is used up, for hours or a day.
  case quota
  /// Only for those who may: private or closed.
  case noAccess(message: String?)
  /// Not with this kind of key.
  case wrongKey
  /// A check for robots: the page to open, where there is one.
  case robotCheck(page: WebPage?)
  /// A confirmation by the account's owner: the page to open.
  case confirmation(page: WebPage?)
  /// Whose photographs they are is deleted, banned or blocked.
  case ownerGone
  /// The service no longer grants this way of signing in to the application.
  case signInClosed
  /// The redirect address is not the one that is registered.
  case redirect
  /// The application's service key is not accepted; nobody is signed in with one.
  case serviceKey
  /// The session has come to its end.
  case sessionExpired
  /// The session was given to another network address.
  case sessionElsewhere
  /// The account is blocked.
  case accountBlocked
  /// A setting names something that the service does not know; `name` as in the file.
  case setting(name: String)
}

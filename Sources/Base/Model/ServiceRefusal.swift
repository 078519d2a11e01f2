/// The reason why a service refuses a call, as reported by an error code.
package enum ServiceRefusal: Hashable, Sendable {
  /// The application is disabled or blocked.
  case application
  /// Too many calls within a second, even after a delay.
  case tooFast
  /// A call was repeated too often. The service requires a pause of seconds to minutes.
  case flood
  /// The quota for this kind of call is used up for hours or a day.
  case quota
  /// The user has no access: the object is private or closed.
  case noAccess(message: String?)
  /// The call can't be made with this kind of key.
  case wrongKey
  /// A bot check is required on `page`; `nil` if the service names no page.
  case robotCheck(page: WebPage?)
  /// The account's owner must confirm the call on `page`; `nil` if the service names no page.
  case confirmation(page: WebPage?)
  /// The owner of the photos is deleted, banned or blocked.
  case ownerGone
  /// The service no longer grants the application this kind of sign-in.
  case signInClosed
  /// The redirect URL differs from the registered one.
  case redirect
  /// The application's service key is rejected. No user is signed in when this key is used.
  case serviceKey
  /// The session has expired.
  case sessionExpired
  /// The session was issued to another IP address.
  case sessionElsewhere
  /// The account is blocked.
  case accountBlocked
  /// A setting has a value that the service doesn't know. `name` is the setting's name in the file.
  case setting(name: String)
}

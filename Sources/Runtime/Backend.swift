import HTTP
import Model
import Services

/// The service the program talks to: the embedded demo's, or the real one.
package struct Backend: Sendable {
  package var service: any PhotoService
  /// Nil where the application's keys are not configured.
  package var oauth: OAuthClient?
  package var key: SessionKey
  /// The port of the redirect address; 0 lets the system choose, which only the demo accepts.
  package var redirectPort: Int

  package init(
    service: any PhotoService,
    oauth: OAuthClient?,
    key: SessionKey,
    redirectPort: Int
  ) {
    self.service = service
    self.oauth = oauth
    self.key = key
    self.redirectPort = redirectPort
  }
}

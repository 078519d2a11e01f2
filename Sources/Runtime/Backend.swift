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
  /// Where all addresses of the embedded demo service begin; nil for a service whose addresses stay.
  ///
  /// It has another port at each start, so what was kept names an old one.
  package var demoOrigin: String?

  package init(
    service: any PhotoService,
    oauth: OAuthClient?,
    key: SessionKey,
    redirectPort: Int,
    demoOrigin: String? = nil
  ) {
    self.service = service
    self.oauth = oauth
    self.key = key
    self.redirectPort = redirectPort
    self.demoOrigin = demoOrigin
  }
}

extension Performer {
  /// A photograph that was kept, with addresses that can be asked today.
  package func renewed(_ photo: Photo) -> Photo {
    guard backend.demoOrigin != nil else { return photo }
    var photo = photo
    photo.pictureURL = renewed(photo.pictureURL)
    photo.pageURL = renewed(photo.pageURL)
    photo.downloadLocation = photo.downloadLocation.map(renewed)
    photo.author = renewed(photo.author)
    return photo
  }

  /// The same of a person.
  func renewed(_ person: Person) -> Person {
    guard backend.demoOrigin != nil else { return person }
    var person = person
    person.avatarURL = person.avatarURL.map(renewed)
    person.pageURL = renewed(person.pageURL)
    return person
  }

  private func renewed(_ address: String) -> String {
    let host = "http://127.0.0.1:"
    guard let origin = backend.demoOrigin, address.hasPrefix(host) else { return address }
    return origin + address.dropFirst(host.count).drop { $0.isNumber }
  }
}

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
    let backend = backend
    var photo = photo
    if let origin = backend.demoOrigin {
      photo.pictureURL = moved(photo.pictureURL, to: origin)
      photo.pageURL = photo.pageURL.map { moved($0, to: origin) }
      photo.downloadLocation = photo.downloadLocation.map { moved($0, to: origin) }
      photo.author = moved(photo.author, to: origin)
    }
    return backend.service.serves(photo) ? backend.service.completed(photo) : photo
  }

  /// The same of a photograph in the gallery.
  func renewed(_ entry: GalleryEntry) -> GalleryEntry {
    var entry = entry
    entry.photo = renewed(entry.photo)
    return entry
  }

  /// The same of a person.
  func renewed(_ person: Person) -> Person {
    let backend = backend
    let person = backend.demoOrigin.map { moved(person, to: $0) } ?? person
    return backend.service.completed(person)
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

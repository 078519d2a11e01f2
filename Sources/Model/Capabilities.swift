/// What can be done here: what the edition has and the service offers.
package struct Capabilities: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Photographs can be liked.
  package static let likes = Self(rawValue: 1 << 0)
  /// Hearts change at once and the service follows; else they wait for its answer.
  package static let eagerLikes = Self(rawValue: 1 << 1)
  /// A photograph in full screen has a heart, too.
  package static let likesInFullScreen = Self(rawValue: 1 << 2)
  /// A list of the photographs that the person likes, on their profile.
  package static let favourites = Self(rawValue: 1 << 3)
  package static let search = Self(rawValue: 1 << 4)
  /// Photographs are downloaded into a gallery, and their files handed to other programs.
  package static let gallery = Self(rawValue: 1 << 5)
  /// Lists, downloads and waiting likes are kept for the next start.
  package static let cache = Self(rawValue: 1 << 6)
  /// Whether the service can be reached is watched, and what got no answer is tried again.
  package static let reconnecting = Self(rawValue: 1 << 7)
  /// Links as QR codes, credits, the photographer's page.
  package static let richSharing = Self(rawValue: 1 << 8)
  /// Who is signed in has a profile.
  package static let profile = Self(rawValue: 1 << 9)
  /// Full screen goes from one photograph to the next by itself.
  package static let slideshow = Self(rawValue: 1 << 10)
  /// Photographers have pages.
  package static let people = Self(rawValue: 1 << 11)
  /// There are photographs by topic.
  package static let topics = Self(rawValue: 1 << 12)
  /// People collect photographs.
  package static let collections = Self(rawValue: 1 << 13)
  /// The person's own collections can be changed.
  package static let collecting = Self(rawValue: 1 << 21)
  /// Photographs can be picked by chance.
  package static let random = Self(rawValue: 1 << 14)
  /// Addresses of the service's site lead to what is shown here.
  package static let opening = Self(rawValue: 1 << 15)
  /// What was opened lately is remembered.
  package static let history = Self(rawValue: 1 << 18)
  /// Several photographs can be marked, and something done with all of them.
  package static let marks = Self(rawValue: 1 << 16)
  /// Neighbours stand under a photograph in full screen.
  package static let filmstrip = Self(rawValue: 1 << 17)
  /// Another service is configured, too.
  package static let services = Self(rawValue: 1 << 20)
}

extension Capabilities {
  /// What depends on likes.
  package static let ofLikes: Capabilities = [.likes, .likesInFullScreen, .favourites]
  /// Capabilities that depend on no service.
  package static let independent: Capabilities = [
    .eagerLikes, .likesInFullScreen, .gallery, .cache, .reconnecting, .richSharing,
    .slideshow, .marks, .filmstrip, .history,
  ]
}

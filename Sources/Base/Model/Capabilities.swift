/// The functions that are available because the edition has them and the service offers them.
package struct Capabilities: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Liking and unliking photos.
  package static let likes = Self(rawValue: 1 << 0)
  /// Optimistic likes: the heart changes before the service responds.
  ///
  /// Without this capability it changes after the response.
  package static let eagerLikes = Self(rawValue: 1 << 1)
  /// Hearts in full screen too.
  package static let likesInFullScreen = Self(rawValue: 1 << 2)
  /// A list of the photos that the user likes, on the profile screen.
  package static let favourites = Self(rawValue: 1 << 3)
  package static let search = Self(rawValue: 1 << 4)
  /// The gallery of downloaded photos; sharing their files with other programs.
  package static let gallery = Self(rawValue: 1 << 5)
  /// The cache: lists, downloads and pending likes are stored for the next launch.
  package static let cache = Self(rawValue: 1 << 6)
  /// Monitoring of the connection; requests that received no response are repeated automatically.
  package static let reconnecting = Self(rawValue: 1 << 7)
  /// QR codes of links, credits, and the photographer's page in the share menu.
  package static let richSharing = Self(rawValue: 1 << 8)
  /// The profile of the signed-in user.
  package static let profile = Self(rawValue: 1 << 9)
  /// The slideshow: full screen shows the next photo automatically.
  package static let slideshow = Self(rawValue: 1 << 10)
  /// Pages of photographers.
  package static let people = Self(rawValue: 1 << 11)
  /// Lists of photos by topic.
  package static let topics = Self(rawValue: 1 << 12)
  /// Collections of photos made by the service's users.
  package static let collections = Self(rawValue: 1 << 13)
  /// Changing the user's own collections.
  package static let collectionEdit = Self(rawValue: 1 << 21)
  /// Random photos.
  package static let random = Self(rawValue: 1 << 14)
  /// Opening URLs of the service's website in imagefeed.
  package static let addressInput = Self(rawValue: 1 << 15)
  /// A history of the photos opened most recently.
  package static let history = Self(rawValue: 1 << 18)
  /// Marking several photos to apply one command to all of them.
  package static let marks = Self(rawValue: 1 << 16)
  /// The filmstrip: the adjacent photos of the list, below the photo in full screen.
  package static let filmstrip = Self(rawValue: 1 << 17)
  /// Switching to another configured service.
  package static let services = Self(rawValue: 1 << 20)
  /// Switching from the sign-in screen to a service without accounts.
  package static let browsing = Self(rawValue: 1 << 28)
  /// Searching for photographers.
  package static let peopleSearch = Self(rawValue: 1 << 23)
  /// Lists of the photos that photographers like.
  package static let othersLikes = Self(rawValue: 1 << 24)
  /// Restricting a search to an orientation or a colour, and sorting its results.
  package static let orientationFilter = Self(rawValue: 1 << 25)
  package static let colorFilter = Self(rawValue: 1 << 26)
  package static let sorting = Self(rawValue: 1 << 27)
  /// Searching all photos instead of the featured ones.
  package static let scopeFilter = Self(rawValue: 1 << 29)
  /// The tab with the user's profile, favourites, or both.
  package static let ownTab = Self(rawValue: 1 << 22)
}

extension Capabilities {
  /// The capabilities that are removed together with `likes`.
  package static let ofLikes: Capabilities = [.likes, .likesInFullScreen, .favourites]
  /// The filters of most services' search.
  package static let searchFilters: Capabilities = [.orientationFilter, .colorFilter, .sorting]
  /// Capabilities that don't depend on the service.
  package static let independent: Capabilities = [
    .eagerLikes, .likesInFullScreen, .gallery, .cache, .reconnecting, .richSharing,
    .slideshow, .marks, .filmstrip, .history, .ownTab,
  ]

  /// Removes likes and the capabilities that depend on them.
  package mutating func withdrawLikes() { subtract(.ofLikes) }
}

extension Edition {
  /// The capabilities of an edition, independent of the service.
  package var capabilities: Capabilities {
    switch self {
    case .basic: [.likes, .profile, .ownTab, .services, .browsing]
    case .extended:
      [
        .likes, .profile, .ownTab, .eagerLikes, .likesInFullScreen, .favourites, .search, .gallery,
        .cache,
        .reconnecting, .richSharing, .slideshow, .marks, .filmstrip, .people, .topics, .collections,
        .collectionEdit, .random, .addressInput, .history, .services, .peopleSearch,
        .othersLikes, .browsing, .orientationFilter, .colorFilter, .sorting,
        .scopeFilter,
      ]
    }
  }
}

extension Launch {
  /// The capabilities of this edition and service, including those that the service has withdrawn
  /// since.
  package var capabilities: Capabilities {
    var others: Capabilities = otherServices.isEmpty ? [] : .services
    if openService != nil { others.insert(.browsing) }
    let own: Capabilities = service.opensFilmstrip ? .filmstrip : []
    var all = edition.capabilities.union(own).intersection(
      service.capabilities.union(service.searchFilters).union(.independent).union(others)
    )
    if !all.contains(.likes) { all.withdrawLikes() }
    if all.isDisjoint(with: [.profile, .favourites]) { all.remove(.ownTab) }
    return all
  }
}

import Model

extension Edition {
  /// The capabilities of an edition, independent of the service.
  package var capabilities: Capabilities {
    switch self {
    case .basic: [.likes, .profile, .services]
    case .extended:
      [
        .likes, .profile, .eagerLikes, .likesInFullScreen, .favourites, .search, .gallery, .cache,
        .reconnecting, .richSharing, .slideshow, .marks,
        .filmstrip, .people, .topics, .collections, .collectionEdit, .random, .addressInput,
        .history,
        .services,
      ]
    }
  }
}

extension Capabilities {
  /// Removes likes and the capabilities that depend on them.
  fileprivate mutating func withdrawLikes() { subtract(.ofLikes) }
}

extension Launch {
  /// The capabilities of this edition and service, including those that the service has withdrawn
  /// since.
  package var capabilities: Capabilities {
    let others: Capabilities = otherServices.isEmpty ? [] : .services
    let own: Capabilities = service.opensFilmstrip ? .filmstrip : []
    var all = edition.capabilities.union(own).intersection(
      service.capabilities.union(.independent).union(others)
    )
    if !all.contains(.likes) { all.withdrawLikes() }
    return all
  }
}

extension Library {
  /// The capabilities available now.
  ///
  /// The only code that subtracts withdrawn ones.
  package var capabilities: Capabilities {
    var all = launch.capabilities
    if likes.isUnavailable { all.withdrawLikes() }
    return all
  }

  package func offers(_ capability: Capabilities) -> Bool {
    capabilities.isSuperset(of: capability)
  }
}

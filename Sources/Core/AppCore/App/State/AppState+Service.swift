import Model

extension AppState {
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

  /// Whether the current service has a photo.
  ///
  /// The gallery contains photos of all services and of the demo, whose IDs look alike. No request
  /// may name a photo of another service.
  package func serves(_ id: Photo.ID) -> Bool {
    guard launch.service(of: id).id == launch.service.id else { return false }
    guard !launch.isDemo, !launch.hasOwnAddresses else { return true }
    return photos[id]?.picture.isLoopback != true
  }
}

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

extension AppState {
  /// The effects that restart the program with the next available service; empty if there is none.
  var switchService: [Effect] { nextService.map { [.terminal(.switchService($0.id))] } ?? [] }

  /// The next available service: on the sign-in screen one to sign in to, if there is one.
  package var nextService: ServiceDescription? {
    let others = launch.otherServices
    return (stage == .signIn ? others.first(where: \.hasAccounts) : nil) ?? others.first
  }
}

import Model
import ServiceAPI

extension ServiceDescription {
  package static let vk = vk(.serviceKey)

  /// Returns the facts about VK, with the capabilities that a method of sign-in allows.
  ///
  /// A service key allows neither likes nor a profile.
  package static func vk(_ way: VKConfiguration.SignIn) -> ServiceDescription {
    let personal: Capabilities = [.likes, .profile]
    var service = ServiceDescription(
      id: .vk,
      name: "VK",
      capabilities: Capabilities([.addressInput, .topics]).union(
        way == .serviceKey ? [] : personal
      ),
      pageSize: 100
    )
    service.title = way == .serviceKey ? nil : "Mobile Up Gallery"
    service.signsInOldApplicationsOnly = way == .implicit
    service.needsSession = true
    service.paging = .offset
    service.hasAlbums = true
    // The photos of an album belong together.
    service.opensFilmstrip = true
    service.announcesSaves = true
    service.setup = [.text("service = \"vk\""), .text("[vk]")] + settings(way)
    return service
  }

  private static func settings(_ way: VKConfiguration.SignIn) -> [SetupLine] {
    switch way {
    case .serviceKey: [.value(key: "service_key", .serviceKey)]
    case .vkID: [.number(key: "app_id", .applicationID)]
    case .implicit: [.text("sign_in = \"implicit\""), .number(key: "app_id", .applicationID)]
    }
  }
}

extension ServiceEntry {
  package static let vk = ServiceEntry(
    description: .vk,
    settings: VKConfiguration.settings,
    setup: { setup($0.vk, SessionKey(service: .vk, baseURL: $0.vk.apiURL)) },
    demo: { setup(.demo(baseURL: $0, signIn: $1.vk.signIn), .demo(of: .vk)) }
  )

  private static func setup(_ configuration: VKConfiguration, _ key: SessionKey) -> ServiceSetup {
    ServiceSetup(
      description: .vk(configuration.way),
      key: key,
      // The cached feed belongs to one album, so the account's name includes it.
      account: key.account + " \(configuration.owner)_\(configuration.album)",
      apiURL: configuration.apiURL,
      hasOwnAddresses: configuration.hasOwnAddresses,
      signIn: signIn(configuration, key),
      target: { VKSource.target(of: $0, site: configuration.webURL) },
      source: { VKSource(configuration, $0) }
    )
  }

  private static func signIn(
    _ configuration: VKConfiguration,
    _ key: SessionKey
  ) -> SignInMethod {
    guard configuration.way != .serviceKey else { return .key(configuration.serviceKey) }
    return .browser(isComplete: configuration.appID != nil) { transport in
      VKSignIn(configuration, key: key, transport: transport)
    }
  }
}

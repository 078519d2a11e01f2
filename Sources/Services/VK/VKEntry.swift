import Model

extension ServiceDescription {
  package static let vk = ServiceDescription(
    id: .vk,
    name: "VK",
    // What a service key may not do is not there: likes, and whoever would be signed in.
    capabilities: .opening,
    pageSize: 100,
    paging: .places,
    // An album belongs together.
    opensFilmstrip: true,
    setup: [
      .text("service = \"vk\""),
      .text("[vk]"),
      .value(key: "service_key", .serviceKey),
    ]
  )
}

extension ServiceEntry {
  static let vk = ServiceEntry(
    description: .vk,
    settings: Configuration.VK.settings,
    setup: { setup($0.vk, SessionKey(service: .vk, baseURL: $0.vk.apiURL)) },
    demo: { setup(.demo(baseURL: $0), .demo(of: .vk)) }
  )

  private static func setup(_ configuration: Configuration.VK, _ key: SessionKey) -> ServiceSetup {
    ServiceSetup(
      key: key,
      // What is kept of the feed is one album's.
      account: key.account + " \(configuration.owner)_\(configuration.album)",
      apiURL: configuration.apiURL,
      hasOwnAddresses: configuration.hasOwnAddresses,
      signIn: .key(configuration.serviceKey),
      source: { VKSource(configuration, $0) }
    )
  }
}

import Accounts
import Model
import ServiceAPI

extension ServiceDescription {
  // The query items of links are required by the guidelines:
  // https://help.unsplash.com/en/articles/2511245-unsplash-api-guidelines
  package static let unsplash = {
    var service = ServiceDescription(
      id: .unsplash,
      name: "Unsplash",
      capabilities: [
        .likes, .favourites, .search, .profile, .people, .peopleSearch, .othersLikes, .topics,
        .collections, .random, .addressInput,
      ],
      // The maximum page size; the service reduces larger numbers without an error.
      pageSize: 30
    )
    // The service returns no search results after these.
    service.searchDepth = 6_000
    service.attribution = "utm_source=imagefeed&utm_medium=referral"
    service.licensePage = WebPage("https://unsplash.com/license")
    service.setup = [
      .text("[unsplash]"),
      .value(key: "access_key", .accessKey),
      .value(key: "secret_key", .secretKey),
    ]
    service.developerPage = WebPage("https://unsplash.com/oauth/applications")
    service.permissions = ["Public access", "Read user access", "Write likes access"]
    return service
  }()
}

extension ServiceEntry {
  package static let unsplash = ServiceEntry(
    description: .unsplash,
    settings: UnsplashConfiguration.settings,
    setup: { setup($0.unsplash, $0.unsplash.sessionKey) },
    demo: { baseURL, _ in
      var demo = UnsplashConfiguration.demo(baseURL: baseURL)
      // The demo's application has every permission.
      demo.editsCollections = true
      return setup(demo, .demo(of: .unsplash))
    }
  )

  private static func setup(
    _ configuration: UnsplashConfiguration,
    _ key: SessionKey
  ) -> ServiceSetup {
    let application = configuration.application
    var description = ServiceDescription.unsplash
    if configuration.editsCollections {
      description.capabilities.insert(.collectionEdit)
      description.permissions += ["Read collections access", "Write collections access"]
    }
    return ServiceSetup(
      description: description,
      key: key,
      account: key.account,
      apiURL: configuration.apiURL,
      hasOwnAddresses: configuration.hasOwnAddresses,
      signIn: .browser(isComplete: application.isComplete) { transport in
        OAuthClient(application, key: key, transport: transport)
      },
      target: { UnsplashService.target(of: $0, site: configuration.webURL) },
      source: { connection in
        UnsplashService(
          configuration,
          transport: connection.transport,
          session: connection.session,
          log: connection.log
        )
      }
    )
  }
}

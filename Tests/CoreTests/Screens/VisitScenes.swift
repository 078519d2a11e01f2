import AppCore
import Canvas
import Harness
import Model

/// Photographers, topics and collections, and their choosers.
extension Scene {
  private static let text = "Light, weather and small towns.\r\nMostly film, sometimes not."

  private static let person = Person(
    username: "anniespratt",
    name: "Annie Spratt",
    bio: text,
    location: "Tulum, Mexico",
    pageURL: "https://unsplash.com/@anniespratt",
    totalLikes: 14_402,
    totalPhotos: 22_112
  )

  private static let topics = [
    ("mountains", "Mountains", 12_340), ("morning-fog", "morning fog", 9_871),
    ("田中", "田中 健二", 451), ("anna", "\u{1B}]0;evil\u{7}", 3),
  ].map { slug, title, total in
    ListOffer(.topic(slug), ListInfo(title: title, description: text, total: total))
  }

  private static func visit(_ size: Size, _ list: ListID = .photographer("anniespratt")) -> Sample {
    var sample = Sample(size.width, size.height, edition: .extended)
    sample.state = Sample.feed(size, edition: .extended)
    let author = AppAction.visits(.authorPressed(Sample.id(0)))
    sample.reduce(list.person == nil ? .visits(.opened(list)) : author)
    return sample
  }

  private static func loaded(_ sample: inout Sample, _ list: ListID) {
    let page = Page(photos: Array(Sample.photos.prefix(8)), next: nil, total: 8)
    sample.reduce(.feed(.pageLoaded(1, .success(page)), in: list))
  }

  /// Returns the chooser of the collections that a photo can be added to.
  private static func collectionEdit(_ size: Size) -> AppState {
    var sample = Sample(size.width, size.height, edition: .extended)
    sample.state = Sample.feed(size, edition: .extended)
    sample.state.launch.service.capabilities.insert(.collectionEdit)
    sample.state.account?.username = "anniespratt"
    sample.state.photos[Sample.id(0)]?.collections = ["1"]
    let offers = [("1", "Fog", 12), ("2", "Rooms to read in", 1_204), ("3", "田中", 0)].map {
      ListOffer(.collection($0.0), ListInfo(title: $0.1, total: $0.2))
    }
    let page = OfferPage(offers: offers, next: nil)
    sample.reduce(
      .pressed(.collect),
      .chooser(.loaded(.collections(of: "anniespratt"), page: 1, .success(page))),
      .pressed(.moveDown)
    )
    return sample.state
  }

  static let visits = [
    Scene("photographer") { size in
      var sample = visit(size)
      sample.reduce(.visits(.personLoaded("anniespratt", .success(person))))
      loaded(&sample, .photographer("anniespratt"))
      return sample.state
    },
    Scene("photographer-loading") { visit($0).state },
    Scene("photographer-missing") { size in
      var sample = visit(size)
      let problem = Problem(.photographer, .notFound)
      sample.reduce(
        .visits(.personLoaded("anniespratt", .failure(problem))),
        .feed(.pageLoaded(1, .failure(problem)), in: .photographer("anniespratt"))
      )
      return sample.state
    },
    Scene("topic") { size in
      var sample = visit(size, .topic("mountains"))
      sample.reduce(.visits(.infoLoaded(.topic("mountains"), .success(topics[0]))))
      loaded(&sample, .topic("mountains"))
      return sample.state
    },
    Scene("topics") { size in
      var sample = Sample(size.width, size.height, edition: .extended)
      sample.state = Sample.feed(size, edition: .extended)
      sample.reduce(
        .pressed(.topics),
        .chooser(.loaded(.topics, page: 1, .success(OfferPage(offers: topics, next: nil)))),
        .pressed(.moveDown)
      )
      return sample.state
    },
    Scene("topics-not-loaded") { size in
      var sample = Sample(size.width, size.height, edition: .extended)
      sample.state = Sample.feed(size, edition: .extended)
      let problem = Problem(.topics, .server(status: 503))
      sample.reduce(.pressed(.topics), .chooser(.loaded(.topics, page: 1, .failure(problem))))
      return sample.state
    },
    Scene("topics-failed") { size in
      var sample = Sample(size.width, size.height, edition: .extended)
      sample.state = Sample.feed(size, edition: .extended)
      let problem = Problem(.topics, .server(status: 503))
      sample.reduce(.pressed(.topics), .chooser(.loaded(.topics, page: 1, .failure(problem))))
      sample.reduce(.overlay(.typed(.insert("x")), in: .chooser))
      return sample.state
    },
    Scene("feed-topic") { size in
      var sample = Sample(size.width, size.height, edition: .extended)
      sample.state = Sample.feed(size, edition: .extended)
      sample.reduce(
        .pressed(.topics),
        .chooser(.loaded(.topics, page: 1, .success(OfferPage(offers: topics, next: nil))))
      )
      sample.reduce(.overlay(.listPressed(.topic("mountains")), in: .chooser))
      loaded(&sample, .topic("mountains"))
      return sample.state
    },
    Scene("collecting") { collectionEdit($0) },
    Scene("collecting-new") { size in
      var state = collectionEdit(size)
      for action: AppAction in [
        .overlay(.typed(.insert("Winter light")), in: .chooser), .pressed(.moveDown),
      ] { _ = AppReducer.reduce(&state, action) }
      return state
    },
    Scene("collecting-refused") { size in
      var state = collectionEdit(size)
      _ = AppReducer.reduce(&state, .pressed(.moveDown))
      _ = AppReducer.reduce(&state, .pressed(.open))
      let change = CollectionChange(Sample.id(0), in: "2", true)
      let problem = Problem(.collectionEdit, .forbidden(message: nil))
      _ = AppReducer.reduce(&state, .collectionEdit(.answered(change, .failure(problem))))
      return state
    },
    Scene("address-unknown") { size in
      var sample = Sample(size.width, size.height, edition: .extended)
      sample.state = Sample.feed(size, edition: .extended)
      sample.reduce(.pressed(.openAddress))
      sample.reduce(.overlay(.typed(.insert("api.com")), in: .address))
      sample.reduce(.pressed(.open), .addressInput(.unknown))
      return sample.state
    },
    Scene("history-empty") { size in visit(size, .history).state },
  ]
}

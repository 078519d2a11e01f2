import AppCore
import Canvas
import Harness
import Model

/// Favourites, and data cached by an earlier run.
extension Scene {
  static let favourites = [
    Scene("profile-sign-out") { size in
      list(size) { $0.reduce(.pressed(.moveUp)) }
    },
    Scene("profile-failed-extended") { size in
      Sample.feed(size, edition: .extended) {
        $0.reduce(
          .tabPressed(.profile),
          .profile(.loaded(.failure(Problem(.profile, .server(status: 503)))))
        )
      }
    },
    Scene("profile-collections") { size in
      list(size) {
        $0.reduce(loadedCollections)
        for _ in 0..<6 { $0.reduce(.pressed(.moveDown)) }
        $0.reduce(.pressed(.moveRight))
      }
    },
    Scene("profile-collections-alone") { size in
      profile(size) {
        $0.reduce(
          .feed(.pageLoaded(1, .success(Page(photos: [], next: nil, total: 0))), in: .favourites),
          loadedCollections
        )
      }
    },
    Scene("profile-collections-failed") { size in
      list(size) {
        $0.reduce(
          .chooser(
            .loaded(
              .collections(of: "anna_k"),
              page: 1,
              .failure(Problem(.collection, .server(status: 503)))
            )
          ),
          .pressed(.last)
        )
      }
    },
    Scene("profile-likes-withdrawn") { size in
      list(size) { $0.state.likes.isUnavailable = true }
    },
    Scene("extended-profile") { profile($0) },
    Scene("extended-profile-kept") { size in
      Sample.feed(size, edition: .extended) {
        $0.reduce(
          .tabPressed(.profile),
          .cache(.profileRead(Sample.person, age: .seconds(3 * 86_400))),
          .profile(.loaded(.failure(noAnswer)))
        )
      }
    },
    Scene("favourites") { list($0) },
    Scene("favourites-unliked") { size in
      list(size) { $0.reduce(.pressed(.moveRight), .pressed(.like)) }
    },
    Scene("favourites-single") { list($0) { $0.reduce(.pressed(.format), .pressed(.format)) } },
    Scene("favourites-empty") { size in
      profile(size) {
        $0.reduce(
          .feed(.pageLoaded(1, .success(Page(photos: [], next: nil, total: 0))), in: .favourites)
        )
      }
    },
    Scene("favourites-failed") { size in
      profile(size) {
        $0.reduce(
          .feed(
            .pageLoaded(1, .failure(Problem(.favourites, .server(status: 503)))),
            in: .favourites
          )
        )
      }
    },
    Scene("kept-feed-offline") { kept($0) },
    Scene("kept-feed-offline-end") { size in
      kept(size) { $0.reduce(.pressed(.last), .feed(.pageLoaded(2, .failure(noAnswer)))) }
    },
    Scene("kept-feed-newer") { size in
      let newer = Sample.photos.prefix(3).map { photo in
        Photo(
          id: Photo.ID(service: "unsplash", value: photo.id.value + "-new"),
          width: photo.width,
          height: photo.height,
          author: photo.author,
          picture: photo.picture,
          pageURL: photo.pageURL
        )
      }
      return kept(size, isOffline: false) {
        $0.reduce(.feed(.pageLoaded(1, .success(Page(photos: newer, next: 2)))))
      }
    },
    Scene("extended-feed-likes-wait") { size in
      Sample.feed(size, edition: .extended) {
        let spent = Problem(.like, .rateLimited(minutes: 12))
        $0.reduce(
          .pressed(.like),
          .likes(.answered(Sample.id(0), liked: true, .failure(spent)))
        )
      }
    },
    Scene("sign-out-losing-likes") { size in
      profile(size) {
        $0.reduce(
          .likes(.heartPressed(Sample.id(0))),
          .likes(.heartPressed(Sample.id(2))),
          .pressed(.signOut)
        )
      }
    },
    Scene("database-set-aside") { size in
      Sample.feed(size, edition: .extended) {
        let path = "/home/anna/.local/share/imagefeed/imagefeed.db.damaged-20261121-110300"
        $0.reduce(.dataFile(.databaseSetAside(path: path)))
      }
    },
  ]

  private static var loadedCollections: AppAction {
    let titles = [
      "Fog", "Morning fog over the hills", "Rooms", "Winter light", "Light", "Mountains",
    ]
    let offers = titles.enumerated().map { index, title in
      let photo = Sample.photos[index]
      let cover = Cover(photo.picture, width: photo.width, height: photo.height)
      return ListOffer(
        .collection("\(index)"),
        ListInfo(title: title, total: index * 17, cover: cover)
      )
    }
    let page = OfferPage(offers: offers, next: nil)
    return .chooser(.loaded(.collections(of: "anna_k"), page: 1, .success(page)))
  }

  private static let noAnswer = Problem(.feed, .unresolvedHost("api.unsplash.com"))

  private static func profile(
    _ size: Size,
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    Sample.feed(size, edition: .extended) { sample in
      sample.reduce(
        .tabPressed(.profile),
        .profile(.loaded(.success(Sample.person))),
        .pictureChanged(PictureKey(.avatar("anna_k"), .thumbnail), .thumbnail)
      )
      change(&sample)
    }
  }

  private static func list(
    _ size: Size,
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    profile(size) { sample in
      let page = Page(photos: Array(Sample.photos.prefix(6)), next: nil, total: 6)
      sample.reduce(.feed(.pageLoaded(1, .success(page)), in: .favourites))
      change(&sample)
    }
  }

  /// Returns the feed as cached two hours ago.
  private static func kept(
    _ size: Size,
    isOffline: Bool = true,
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    var sample = Sample(size.width, size.height, edition: .extended)
    let list = CachedList(photos: Sample.photos, next: 2, time: 0)
    sample.reduce(
      .sessionRead(.success(Account(username: "anna_k"))),
      .cache(.listRead(.feed, list, age: .seconds(2 * 3_600)))
    )
    if isOffline { sample.reduce(.feed(.pageLoaded(1, .failure(noAnswer)))) }
    change(&sample)
    return sample.state
  }
}

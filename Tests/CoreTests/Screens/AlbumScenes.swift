import AppCore
import Canvas
import Harness
import Localization
@testable import Model
import Screens
import Testing

/// A service of albums, such as VK: its sign-in, an album, a photo, and the results of saving.
extension Scene {
  static let albumService = ServiceDescription(
    id: "vk",
    name: "VK",
    title: "Mobile Up Gallery",
    capabilities: [.addressInput, .topics, .likes, .profile],
    pageSize: 100,
    paging: .offset,
    hasAlbums: true,
    opensFilmstrip: true,
    announcesSaves: true,
    setup: [
      .text("service = \"vk\""), .text("[vk]"), .number(key: "app_id", .applicationID),
    ]
  )

  private static let path = "/home/anna/Pictures/id1000001-457239018.jpg"

  private static func sample(_ size: Size, _ edition: Edition = .extended) -> Sample {
    var sample = Sample(size.width, size.height, edition: edition)
    sample.state.launch.service = albumService
    return sample
  }

  private static func album(
    _ size: Size,
    _ edition: Edition = .extended,
    isEmpty: Bool = false,
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    var sample = sample(size, edition)
    sample.reduce(.sessionRead(.success(Account(username: "id1000001"))))
    let info = ListInfo(title: "Mobile Up", total: 143)
    let page =
      isEmpty ? Page(photos: [], next: nil) : Page(photos: Sample.photos, next: 13, total: 143)
    sample.reduce(
      .visits(.infoLoaded(.feed, .success(ListOffer(.feed, info)))),
      .feed(.pageLoaded(1, .success(page)))
    )
    change(&sample)
    return sample.state
  }

  /// Returns full screen after saving the photo has ended.
  private static func saved(_ size: Size, _ result: Result<DownloadOutcome, Problem>) -> AppState {
    album(size) {
      $0.reduce(
        .pressed(.open),
        .pressed(.share),
        .share(.rowPressed(.save)),
        .downloads(.ended(DownloadID(Sample.id(0), to: .pictures), result))
      )
    }
  }

  /// Returns an album whose next page waits for a check that VK requires.
  private static func checked(
    _ size: Size,
    _ kind: ServiceCheck.Kind,
    isRepeated: Bool = false
  ) -> AppState {
    album(size) {
      $0.reduce(.check(.asked(ServiceCheck(kind, page: page(kind), isRepeated: isRepeated))))
    }
  }

  private static func page(_ kind: ServiceCheck.Kind) -> WebPage {
    switch kind {
    case .letters: "https://api.vk.ru/captcha.php?sid=239633676097&s=1"
    case .robot: "https://id.vk.ru/not_robot_captcha?domain=vk.com&session_token=eyJhbGciOiJIUzI1"
    case .confirmation: "https://m.vk.ru/login?act=security_check&api_hash=8d9c1f8a7b"
    }
  }

  static let albums = [
    Scene("album-sign-in") { size in
      var sample = sample(size)
      sample.reduce(.sessionRead(.success(nil)))
      return sample.state
    },
    Scene("album-not-configured") { size in
      var sample = sample(size)
      sample.state.launch.setup = .notConfigured(path: "/home/anna/.config/imagefeed/config.toml")
      sample.reduce(.sessionRead(.success(nil)), .pressed(.openAgain))
      return sample.state
    },
    Scene("album-setup") { size in
      var sample = sample(size)
      sample.state.launch.setup = .notConfigured(path: "/home/anna/.config/imagefeed/config.toml")
      sample.reduce(.sessionRead(.success(nil)))
      return sample.state
    },
    Scene("album-other-service") { size in
      var sample = sample(size)
      sample.state.launch.otherServices = [Given.unsplash]
      sample.reduce(.sessionRead(.success(nil)))
      return sample.state
    },
    Scene("album-check-letters") { checked($0, .letters) },
    Scene("album-check-robot") { checked($0, .robot) },
    Scene("album-check-confirmation") { checked($0, .confirmation, isRepeated: true) },
    Scene("album") { album($0) },
    Scene("album-basic") { album($0, .basic) },
    Scene("album-empty") { album($0, isEmpty: true) },
    Scene("album-list") { size in
      album(size) {
        let cover = Cover(.derived(from: "c"), width: 300, height: 200)
        let offers = [
          ListOffer(.feed, ListInfo(title: "Mobile Up", total: 143, cover: cover)),
          ListOffer(.topic("-1_2"), ListInfo(title: "Spring & summer", total: 26, cover: cover)),
          ListOffer(.topic("-1_3"), ListInfo(title: "Empty", total: 0)),
        ]
        $0.reduce(
          .pressed(.topics),
          .chooser(.loaded(.topics, page: 1, .success(OfferPage(offers: offers, next: nil)))),
          .pressed(.moveDown)
        )
      }
    },
    Scene("album-photo") { size in album(size) { $0.reduce(.pressed(.open)) } },
    Scene("album-photo-basic") { size in album(size, .basic) { $0.reduce(.pressed(.open)) } },
    Scene("album-saved") { saved($0, .success(.saved(path: path))) },
    Scene("album-not-saved") { size in
      saved(size, .failure(Problem(.save, .diskFull(path: "/home/anna/Pictures"))))
    },
    Scene("album-session-in-file") { size in
      album(size) { $0.reduce(.dataFile(.sessionInFile(.locked))) }
    },
    Scene("album-keyring-locked") { size in
      album(size) {
        $0.reduce(.feed(.pageLoaded(13, .failure(Problem(.session, .keyring(.locked))))))
      }
    },
  ]
}

import AppCore
import Canvas
import Harness
import Imaging
import Model
import Testing

/// A state with a snapshot, by name.
struct Scene: Sendable, CustomTestStringConvertible {
  let name: String
  let state: @Sendable (Size) -> AppState

  init(_ name: String, _ state: @escaping @Sendable (Size) -> AppState) {
    self.name = name
    self.state = state
  }

  var testDescription: String { name }

  static let all =
    signIn + feed + photo + rest + extended + sharing + search + favourites + downloads + gallery
    + palette + visits

  private static let offline = Problem(.feed, .unresolvedHost("api.unsplash.com"))

  static let signIn = [
    Scene("splash") { Sample($0.width, $0.height).state },
    Scene("sign-in") { Sample.signIn($0) },
    Scene("sign-in-demo") { size in
      var sample = Sample(size.width, size.height, isDemo: true)
      sample.reduce(.sessionRead(.success(nil)))
      return sample.state
    },
    Scene("sign-in-mosaic") { size in
      Sample.signIn(size) { $0.reduce(.signIn(.backdropFound(Sample.bundled))) }
    },
    Scene("splash-mosaic") { size in
      var sample = Sample(size.width, size.height)
      sample.reduce(.signIn(.backdropFound(Sample.bundled)))
      return sample.state
    },
    Scene("sign-in-no-photos") { size in
      Sample.signIn(size) { $0.reduce(.signIn(.backdropFound([]))) }
    },
    Scene("sign-in-setup") { size in
      var sample = Sample(size.width, size.height, setup: .notConfigured(path: "/c"))
      sample.reduce(.sessionRead(.success(nil)), .signIn(.backdropFound(Sample.bundled)))
      return sample.state
    },
    Scene("sign-in-not-configured") { size in
      var sample = Sample(
        size.width,
        size.height,
        setup: .notConfigured(path: "/home/anna/.config/imagefeed/config.toml")
      )
      sample.reduce(.sessionRead(.success(nil)), .pressed(.openAgain))
      return sample.state
    },
    Scene("sign-in-keys") { size in
      Sample.signIn(size) {
        $0.state.launch.setup = .notConfigured(path: "/c")
        $0.reduce(.pressed(.openAgain), .pressed(.paste))
        $0.reduce(.signIn(.typed(.insert("4f1c9ae07b25d8"))), .pressed(.open))
        $0.reduce(.signIn(.typed(.insert("e88"))))
      }
    },
    Scene("sign-in-preparing") { Sample.signIn($0) { $0.reduce(.signIn(.signInPressed)) } },
    Scene("sign-in-waiting") { Sample.waiting($0) },
    Scene("sign-in-waiting-code") { size in
      Sample.waiting(size, .outOfBand(warning: nil)) {
        $0.reduce(.signIn(.codeMade(QREncoder.encode(Sample.authorize.text))))
      }
    },
    Scene("sign-in-waiting-no-browser") { Sample.waiting($0, hasBrowser: false) },
    Scene("sign-in-code") { Sample.waiting($0, .outOfBand(warning: nil)) },
    Scene("sign-in-port-busy") {
      Sample.waiting($0, .outOfBand(warning: Problem(.signIn, .portBusy(7436))))
    },
    Scene("sign-in-input") { size in
      Sample.waiting(size) { $0.reduce(.pressed(.paste)) }
    },
    Scene("sign-in-input-rejected") { size in
      Sample.waiting(size) {
        $0.reduce(
          .signIn(.pasted("http://localhost:7436/?q=weather+in+oslo+on+the+weekend+and+after")),
          .signIn(.pasteRejected(Problem(.signIn, .notACallback)))
        )
      }
    },
    Scene("sign-in-address") { size in
      Sample.waiting(size, .address(warning: nil)) {
        let address = "https://oauth.vk.com/blank.html#access_token=vk1.a.hush&user_id=1"
        $0.reduce(.pressed(.paste), .signIn(.typed(.insert(address))))
      }
    },
    Scene("sign-in-exchanging") { Sample.waiting($0) { $0.reduce(.signIn(.exchanging)) } },
    Scene("sign-in-cancel") { Sample.waiting($0) { $0.reduce(.pressed(.back)) } },
    Scene("sign-in-refused") { size in
      Sample.waiting(size) {
        $0.reduce(.signIn(.finished(.failure(Problem(.signIn, .accessDenied)))))
      }
    },
  ]

  static let feed = [
    Scene("feed") { Sample.feed($0) },
    Scene("feed-second") { Sample.feed($0) { $0.reduce(.pressed(.moveRight)) } },
    Scene("feed-sponsored-wide-name") { size in
      Sample.feed(size) { $0.reduce(.pressed(.moveRight), .pressed(.moveRight)) }
    },
    Scene("feed-scrolled") { size in
      Sample.feed(size) { $0.reduce(.feed(.scrolled(rows: size.height / 2))) }
    },
    Scene("feed-loading") { size in
      var sample = Sample(size.width, size.height)
      sample.reduce(.sessionRead(.success(Account())))
      return sample.state
    },
    Scene("feed-empty") { size in
      var sample = Sample(size.width, size.height, isDemo: true)
      sample.reduce(
        .sessionRead(.success(Account())),
        .feed(.pageLoaded(1, .success(Page(photos: [], next: nil))))
      )
      return sample.state
    },
    Scene("feed-failed") { size in
      var sample = Sample(size.width, size.height)
      sample.reduce(
        .sessionRead(.success(Account())),
        .feed(.pageLoaded(1, .failure(offline)))
      )
      return sample.state
    },
    Scene("feed-rate-limited") { size in
      var sample = Sample(size.width, size.height)
      sample.reduce(
        .sessionRead(.success(Account())),
        .budgetChanged(RateBudget(limit: 50, remaining: 0)),
        .feed(.pageLoaded(1, .failure(Problem(.feed, .rateLimited(minutes: 17)))))
      )
      return sample.state
    },
    Scene("feed-page-loading") { Sample.feed($0) { $0.reduce(.pressed(.last)) } },
    Scene("feed-page-failed") { size in
      Sample.feed(size) {
        $0.reduce(
          .pressed(.last),
          .feed(.pageLoaded(2, .failure(offline)))
        )
      }
    },
    Scene("feed-end") { Sample.feed($0, next: nil) { $0.reduce(.pressed(.last)) } },
    Scene("feed-picture-failed") { size in
      Sample.feed(size) {
        $0.reduce(
          .pictureChanged(
            PictureKey(.photo(Sample.id(0)), .thumbnail),
            .failed(Problem(.picture, .notFound))
          )
        )
      }
    },
    Scene("feed-like-pending") { Sample.feed($0) { $0.reduce(.pressed(.like)) } },
    Scene("feed-like-failed") { size in
      Sample.feed(size) {
        $0.reduce(
          .pressed(.like),
          .likes(
            .answered(Sample.id(0), liked: true, .failure(Problem(.like, .server(status: 500))))
          )
        )
      }
    },
    Scene("feed-likes-gone") { size in
      Sample.feed(size) { $0.state.likes.isUnavailable = true }
    },
    Scene("feed-details") { size in
      Sample.feed(size) { sample in
        sample.reduce(.pressed(.details))
        var photo = Sample.photos[0]
        photo.details = Sample.details
        sample.reduce(.details(.loaded(photo.id, .success(photo))))
      }
    },
    Scene("feed-details-loading") { Sample.feed($0) { $0.reduce(.pressed(.details)) } },
    Scene("feed-details-failed") { size in
      Sample.feed(size) {
        $0.reduce(
          .pressed(.details),
          .details(
            .loaded(Sample.id(0), .failure(Problem(.details, .timedOut(host: "api.unsplash.com"))))
          )
        )
      }
    },
    Scene("feed-demo-budget-low") { size in
      Sample.feed(size, isDemo: true) {
        $0.reduce(.budgetChanged(RateBudget(limit: 50, remaining: 9)), .pressed(.refresh))
      }
    },
    Scene("feed-notice") { size in
      Sample.feed(size) {
        $0.reduce(.pressed(.share), .share(.rowPressed(.copyLink)))
      }
    },
  ]

  static let photo = [
    Scene("photo") { Sample.photo($0) },
    Scene("photo-portrait-loading") { size in
      Sample.photo(size, 1) {
        $0.reduce(.pictureChanged(PictureKey(.photo(Sample.id(1)), .full), .blurHash))
      }
    },
    Scene("photo-zoomed") { size in
      Sample.photo(size) { $0.reduce(.pressed(.rotate), .pressed(.zoomActual), .pressed(.zoomIn)) }
    },
    Scene("photo-fill") { Sample.photo($0, 1) { $0.reduce(.pressed(.zoomToggle)) } },
    Scene("photo-share-focused") { size in
      Sample.photo(size, 3) { $0.reduce(.pressed(.previousTab)) }
    },
    Scene("photo-failed") { size in
      Sample.photo(size, 1) {
        $0.reduce(
          .pictureChanged(
            PictureKey(.photo(Sample.id(1)), .full),
            .failed(Problem(.picture, .truncatedPicture))
          )
        )
      }
    },
    Scene("photo-failed-with-card") { size in
      Sample.photo(size) {
        $0.reduce(
          .pictureChanged(
            PictureKey(.photo(Sample.id(0)), .full),
            .failed(Problem(.picture, .truncatedPicture))
          )
        )
      }
    },
    Scene("photo-no-answer") { size in
      Sample.photo(size) {
        $0.reduce(
          .pictureChanged(
            PictureKey(.photo(Sample.id(0)), .full),
            .failed(Problem(.picture, .timedOut(host: "images.unsplash.com")))
          )
        )
      }
    },
    Scene("photo-details-scrolled") { size in
      Sample.photo(size) { sample in
        sample.reduce(.pressed(.details))
        var photo = Sample.photos[0]
        photo.details = Sample.details
        sample.reduce(.details(.loaded(photo.id, .success(photo))))
        sample.reduce(.details(.scrolled(rows: 4)))
      }
    },
    Scene("photo-details") { size in
      Sample.photo(size) { sample in
        sample.reduce(.pressed(.details))
        var photo = Sample.photos[0]
        photo.details = Sample.details
        sample.reduce(.details(.loaded(photo.id, .success(photo))))
      }
    },
    Scene("photo-like") { size in
      Sample.photo(size) { $0.reduce(.unavailable(.like, .likeOnlyInFeed)) }
    },
  ]

  static let rest = [
    Scene("share") { Sample.photo($0) { $0.reduce(.pressed(.share)) } },
    Scene("share-saving") { size in
      Sample.feed(size) {
        $0.reduce(
          .pressed(.share),
          .share(.rowPressed(.save)),
          .downloads(
            .progressed(
              DownloadID(Sample.id(0), to: .pictures),
              DownloadProgress(received: 3_200_000, expected: 12_700_000)
            )
          )
        )
      }
    },
    Scene("share-unavailable") { size in
      Sample.feed(size, hasBrowser: false, picturesFolder: nil) {
        $0.reduce(.pressed(.share), .pressed(.moveDown))
      }
    },
    Scene("profile") { size in
      Sample.profile(size) {
        $0.reduce(
          .profile(.loaded(.success(Sample.person))),
          .pictureChanged(PictureKey(.avatar("anna_k"), .thumbnail), .thumbnail)
        )
      }
    },
    Scene("profile-no-bio") { size in
      Sample.profile(size) {
        $0.reduce(.profile(.loaded(.success(Person(username: "anna_k", name: "Anna")))))
      }
    },
    Scene("profile-loading") { Sample.profile($0) },
    Scene("profile-failed") { size in
      Sample.profile(size) {
        $0.reduce(.profile(.loaded(.failure(Problem(.profile, .server(status: 503))))))
      }
    },
    Scene("profile-avatar-failed") { size in
      Sample.profile(size) {
        $0.reduce(
          .profile(.loaded(.success(Sample.person))),
          .pictureChanged(
            PictureKey(.avatar("anna_k"), .thumbnail),
            .failed(Problem(.avatar, .notFound))
          )
        )
      }
    },
    Scene("sign-out") { Sample.profile($0) { $0.reduce(.pressed(.signOut)) } },
    Scene("signed-out") { size in
      Sample.profile(size) { $0.reduce(.profile(.signedOut(.success(nil)))) }
    },
    Scene("sign-out-failed") { size in
      Sample.profile(size) {
        $0.reduce(
          .profile(
            .signedOut(
              .failure(
                Problem(
                  .signOut,
                  .notPermitted(path: "/home/anna/.local/share/imagefeed/credentials.json")
                )
              )
            )
          )
        )
      }
    },
    Scene("help-feed") { Sample.feed($0) { $0.reduce(.pressed(.help)) } },
    Scene("help-photo-end") { size in
      Sample.photo(size) { $0.reduce(.pressed(.help), .pressed(.last)) }
    },
  ]
}

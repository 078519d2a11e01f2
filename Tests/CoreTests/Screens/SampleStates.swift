import AppCore
import Canvas
import Harness
@testable import Model

/// States to draw, made like the program makes them: by reducing actions.
struct Sample {
  var state: AppState

  init(
    _ columns: Int = 80,
    _ rows: Int = 24,
    edition: Edition = .basic,
    isDemo: Bool = false,
    setup: Launch.Setup = .ready,
    picturesFolder: String? = "/home/anna/Pictures",
    hasBrowser: Bool = true
  ) {
    state = AppState(
      viewport: Viewport(columns: columns, rows: rows),
      launch: Launch(
        edition: edition,
        service: Given.unsplash,
        isDemo: isDemo,
        setup: setup,
        picturesFolder: picturesFolder,
        hasBrowser: hasBrowser
      )
    )
  }

  @discardableResult
  mutating func reduce(_ actions: AppAction...) -> [Effect] {
    actions.flatMap { AppReducer.reduce(&state, $0) }
  }

  static func id(_ number: Int) -> Photo.ID { Photo.ID(service: "unsplash", value: "p\(number)") }

  private static let fog = "Morning fog over the hills, seen from the old railway bridge."

  static let photos: [Photo] = {
    let people = [
      Person(
        username: "anniespratt",
        name: "Annie Spratt",
        pageURL: "https://unsplash.com/@anniespratt"
      ),
      Person(username: "jeremybishop", name: "Jeremy Bishop"),
      Person(username: "kenjitanaka", name: "田中 健二"),
      Person(username: "rosa_maria", name: "Rosa María de la Concepción Fernández y Gutiérrez"),
    ]
    let sizes = [(6000, 4000), (3024, 4032), (5472, 3648), (4000, 4000), (8000, 3000)]
    return (0..<12).map { number in
      let (width, height) = sizes[number % sizes.count]
      return Photo(
        id: id(number),
        width: width,
        height: height,
        color: 0x40_6070,
        blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
        description: number == 1
          ? nil : "Morning fog over the hills, seen from the old railway bridge.",
        created: CalendarDate(year: 2022, month: 8, day: 27 - number),
        author: people[number % people.count],
        likes: [1204, 7, 0, 98, 23][number % 5],
        isLiked: number % 2 == 1,
        picture: .derived(from: "https://images.unsplash.com/photo-\(number)"),
        pageURL: "https://unsplash.com/photos/p\(number)",
        sponsor: number == 2 ? "Make something awesome" : nil
      )
    }
  }()

  /// Photos like those that are included with the program.
  static let bundled = (0..<39).map { number in
    let (width, height) = [(1600, 900), (1024, 576), (900, 1200), (1200, 1200)][number % 4]
    return BundledPhoto(path: "/photos/\(number).jpg", width: width, height: height)
  }

  static let details = PhotoDetails(
    camera: "Canon EOS 5D Mark IV",
    exposure: "1/250",
    aperture: "3.5",
    focalLength: "30.0",
    iso: 100,
    location: "Tulum, Mexico",
    views: 1_204_332,
    downloads: 8_412
  )

  static let person = Person(
    username: "anna_k",
    name: "Anna Karlsson",
    bio: "Light, weather and small towns. Mostly film, sometimes not.",
    location: "Uppsala",
    avatarURL: "https://images.unsplash.com/profile-1",
    totalLikes: 341,
    totalPhotos: 21
  )

  static let authorize: WebPage =
    """
    https://unsplash.com/oauth/authorize?client_id=XkWq3b7pR2nLz9vT5yHs8dGf1aKc4eMjUoVi0tBxQrN\
    &redirect_uri=http%3A%2F%2Flocalhost%3A7436%2Fcallback&response_type=code\
    &scope=public+read_user+write_likes&state=4f1c9ae07b25d83e6f0a91c2b7d45e88
    """

  // MARK: Screens

  static func signIn(_ size: Size, _ change: (inout Sample) -> Void = { _ in }) -> AppState {
    var sample = Sample(size.width, size.height)
    sample.reduce(.sessionRead(.success(nil)))
    change(&sample)
    return sample.state
  }

  static func waiting(
    _ size: Size,
    _ route: SignInState.Route = .loopback(port: 7436),
    hasBrowser: Bool = true,
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    var sample = Sample(size.width, size.height, hasBrowser: hasBrowser)
    sample.reduce(
      .sessionRead(.success(nil)),
      .signIn(.signInPressed),
      .signIn(.addressReady(url: authorize, route))
    )
    change(&sample)
    return sample.state
  }

  /// Returns the feed with its first page; the first picture has loaded and the second is loading.
  static func feed(
    _ size: Size,
    next: PageToken? = 2,
    edition: Edition = .basic,
    isDemo: Bool = false,
    hasBrowser: Bool = true,
    picturesFolder: String? = "/home/anna/Pictures",
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    var sample = Sample(
      size.width,
      size.height,
      edition: edition,
      isDemo: isDemo,
      picturesFolder: picturesFolder,
      hasBrowser: hasBrowser
    )
    sample.reduce(
      .sessionRead(.success(Account(username: "anna_k"))),
      .feed(.pageLoaded(1, .success(Page(photos: photos, next: next))))
    )
    for number in [0, 2, 3, 4] {
      sample.reduce(.pictureChanged(PictureKey(.photo(id(number)), .thumbnail), .thumbnail))
    }
    change(&sample)
    return sample.state
  }

  static func photo(
    _ size: Size,
    _ number: Int = 0,
    edition: Edition = .basic,
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    feed(size, edition: edition) { sample in
      for _ in 0..<number { sample.reduce(.pressed(.moveRight)) }
      sample.reduce(.pressed(.open))
      sample.reduce(.pictureChanged(PictureKey(.photo(id(number)), .full), .full))
      change(&sample)
    }
  }

  static func profile(_ size: Size, _ change: (inout Sample) -> Void = { _ in }) -> AppState {
    feed(size) { sample in
      sample.reduce(.tabPressed(.profile))
      change(&sample)
    }
  }
}

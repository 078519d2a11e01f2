import AppCore
import Canvas
import Localization
import Model
import Screens
import Unsplash

/// A response of Unsplash, on the screens that show it, in five sizes.
///
/// The reducers turn the response into state, as in the program. The input's length selects the
/// screen.
final class ScreenTarget: FuzzTarget {
  private static let sizes = [
    Size(40, 12), Size(56, 16), Size(80, 24), Size(120, 40), Size(200, 60),
  ]

  /// The commands that open each screen.
  private static let ways: [[Command]] = [
    [], [.details], [.format, .last], [.open], [.open, .details], [.menu], [.share],
    [.author], [.author, .nextTab], [.profileTab], [.profileTab, .last, .moveDown], [.topics],
    [.profileTab, .collections], [.searchTab], [.palette], [.mark, .collect], [.history],
  ]

  func run(_ input: [UInt8]) async throws(Finding) {
    let answer = ServiceAnswer(input)
    let outcome: ServiceOutcome
    do throws(Problem) {
      outcome = try await answer.unsplash.ask(answer.route, page: 1)
    } catch {
      return
    }
    let way = Self.ways[input.count % Self.ways.count]
    for (index, size) in Self.sizes.enumerated() {
      var state = AppState(
        viewport: Viewport(columns: size.width, rows: size.height),
        launch: Launch(edition: .extended, service: .unsplash)
      )
      for action in Self.actions(of: outcome) { _ = AppReducer.reduce(&state, action) }
      for command in way { _ = AppReducer.reduce(&state, .pressed(command)) }
      let context = RenderContext(
        texts: Texts(index % 2 == 0 ? .english : .russian),
        theme: .dark,
        glyphs: index % 3 == 0 ? .ascii : .unicode
      )
      let canvas = Screens.render(state, context).canvas
      try promise(canvas.columns, equals: size.width, "a frame is as wide as the screen")
      try promise(canvas.rows, equals: size.height, "a frame is as high as the screen")
    }
  }

  /// Returns the actions that a response leads to, for every request it may belong to.
  private static func actions(of outcome: ServiceOutcome) -> [AppAction] {
    let start = AppAction.sessionRead(.success(Account(username: "ada")))
    switch outcome {
    case .page(let page): return [start] + actions(of: page)
    case .photo(let photo):
      let page = Page(photos: [photo], next: nil)
      return [start] + actions(of: page)
        + [.pressed(.details), .details(.loaded(photo.id, .success(photo))), .pressed(.details)]
    case .person(let person):
      return [
        start, .pressed(.profileTab), .profile(.loaded(.success(person))),
        .visits(.opened(.photographer(person.username))),
        .visits(.personLoaded(person.username, .success(person))),
      ]
    case .like(let like):
      let id = Photo.ID(service: .unsplash, value: "x")
      return [
        start, .likes(.heartPressed(id)), .likes(.answered(id, liked: true, .success(like))),
      ]
    case .offers(let offers):
      let page = OfferPage(offers: offers, next: nil)
      let none = Page(photos: [], next: nil)
      return [
        start, .feed(.pageLoaded(.first, .success(none))), .pressed(.profileTab),
        .feed(.pageLoaded(.first, .success(none)), in: .favourites),
        .chooser(.loaded(.collections(of: "ada"), page: .first, .success(page))),
        .chooser(.loaded(.topics, page: .first, .success(page))),
      ] + offers.prefix(1).map { .visits(.opened($0.list)) }
    case .list(let info):
      let list = ListID.topic("sea")
      return [
        start, .visits(.opened(list)), .visits(.infoLoaded(list, .success(.init(list, info)))),
      ]
    }
  }

  /// Returns the actions for a page requested by the feed, the favourites and a photographer's
  /// list.
  private static func actions(of page: Page) -> [AppAction] {
    var actions: [AppAction] = [
      .feed(.pageLoaded(.first, .success(page))),
      .pressed(.profileTab), .feed(.pageLoaded(.first, .success(page)), in: .favourites),
      .pressed(.feedTab),
    ]
    if let author = page.photos.first?.author {
      let list = ListID.photographer(author.username)
      actions += [
        .pressed(.author), .feed(.pageLoaded(.first, .success(page)), in: list), .pressed(.back),
      ]
    }
    return actions
  }
}

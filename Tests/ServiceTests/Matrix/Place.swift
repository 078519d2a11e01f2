import AppCore
import Canvas
import DemoControl
import DemoServer
import Model

/// A place that a fault affects: how to open it, the keys that send its request, and the result.
struct Place: Sendable {
  /// The way a failure is shown.
  enum Message: Sendable {
    /// As an alert: title, explanation and advice.
    case alert
    /// As a page in the middle of the screen, with the whole text.
    case page
    /// In place of the content: title and Retry, and more text as far as it fits.
    case inline
    /// In the footer of a list: no more photos, and Retry.
    case footer
    /// In the hint line: the title, and Retry.
    case notice
    /// As a placeholder without text.
    case placeholder
  }

  let name: String
  /// The routes that the faults are limited to.
  let routes: Set<DemoRoute>
  let message: Message
  /// Whether an alert is shown in addition if no response arrived.
  var asksAboutNoAnswer = false
  var edition = Edition.basic
  var screen = Size(80, 24)
  /// Whether an earlier run has saved a session.
  var hasSession = true
  /// Opens the place without faults.
  var arrive: @Sendable (HeadlessApp) async throws -> Void = { _ in }
  /// Sends the request that the fault affects.
  let act: @Sendable (HeadlessApp) throws -> Void
  /// The failure in the state.
  let problem: @Sendable (HeadlessApp) -> Problem?
  /// Whether the requested data has loaded.
  let isDone: @Sendable (HeadlessApp) -> Bool
  /// Presses the key that retries.
  let mend: @Sendable (HeadlessApp) throws -> Void
}

extension Place {
  /// Whether a problem is shown as an alert.
  func asks(_ problem: Problem) -> Bool {
    message == .alert || asksAboutNoAnswer && problem.cause.isNoAnswer
  }

  /// Presses the key of an alert's first button: Retry, or OK.
  @Sendable private static func enter(_ app: HeadlessApp) throws { try app.press(Key(.enter)) }
  @Sendable private static func refresh(_ app: HeadlessApp) throws { try app.press("R") }

  static let signIn = Place(
    name: "sign-in",
    routes: [.token],
    message: .alert,
    hasSession: false,
    arrive: { try await $0.openSignIn() },
    act: { try $0.press("d") },
    problem: \.alertProblem,
    isDone: \.isSignedIn,
    mend: { app in
      try app.press(Key(.enter))
      try app.press("d")
    }
  )

  /// The demo service's login page, which the program itself reads.
  static let loginPage = Place(
    name: "login page",
    routes: [.authorize],
    message: .alert,
    hasSession: false,
    arrive: signIn.arrive,
    act: signIn.act,
    problem: signIn.problem,
    isDone: signIn.isDone,
    mend: signIn.mend
  )

  /// Sign-in through the browser: a code is pasted and exchanged.
  static let pastedCode = Place(
    name: "pasted code",
    routes: [.token],
    message: .alert,
    hasSession: false,
    arrive: { app in
      try await app.openSignIn()
      try await app.openBrowser()
    },
    act: { try $0.paste($0.code) },
    problem: \.alertProblem,
    isDone: \.isSignedIn,
    // A code is valid once, so a new sign-in is needed.
    mend: { app in
      try app.press(Key(.enter))
      try app.press("d")
    }
  )

  static let firstPage = Place(
    name: "first page",
    routes: [.photos],
    message: .page,
    act: { $0.start() },
    problem: \.feedProblem,
    isDone: { $0.state.feed.order.count == 30 },
    mend: refresh
  )

  static let nextPage = Place(
    name: "next page",
    routes: [.photos],
    message: .footer,
    arrive: { try await $0.openFeed() },
    act: { try $0.press("G") },
    problem: \.feedProblem,
    isDone: { $0.state.feed.order.count == 60 },
    mend: refresh
  )

  static let refreshedFeed = Place(
    name: "refreshed feed",
    routes: [.photos],
    message: .notice,
    arrive: { try await $0.openFeed() },
    act: refresh,
    problem: \.noticeProblem,
    isDone: { $0.state.notice?.text == .upToDate },
    mend: refresh
  )

  static let card = Place(
    name: "card",
    routes: [.image],
    message: .inline,
    act: { $0.start() },
    problem: { $0.pictureProblem(.thumbnail) },
    isDone: { $0.selectedPicture(.thumbnail) == .thumbnail },
    mend: refresh
  )

  static let like = Place(
    name: "like",
    routes: [.like],
    message: .alert,
    arrive: { try await $0.openFeed() },
    act: { try $0.press("f") },
    problem: \.alertProblem,
    isDone: { $0.selected?.isLiked == true && $0.server.likes == [$0.selected?.id.value] },
    mend: enter
  )

  static let unlike = Place(
    name: "unlike",
    routes: [.like],
    message: .alert,
    arrive: { app in
      try await app.openFeed()
      try app.press("f")
      try await app.until("a like") { $0.selected?.isLiked == true }
    },
    act: { try $0.press("f") },
    problem: \.alertProblem,
    isDone: { $0.selected?.isLiked == false && $0.server.likes.isEmpty },
    mend: enter
  )

  /// A like in the extended edition, where the heart changes first.
  static let silentLike = Place(
    name: "silent like",
    routes: [.like],
    message: .notice,
    edition: .extended,
    arrive: like.arrive,
    act: like.act,
    problem: \.refusedLike,
    isDone: { $0.state.likes.pending.isEmpty && like.isDone($0) },
    mend: refresh
  )

  static let silentUnlike = Place(
    name: "silent unlike",
    routes: [.like],
    message: .notice,
    edition: .extended,
    arrive: { app in
      try await unlike.arrive(app)
      try await app.settle()
    },
    act: unlike.act,
    problem: \.refusedLike,
    isDone: { $0.state.likes.pending.isEmpty && unlike.isDone($0) },
    mend: refresh
  )

  /// From a small window to a large one, so that the tile's picture isn't sufficient.
  static let fullScreen = Place(
    name: "full screen",
    routes: [.image],
    message: .inline,
    asksAboutNoAnswer: true,
    screen: Size(40, 12),
    arrive: { try await $0.openFeed() },
    act: { app in
      try app.press(Key(.enter))
      app.resize(Size(120, 40))
    },
    problem: { $0.pictureProblem(.full) },
    isDone: { $0.selectedPicture(.full) == .full },
    mend: mendPicture
  )

  /// The full resolution of a picture, which stays as a preview if that fails.
  static let zoomed = Place(
    name: "zoomed in",
    routes: [.image],
    message: .inline,
    asksAboutNoAnswer: true,
    arrive: { app in
      try await app.openFeed()
      try app.press(Key(.enter))
      try await app.until("the picture") { $0.selectedPicture(.full) == .full }
      try await app.settle()
    },
    act: { try $0.press("1") },
    problem: { $0.pictureProblem(.full) },
    isDone: { $0.selectedPicture(.full) == .full },
    mend: mendPicture
  )

  /// Without any response, an alert is shown; otherwise the picture shows the key.
  @Sendable private static func mendPicture(_ app: HeadlessApp) throws {
    if app.state.place == .alert { try app.press(Key(.enter)) } else { try app.press("R") }
  }

  static let details = Place(
    name: "details",
    routes: [.photo],
    message: .inline,
    arrive: { try await $0.openFeed() },
    act: { try $0.press("i") },
    problem: { app in app.selected.flatMap { app.state.details.failed[$0.id] } },
    isDone: { $0.selected?.details != nil },
    mend: refresh
  )

  static let save = Place(
    name: "save",
    routes: [.image],
    message: .notice,
    arrive: { app in
      try await app.openFeed()
      try app.press("sj")
    },
    act: enter,
    problem: \.noticeProblem,
    isDone: { (try? $0.pictures.names().count) == 1 && $0.state.downloads.countUnderWay == 0 },
    mend: enter
  )

  static let profile = Place(
    name: "profile",
    routes: [.me],
    message: .page,
    arrive: { try await $0.openFeed() },
    act: { try $0.press("2") },
    problem: \.state.profile.problem,
    isDone: { $0.state.profile.person?.username == "demo" && $0.state.profile.problem == nil },
    mend: refresh
  )

  static let avatar = Place(
    name: "avatar",
    routes: [.avatar],
    message: .placeholder,
    arrive: { try await $0.openFeed() },
    act: { try $0.press("2") },
    problem: \.avatarProblem,
    isDone: { $0.avatar == .thumbnail },
    mend: refresh
  )
}

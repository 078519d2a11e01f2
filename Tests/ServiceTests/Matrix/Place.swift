import AppCore
import Canvas
import DemoServer
import Library
import Model

/// Where a fault strikes: the way there, the keys that ask for something, and how it went.
struct Place: Sendable {
  /// How a failure is shown.
  enum Message: Sendable {
    /// An alert: title, explanation and advice.
    case alert
    /// All of it, in the middle of the screen.
    case page
    /// Where something should stand: title and Retry, the rest as far as there is room.
    case inline
    /// Behind a list: that there is no more of it, and Retry.
    case footer
    /// In the hint line: what happened, and Retry.
    case notice
    /// A placeholder without words.
    case placeholder
  }

  let name: String
  /// What the faults are limited to.
  let routes: Set<DemoRoute>
  let message: Message
  /// Whether an alert comes on top where nothing was answered at all.
  var asksAboutNoAnswer = false
  var edition = Edition.basic
  var screen = Size(80, 24)
  /// Whether an earlier start has left a session.
  var hasSession = true
  /// Goes there while everything works.
  var arrive: @Sendable (HeadlessApp) async throws -> Void = { _ in }
  /// Asks for what the fault is about to spoil.
  let act: @Sendable (HeadlessApp) throws -> Void
  /// The failure in the state.
  let problem: @Sendable (HeadlessApp) -> Problem?
  /// Whether what was asked for is there.
  let isDone: @Sendable (HeadlessApp) -> Bool
  /// Presses the recovery key.
  let mend: @Sendable (HeadlessApp) throws -> Void
}

extension Place {
  /// Whether a problem is shown as an alert.
  func asks(_ problem: Problem) -> Bool {
    message == .alert || asksAboutNoAnswer && problem.cause.isNoAnswer
  }

  /// The keys of an alert's first button: Retry, or OK.
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

  /// The demo service's login page, which the program reads itself.
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

  /// The browser's way: a code is pasted and exchanged.
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
    // A code works once: the way back is a new sign-in.
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

  /// The extended edition's heart, which goes ahead.
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

  /// From a small window to a large one, so that the card's picture does not serve here as well.
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

  /// Real pixels of a picture that was there, and still stands in for them when they do not come.
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

  /// Where nothing came back at all, an alert asks; else the key stands on the picture.
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
      try app.press("sjj")
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

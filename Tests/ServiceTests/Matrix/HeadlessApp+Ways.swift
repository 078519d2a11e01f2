import AppCore
import Canvas
import HTTP
import Model
import Testing

@testable import Accounts
@testable import VK

// Steps that open the places, and properties of the state that tests check.
extension HeadlessApp {
  func openSignIn() async throws {
    start()
    try await until("the sign-in screen") { $0.state.place == .signIn }
  }

  /// Opens the feed's first page with its pictures, and waits until the program is idle.
  func openFeed() async throws {
    start()
    try await until("the feed") { $0.state.feed.order.count == 30 }
    try await settle()
  }

  /// Runs the extended edition with the VK part of a demo service, without a signed-in user.
  static func run(
    vk way: VKConfiguration.SignIn,
    _ body: (HeadlessApp) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await DemoServers.shared.lend { lent in
      let database = folder.path + "/imagefeed.db"
      try await run(on: lent, database: database, vk: way, hasSession: false, body)
    }
  }

  /// Waits for VK's album with the first page of its photos.
  func showsAlbum() async throws {
    try await until("the album") { $0.state[.feed].order.count == 99 }
  }

  /// Completes the login page like a user with a browser on another computer.
  func openBrowser() async throws {
    try press("o")
    try await until("the login page") { $0.state.signIn.waiting != nil }
    try press("b")
    try await until("the page with a code") {
      $0.state.signIn.waiting?.route == .outOfBand(warning: nil)
    }
    let url = try #require(state.signIn.waiting?.url).text
    let page = try await transport.data(HTTPRequest(.get, url))
    let form = try #require(LoginForm(html: String(decoding: page.body, as: UTF8.self), at: url))
    let answer = try await transport.data(
      .form(form.fields, to: form.action, followsRedirects: true)
    )
    code = try #require(WebAddress(answer.url)?.query["code"])
  }

  var isSignedIn: Bool {
    state.stage == .main && credentials.session != nil && state.feed.order.count == 30
  }

  var alertProblem: Problem? {
    if case .problem(let problem, _)? = state.alerts.first?.kind { problem } else { nil }
  }

  var noticeProblem: Problem? {
    switch state.notice?.text {
    case .failed(let problem, retry: _), .downloadFailed(_, let problem): problem
    default: nil
    }
  }

  /// The problem in the notice about refused likes.
  var refusedLike: Problem? {
    if case .likesRefused(let refused)? = state.notice?.text { refused.problem } else { nil }
  }

  var feedProblem: Problem? {
    if case .failed(let problem) = state.feed.load { problem } else { nil }
  }

  var selected: Photo? { state.currentPhoto.flatMap { state.photos[$0] } }

  func selectedPicture(_ use: PictureKey.Use) -> PictureStatus? {
    state.currentPhoto.flatMap { state.pictures[PictureKey(.photo($0), use)] }
  }

  func pictureProblem(_ use: PictureKey.Use) -> Problem? {
    if case .failed(let problem)? = selectedPicture(use) { problem } else { nil }
  }

  var avatar: PictureStatus? {
    state.profile.person.flatMap { state.pictures[PictureKey(.avatar($0.username), .thumbnail)] }
  }

  var avatarProblem: Problem? {
    if case .failed(let problem)? = avatar { problem } else { nil }
  }

  /// The data that a failure must not remove.
  var possessions: Possessions {
    Possessions(
      stage: state.stage,
      order: state.feed.order,
      selection: state.views.feed.selection,
      hearts: Set(state.photos.values.filter(\.isLiked).map(\.id)),
      pending: state.likes.pending,
      saving: state.downloads.countUnderWay,
      files: (try? pictures.names()) ?? [],
      session: credentials.session
    )
  }

  struct Possessions: Equatable {
    var stage: AppState.Stage
    var order: [Photo.ID]
    var selection: Int
    var hearts: Set<Photo.ID>
    var pending: [Photo.ID: Bool]
    var saving: Int
    var files: [String]
    var session: Session?
  }
}

import AppCore
import CustomDump
@testable import Model
import Testing

/// Services that announce the end of saving with an alert.
@Suite struct SaveAlertTests {
  private let id = Given.id(0)
  private let full = Problem(.save, .diskFull(path: "/p"))

  private func photo(_ launch: Launch = Given.extendedLaunch, announces: Bool = true) -> AppState {
    var state = Given.feed(30)
    state.launch = launch
    state.launch.service = ServiceDescription(
      id: Given.service,
      name: "Test",
      capabilities: launch.service.capabilities,
      pageSize: 30,
      announcesSaves: announces
    )
    _ = AppReducer.reduce(&state, .pressed(.open))
    _ = AppReducer.reduce(&state, .pressed(.share))
    _ = AppReducer.reduce(&state, .share(.rowPressed(.save)))
    return state
  }

  private func ended(_ result: Result<DownloadOutcome, Problem>) -> AppAction {
    .downloads(.ended(DownloadID(id, to: .pictures), result))
  }

  @Test func `the photo in full screen was saved, or wasn't`() {
    var state = photo()
    #expect(state.place == .share)
    _ = AppReducer.reduce(&state, ended(.success(.saved(path: "/p/a.jpg"))))
    #expect(state.alerts.map(\.kind) == [.saved(path: "/p/a.jpg")] && state.notice == nil)
    #expect(state.share == nil)
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.alerts.isEmpty && state.screen == .photo)

    state = photo()
    _ = AppReducer.reduce(&state, ended(.failure(full)))
    let retry = AppAction.downloads(.retryPressed(DownloadID(id, to: .pictures)))
    #expect(state.alerts.map(\.kind) == [.problem(full, retry: retry)] && state.notice == nil)
    let effects = AppReducer.reduce(&state, .alerts(.buttonPressed(0)))
    #expect(effects.contains { if case .downloads(.run) = $0 { true } else { false } })
  }

  @Test func `the basic edition shows the same alert`() {
    var state = photo(Given.launch)
    _ = AppReducer.reduce(&state, ended(.success(.saved(path: "/p/a.jpg"))))
    #expect(state.alerts.map(\.kind) == [.saved(path: "/p/a.jpg")])
    state = photo(Given.launch)
    _ = AppReducer.reduce(&state, ended(.failure(full)))
    let retry = AppAction.downloads(.retryPressed(DownloadID(id, to: .pictures)))
    #expect(state.alerts.map(\.kind) == [.problem(full, retry: retry)])
  }

  @Test func `outside full screen the result is a notice, as with other services`() {
    var state = photo()
    _ = AppReducer.reduce(&state, .pressed(.back))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.photo == nil)
    _ = AppReducer.reduce(&state, ended(.success(.saved(path: "/p/a.jpg"))))
    #expect(state.alerts.isEmpty && state.notice?.text == .saved(path: "/p/a.jpg"))
    state = photo(announces: false)
    _ = AppReducer.reduce(&state, ended(.success(.saved(path: "/p/a.jpg"))))
    #expect(state.alerts.isEmpty && state.notice?.text == .saved(path: "/p/a.jpg"))
  }
}

/// A session in the file, since the keyring couldn't store it.
@Suite struct SessionInFileTests {
  @Test func `an unsaved session is reported, and the database's failure then isn't`() {
    var state = Given.feed(30)
    let problem = Problem(.signIn, .readOnly(path: "/home/ada"))
    _ = AppReducer.reduce(&state, .dataFile(.sessionNotSaved(problem)))
    #expect(state.notice?.text == .sessionNotSaved(problem))
    _ = AppReducer.reduce(&state, .dataFile(.databaseFailed(Problem(.storage, problem.cause))))
    #expect(state.notice?.text == .sessionNotSaved(problem))
  }

  @Test func `a session in the file is reported once a lasting screen is shown`() {
    var state = Given.signIn()
    expect(&state, .dataFile(.sessionInFile(.locked))) { $0.cache.fileNotice = .locked }
    _ = AppReducer.reduce(&state, .signIn(.signInPressed))
    _ = AppReducer.reduce(&state, .signIn(.finished(.success(Account(username: "ada")))))
    #expect(state.stage == .main && state.notice?.text == .sessionInFile(.locked))
    #expect(state.cache.fileNotice == nil)

    state = Given.feed(30)
    _ = AppReducer.reduce(&state, .dataFile(.sessionInFile(.absent)))
    #expect(state.notice?.text == .sessionInFile(.absent))
  }

  @Test func `A file without the photographer's name is reported`() {
    var state = Given.feed(1)
    _ = AppReducer.reduce(&state, .savedWithoutCredit(path: "/p/a.jpg", .metadata))
    #expect(state.notice?.text == .savedWithoutCredit(path: "/p/a.jpg", .metadata))
  }
}

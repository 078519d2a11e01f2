@testable import AppCore
import CustomDump
import Harness
import Model
import Testing

@Suite struct ProfileTests {
  private let avatar = PictureKey(.avatar("ann"), .thumbnail)

  private func profile() -> AppState {
    var state = Given.feed(30)
    expect(
      &state,
      .pressed(.profileTab),
      [.cancelReads(.feed), .cancelReads(.details), .profile(.load)]
    ) {
      $0.tab = .profile
      $0.profile.isLoading = true
    }
    return state
  }

  private func loaded() -> AppState {
    var state = profile()
    expect(&state, .profile(.loaded(.success(Given.person)))) {
      $0.profile.isLoading = false
      $0.profile.person = Given.person
      $0.account?.username = "ann"
    }
    return state
  }

  @Test func `the user is requested once`() {
    var state = loaded()
    expect(&state, .pressed(.feedTab), [.cancelReads(.profile)]) { $0.tab = .feed }
    expect(&state, .tabPressed(.profile), [.cancelReads(.feed), .cancelReads(.details)]) {
      $0.tab = .profile
    }
    expect(&state, .tabPressed(.profile))
  }

  @Test func `the basic edition has one button`() {
    var state = loaded()
    expect(&state, .pressed(.moveDown))
  }

  @Test func `a failure is shown, and retried by the key and on return`() {
    var state = profile()
    expect(&state, .pressed(.refresh))
    expect(&state, .profile(.loaded(.failure(Given.timeout)))) {
      $0.profile.isLoading = false
      $0.profile.problem = Given.timeout
    }
    var returned = state
    _ = AppReducer.reduce(&returned, .pressed(.previousTab))
    expectNoDifference(
      AppReducer.reduce(&returned, .pressed(.nextTab)),
      [.cancelReads(.feed), .cancelReads(.details), .profile(.load)]
    )
    expect(&state, .pressed(.refresh), [.profile(.load)]) {
      $0.profile.isLoading = true
      $0.profile.problem = nil
    }
  }

  @Test func `a failed refresh keeps the page`() {
    var state = loaded()
    expect(&state, .pressed(.refresh), [.profile(.load)]) { $0.profile.isLoading = true }
    let retry = AppAction.profile(.refreshPressed)
    let timer = noticeTimer(1, seconds: 8)
    expect(&state, .profile(.loaded(.failure(Given.timeout))), [timer]) {
      $0.profile.isLoading = false
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .failed(Given.timeout, retry: retry))
    }
    expect(&state, .pressed(.refresh), [.profile(.load)]) {
      $0.profile.isLoading = true
    }
  }

  @Test func `a failed avatar is requested again together with the user`() {
    var state = loaded()
    state.pictures[avatar] = .failed(Problem(.avatar, .notFound))
    expect(&state, .pressed(.refresh), [.pictures(.retry(avatar)), .profile(.load)]) {
      $0.pictures = [:]
      $0.profile.isLoading = true
    }
  }

  @Test func `a response that isn't awaited changes nothing`() {
    var state = Given.feed(30)
    expect(&state, .profile(.loaded(.success(Given.person))))
    expect(&state, .profile(.loaded(.failure(Given.timeout))))
  }

  @Test(arguments: [Command.signOut, .open])
  func `signing out asks first, with Yes focused as nothing is lost`(_ command: Command) {
    var state = loaded()
    expect(&state, .pressed(command)) {
      $0.program.nextNumber = 1
      $0.alerts = [Alert(number: 1, kind: .confirmSignOut)]
    }
    #expect(state.alerts.first?.buttons == [.yes, .no])
    #expect(state.alerts.first?.focus == 0)
    var dismissed = state
    expect(&dismissed, .pressed(.back)) { $0.alerts = [] }
    var no = state
    expect(&no, .pressed(.moveRight)) { $0.alerts[at: 0]?.focus = 1 }
    expect(&no, .pressed(.open)) { $0.alerts = [] }
    expect(&state, .pressed(.open), [.session(.remove)]) { $0.alerts = [] }
  }

  @Test func `signing out removes all data of the account and stops its effects`() {
    var state = loaded()
    state.likes.pending = [Given.id(4): true, Given.id(1): false]
    state.likes.changes = [
      Given.id(4): Given.change(liked: true), Given.id(1): Given.change(liked: false),
    ]
    state.program.nextNumber = 7
    state.alert(for: .confirmSignOut)
    let effects: [Effect] = [
      .signIn(.findBackdrop), .pictures(.clear),
      .cancelReads(.feed), .cancelReads(.details), .cancelReads(.photo),
      .cancelReads(.profile), .cancelReads(.favourites), .cancelReads(.search),
      .cancelReads(.visit), .cancelReads(.offers),
      .cancel(Effect.ID(.likes, "test p1")), .cancel(Effect.ID(.likes, "test p4")),
      .after(Effect.ID(.app, "notice"), .seconds(5), .noticeExpired(9)),
    ]
    expect(&state, .profile(.signedOut(.success(nil))), effects) {
      $0 = Given.signIn()
      $0.program.nextNumber = 9
      $0.notice = Notice(number: 9, text: .signedOut(browserAt: "Unsplash"))
    }
  }

  @Test func `a session that can't be removed leaves the user signed in`() {
    var state = loaded()
    let problem = Problem(.signOut, .readOnly(path: "/data/session"))
    expect(&state, .profile(.signedOut(.failure(problem)))) {
      $0.program.nextNumber = 1
      $0.alerts = [Alert(number: 1, kind: .problem(problem, retry: nil))]
    }
  }

  @Test func `a running demo service stays known after signing out`() {
    var state = loaded()
    state.launch = Given.demoLaunch
    state.program.isDemoRunning = true
    _ = AppReducer.reduce(&state, .profile(.signedOut(.success(nil))))
    #expect(state.notice?.text == .signedOut(browserAt: nil) && state.alerts.isEmpty)
    state.notice = nil
    expect(&state, .pressed(.tryDemo), [.signIn(.demo)]) { $0.signIn.phase = .exchanging }
  }
}

extension AppState {
  /// Shows an alert like a reducer.
  fileprivate mutating func alert(for kind: Alert.Kind) {
    alerts.append(Alert(number: program.nextNumber + 1, kind: kind))
    program.nextNumber += 1
  }
}

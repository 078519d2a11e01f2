import AppCore
import Model
import Testing

@testable import AppCore

/// Alerts that are open when a sign-in ends.
@Suite struct SignInAlertTests {
  @Test func `a sign-in leaves alerts that aren't about it`() {
    var state = Given.signIn()
    state.signIn.phase = .exchanging
    let problem = Problem(.storage, .timedOut(host: "x"))
    let others: [Alert.Kind] = [
      .databaseSetAside(path: "/a"), .sessionExposed(path: "/b", .lasting),
      .problem(problem, retry: nil), .tokenInKeyring,
    ]
    for kind in others { state.alert(kind) }
    state.alert(.signedOut)
    state.alert(.problem(Problem(.browser, .noBrowser), retry: nil))
    _ = AppReducer.reduce(&state, .signIn(.finished(.success(Account()))))
    #expect(state.alerts.map(\.kind) == others)
  }
}

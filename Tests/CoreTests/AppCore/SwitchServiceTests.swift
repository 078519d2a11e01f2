import AppCore
import Canvas
import Harness
@testable import Model
import Testing

/// Switching between services.
@Suite struct SwitchServiceTests {
  private static let other = ServiceDescription(
    id: "other",
    name: "Other",
    capabilities: [],
    pageSize: 10
  )
  private static let effect = Effect.terminal(.switchService("other"))

  private func launch(_ others: [ServiceDescription] = [Self.other]) -> Launch {
    var launch = Given.launch
    launch.otherServices = others
    return launch
  }

  @Test func `a key switches to the next service, signed in or not`() {
    var states = [Given.signIn(launch()), Given.feed(30)]
    states[1].launch = launch()
    for var state in states {
      let action = KeyMap.action(for: .character("W"), in: state)
      #expect(action == .pressed(.switchService))
      let before = state
      #expect(AppReducer.reduce(&state, .pressed(.switchService)) == [Self.effect])
      // A signed-in user stays signed in.
      #expect(state == before)
    }
  }

  @Test func `a single service has nothing to switch to`() {
    for var state in [Given.signIn(), Given.feed(30)] {
      #expect(KeyMap.action(for: .character("W"), in: state) == .unknownKeyPressed)
      #expect(AppReducer.reduce(&state, .pressed(.switchService)).isEmpty)
    }
  }

  @Test func `a pending sign-in is finished first`() {
    var state = Given.signIn(launch())
    _ = AppReducer.reduce(&state, .signIn(.signInPressed))
    #expect(KeyMap.action(for: .character("W"), in: state) == .unknownKeyPressed)
    #expect(AppReducer.reduce(&state, .pressed(.switchService)).isEmpty)
  }

  @Test func `a choice that can't be saved is reported`() {
    var state = Given.signIn(launch())
    let problem = Problem(.configuration, .readOnly(path: "/c"))
    _ = AppReducer.reduce(&state, .dataFile(.choiceNotKept(problem)))
    #expect(state.alerts.map(\.kind) == [.problem(problem, retry: nil)])
  }
}

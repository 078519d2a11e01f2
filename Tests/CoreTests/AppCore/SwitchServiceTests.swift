import AppCore
import Canvas
import Harness
import Library
import Model
import Testing

/// From one service to the next.
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

  @Test func `the next service comes by key, signed in or not`() {
    var states = [Given.signIn(launch()), Given.feed(30)]
    states[1].launch = launch()
    for var state in states {
      let action = KeyMap.action(for: .character("W"), in: state)
      #expect(action == .pressed(.switchService))
      let before = state
      #expect(AppReducer.reduce(&state, .pressed(.switchService)) == [Self.effect])
      // Who is signed in stays so.
      #expect(state == before)
    }
  }

  @Test func `a single service has nothing to switch to`() {
    for var state in [Given.signIn(), Given.feed(30)] {
      #expect(KeyMap.action(for: .character("W"), in: state) == nil)
      #expect(AppReducer.reduce(&state, .pressed(.switchService)).isEmpty)
    }
  }

  @Test func `a sign-in that is under way is finished first`() {
    var state = Given.signIn(launch())
    _ = AppReducer.reduce(&state, .signIn(.signInPressed))
    #expect(KeyMap.action(for: .character("W"), in: state) == nil)
    #expect(AppReducer.reduce(&state, .pressed(.switchService)).isEmpty)
  }

  @Test func `a choice that cannot be kept is told`() {
    var state = Given.signIn(launch())
    let problem = Problem(.configuration, .readOnly(path: "/c"))
    _ = AppReducer.reduce(&state, .storage(.choiceNotKept(problem)))
    #expect(state.alerts.map(\.kind) == [.problem(problem, retry: nil)])
  }
}

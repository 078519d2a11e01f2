import AppCore
import Canvas
import Harness
import Model
import Testing

/// Checks that a service requires before it responds.
@Suite struct CheckTests {
  private func check(_ kind: ServiceCheck.Kind, number: Int = 7) -> ServiceCheck {
    var check = ServiceCheck(kind, page: "https://service.test/check")
    check.number = number
    return check
  }

  private func asked(_ kind: ServiceCheck.Kind) -> AppState {
    var state = Given.feed(30)
    state.launch = Given.extendedLaunch
    _ = AppReducer.reduce(&state, .check(.asked(check(kind))))
    return state
  }

  @Test func `letters are typed and sent`() {
    var state = asked(.letters)
    #expect(state.place == .check)
    for letter in "q7" {
      _ = AppReducer.reduce(&state, .overlay(.typed(.insert(String(letter))), in: .check))
    }
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [.check(.answer(number: 7, "q7"))])
    #expect(state.check == nil && state.place == .feed)
  }

  @Test func `an empty line opens the page, by key or press`() {
    for hasBrowser in [true, false] {
      var state = asked(.robot)
      state.launch.hasBrowser = hasBrowser
      let page: WebPage = "https://service.test/check"
      let expected: Effect =
        hasBrowser ? .signIn(.openBrowser(url: page)) : .terminal(.copy(ClipboardText(page.text)))
      #expect(AppReducer.reduce(&state, .pressed(.open)) == [expected])
      #expect(AppReducer.reduce(&state, .check(.pagePressed)) == [expected])
      #expect(state.place == .check)
    }
  }

  @Test(arguments: [ServiceCheck.Kind.robot, .confirmation])
  func `a pasted URL is sent at once and never shown`(_ kind: ServiceCheck.Kind) throws {
    var state = asked(kind)
    let paste = "https://service.test/blank.html#access_token=t"
    let action = try #require(KeyMap.action(forPaste: paste, in: state))
    #expect(AppReducer.reduce(&state, action) == [.check(.answer(number: 7, paste))])
    #expect(state.check == nil)
  }

  @Test func `Esc declines the check`() {
    var state = asked(.confirmation)
    #expect(AppReducer.reduce(&state, .pressed(.back)) == [.check(.answer(number: 7, nil))])
    #expect(state.place == .feed)
  }

  @Test func `overlays opened later stay below a check`() {
    var state = asked(.letters)
    _ = AppReducer.reduce(&state, .addressInput(.found(.photographer("ann"))))
    #expect(state.visit?.list == .photographer("ann") && state.place == .check)
  }

  @Test func `the next check replaces the open one, and the last one closes when it ends`() {
    var state = asked(.letters)
    _ = AppReducer.reduce(&state, .overlay(.typed(.insert("x")), in: .check))
    _ = AppReducer.reduce(&state, .check(.asked(check(.robot, number: 8))))
    #expect(state.check == CheckState(check(.robot, number: 8)))
    _ = AppReducer.reduce(&state, .check(.asked(nil)))
    #expect(state.overlays.isEmpty)
  }
}

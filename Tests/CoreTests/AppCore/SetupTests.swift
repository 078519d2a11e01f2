@testable import AppCore
import Canvas
import Harness
import Model
import Testing
import VK

/// The first screens with missing or invalid keys.
@Suite struct SetupTests {
  private func state() -> AppState {
    var state = Given.signIn()
    state.launch.setup = .notConfigured(path: "/c")
    state.launch.configurationPath = "/c"
    state.signIn.showsSteps = true
    return state
  }

  @Test func `without keys, Enter opens the demo and another key opens the steps`() {
    var state = state()
    state.signIn.showsSteps = false
    #expect(state.offersSetup && !state.needsKeys)
    #expect(state.signInOption == .setup("Unsplash"))
    #expect(state.signInButtons == [.tryDemo, .openAgain])
    #expect(Command.open.unavailable(in: state) == nil)
    // The steps need no browser.
    state.launch.hasBrowser = false
    #expect(Command.openAgain.unavailable(in: state) == nil)
    // None of these commands is available before the steps.
    for command in [Command.paste, .copyAddress, .copyRedirects] {
      expect(&state, .pressed(command))
    }
    var demo = state
    expect(&demo, .pressed(.open), [.session(.startDemo)]) { $0.signIn.phase = .exchanging }
    expect(&state, .pressed(.openAgain)) { $0.signIn.showsSteps = true }
    #expect(state.needsKeys && state.signInButtons.isEmpty)
    expect(&state, .pressed(.close)) { $0.signIn.showsSteps = false }
    expect(&state, .pressed(.openAgain)) { $0.signIn.showsSteps = true }
    expect(&state, .pressed(.back)) { $0.signIn.showsSteps = false }
    #expect(AppReducer.reduce(&state, .pressed(.close)) == [.quit])
  }

  @Test func `the demo that was chosen on the sign-in screen is signed in to at once`() {
    var state = Given.splash(Given.demoLaunch)
    state.program.isDemoRunning = true
    var chosen = state
    chosen.program.entersDemo = true
    expect(&chosen, .sessionRead(.success(nil)), [.signIn(.findBackdrop), .signIn(.demo)]) {
      $0.stage = .signIn
      $0.signIn.phase = .exchanging
    }
    expect(&state, .sessionRead(.success(nil)), [.signIn(.findBackdrop)]) { $0.stage = .signIn }
  }

  @Test func `arrows and Tab move through the buttons, and Enter presses the focused one`() {
    var state = state()
    state.signIn.showsSteps = false
    expect(&state, .pressed(.moveUp))
    expect(&state, .pressed(.moveDown)) { $0.signIn.focus = 1 }
    expect(&state, .pressed(.moveDown))
    expect(&state, .pressed(.nextTab)) { $0.signIn.focus = 0 }
    expect(&state, .pressed(.previousTab)) { $0.signIn.focus = 1 }
    expect(&state, .pressed(.open)) {
      $0.signIn.showsSteps = true
      $0.signIn.focus = 0
    }
    // With keys, the buttons are those for sign-in, the demo and the other service.
    var ready = Given.signIn()
    ready.launch.otherServices = [Given.unsplash([])]
    #expect(ready.signInButtons == [.openAgain, .tryDemo, .switchService])
    _ = AppReducer.reduce(&ready, .pressed(.moveDown))
    expect(&ready, .pressed(.open), [.session(.startDemo)]) { $0.signIn.phase = .exchanging }
    var demo = Given.demo()
    _ = AppReducer.reduce(&demo, .pressed(.nextTab))
    expect(&demo, .pressed(.open), [.signIn(.begin)]) { $0.signIn.phase = .preparing }
  }

  @Test func `keys that are set in the meantime close the steps`() {
    var state = state()
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    _ = AppReducer.reduce(&state, .signIn(.configurationReread(.success(Given.launch))))
    #expect(!state.needsKeys && state.signInButtons == [.openAgain, .tryDemo])
    expect(&state, .pressed(.back)) { $0.notice = nil }
    expect(&state, .pressed(.back))
  }

  @Test func `the developer page is opened and copied by key`() throws {
    var state = state()
    let open = Effect.signIn(.openBrowser(url: try #require(state.launch.service.developerPage)))
    #expect(AppReducer.reduce(&state, .pressed(.openAgain)) == [open])
    let text = ClipboardText(try #require(state.launch.service.developerPage).text)
    #expect(AppReducer.reduce(&state, .pressed(.copyAddress)).first == .terminal(.copy(text)))
    #expect(state.launch.redirectAddresses.count == 2)
    let address = try state.launch.redirectAddresses.at(0)
    let copy = Effect.terminal(.copy(ClipboardText(address)))
    #expect(AppReducer.reduce(&state, .signIn(.addressPressed(address))).first == copy)
    let both = Effect.terminal(.copy(ClipboardText(lines: state.launch.redirectAddresses)))
    #expect(AppReducer.reduce(&state, .pressed(.copyRedirects)).first == both)
    var ready = Given.signIn()
    #expect(AppReducer.reduce(&ready, .pressed(.copyRedirects)).contains(both) == false)
    #expect(AppReducer.reduce(&ready, .pressed(.openAgain)) == [.signIn(.begin)])
  }

  @Test func `buttons have the same keys on all first screens`() throws {
    #expect(state().signInOption == .keys)
    #expect(Given.signIn().signInOption == .browser)
    var setup = state()
    setup.signIn.showsSteps = false
    for isDemo in [false, true] {
      var vk = Given.signIn()
      vk.launch.service = .vk(.vkID)
      vk.launch.isDemo = isDemo
      #expect(vk.signInOption == .service("VK"))
      for start in [setup, Given.signIn(), Given.demo(), vk] {
        // One button of each kind.
        #expect(start.signInButtons.sorted { $0.rawValue < $1.rawValue } == [.openAgain, .tryDemo])
        for (key, command) in [("o", Command.openAgain), ("d", .tryDemo)] {
          let key = Key.character(Character(key))
          #expect(KeyMap.action(for: key, in: start) == .pressed(command))
        }
        var entered = start
        var pressed = start
        let effects = AppReducer.reduce(&entered, .pressed(.open))
        #expect(try effects == AppReducer.reduce(&pressed, .pressed(start.signInButtons.at(0))))
        #expect(entered == pressed && entered != start)
      }
    }
  }

  @Test func `both keys are typed or pasted, then saved`() {
    var state = state()
    expect(&state, .pressed(.paste)) { $0.signIn.keys = SignInState.Keys() }
    #expect(state.place == .signInInput)
    // Nothing to continue with yet.
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.notice?.text == .unavailable(.open, .keysIncomplete))
    _ = AppReducer.reduce(&state, .signIn(.typed(.insert("abc"))))
    #expect(state.notice == nil)
    expect(&state, .pressed(.open)) { $0.signIn.keys?.isSecret = true }
    _ = AppReducer.reduce(&state, .signIn(.typed(.insert("def"))))
    let save = SignInEffect.saveKeys(access: "abc", secret: "def", path: "/c")
    expect(&state, .pressed(.open), [.signIn(save)]) { $0.signIn.isRereading = true }
    let problem = Problem(.configuration, .diskFull(path: "/c"))
    // Until they are saved, nothing else begins.
    for command in [Command.open, .tryDemo, .refresh] {
      expect(&state, .pressed(command))
    }
    expect(&state, .signIn(.keysSaved(.failure(problem)))) {
      $0.signIn.keys?.problem = problem
      $0.signIn.isRereading = false
    }
    _ = AppReducer.reduce(&state, .signIn(.keysSaved(.success(Given.launch))))
    #expect(state.place == .signIn && !state.needsKeys)
  }

  @Test func `Enter opens the form, and arrows and Tab move between its lines`() {
    var state = state()
    #expect(Command.open.unavailable(in: state) == nil)
    expect(&state, .pressed(.open)) { $0.signIn.keys = SignInState.Keys() }
    expect(&state, .pressed(.moveDown)) { $0.signIn.keys?.isSecret = true }
    expect(&state, .pressed(.moveDown))
    expect(&state, .pressed(.moveUp)) { $0.signIn.keys?.isSecret = false }
    expect(&state, .pressed(.nextTab)) { $0.signIn.keys?.isSecret = true }
    expect(&state, .pressed(.previousTab)) { $0.signIn.keys?.isSecret = false }
    // The secret is filled in first; the other key is then requested.
    _ = AppReducer.reduce(&state, .pressed(.nextTab))
    _ = AppReducer.reduce(&state, .signIn(.typed(.insert("def"))))
    expect(&state, .pressed(.open)) { $0.signIn.keys?.isSecret = false }
  }

  @Test func `pasting two lines fills in both keys`() {
    var state = state()
    _ = AppReducer.reduce(&state, .pressed(.paste))
    _ = AppReducer.reduce(&state, .signIn(.typed(.insert("\nabc\r\ndef\n"))))
    let save = SignInEffect.saveKeys(access: "abc", secret: "def", path: "/c")
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [.signIn(save)])
  }

  @Test func `Escape returns line by line`() {
    var state = state()
    _ = AppReducer.reduce(&state, .pressed(.paste))
    _ = AppReducer.reduce(&state, .signIn(.typed(.insert("abc"))))
    _ = AppReducer.reduce(&state, .pressed(.open))
    expect(&state, .pressed(.back)) { $0.signIn.keys?.isSecret = false }
    #expect(state.signIn.keys?.access.text == "abc")
    expect(&state, .pressed(.back)) { $0.signIn.keys = nil }
  }

  @Test func `keys that the service refuses lead back to the form`() {
    var state = Given.signIn()
    _ = AppReducer.reduce(&state, .signIn(.signInPressed))
    let problem = Problem(.signIn, .invalidClient)
    _ = AppReducer.reduce(&state, .signIn(.finished(.failure(problem))))
    #expect(state.needsKeys && state.signIn.hasBadKeys)
    _ = AppReducer.reduce(&state, .alerts(.dismissed))
    _ = AppReducer.reduce(&state, .pressed(.paste))
    #expect(state.place == .signInInput)
  }

  @Test func `corrected keys are used after the configuration is reloaded`() {
    var state = Given.signIn()
    _ = AppReducer.reduce(&state, .signIn(.signInPressed))
    let problem = Problem(.signIn, .invalidClient)
    _ = AppReducer.reduce(&state, .signIn(.finished(.failure(problem))))
    _ = AppReducer.reduce(&state, .alerts(.dismissed))
    _ = AppReducer.reduce(&state, .signIn(.configurationReread(.success(Given.launch))))
    #expect(!state.needsKeys && !state.signIn.hasBadKeys)
  }
}

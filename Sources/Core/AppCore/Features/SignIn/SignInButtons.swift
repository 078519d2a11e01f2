import Model

/// The buttons of the sign-in screen.
extension AppState {
  /// Whether the screen offers the demo and the setup of an account.
  ///
  /// True if nothing is configured and the setup steps are closed.
  package var offersSetup: Bool {
    stage == .signIn && signIn.phase == .idle && launch.setup != .ready && !signIn.hasBadKeys
      && !signIn.showsSteps && signIn.keys == nil
  }

  /// Whether the setup steps are on the screen and Esc returns to the buttons.
  var showsSteps: Bool {
    stage == .signIn && signIn.phase == .idle && launch.setup != .ready && signIn.showsSteps
      && signIn.keys == nil
  }

  /// The commands of the sign-in screen's buttons in order; empty if there are no buttons.
  package var signInButtons: [Command] {
    guard stage == .signIn, signIn.phase == .idle, !signIn.isRereading, !needsKeys,
      offersSetup || launch.setup == .ready
    else { return [] }
    let ways: [Command] = offersSetup || isDemo ? [.tryDemo, .openAgain] : [.openAgain, .tryDemo]
    // Who has keys wants to sign in; keys alone lead to a service without accounts then.
    let open: [Command] = offersSetup && launch.openService != nil ? [.browse] : []
    return open + ways + (nextService?.hasAccounts == true ? [.switchService] : [])
  }

  var hasButtons: Bool { !signInButtons.isEmpty }

  /// The command of the focused button, which Enter presses; `nil` if there are no buttons.
  package var focusedButton: Command? {
    let buttons = signInButtons
    return buttons.indices.contains(signIn.focus) ? buttons[signIn.focus] : buttons.first
  }
}

extension SignInReducer {
  static func moveFocus(_ state: inout AppState, by step: Int, wraps: Bool = false) -> CommandResult
  {
    let count = state.signInButtons.count
    let next = state.signIn.focus + step
    state.signIn.focus = wraps ? (next + count) % count : max(0, min(count - 1, next))
    return .done
  }

  static func openSteps(_ state: inout AppState) -> CommandResult {
    state.signIn.showsSteps = true
    state.signIn.focus = 0
    return .done
  }

  static func closeSteps(_ state: inout AppState) -> CommandResult {
    state.signIn.showsSteps = false
    return .done
  }
}

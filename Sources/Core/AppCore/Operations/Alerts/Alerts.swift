import Model

/// A question or message that the user must respond to before anything else.
package struct Alert: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A failure; `retry` is the action to repeat.
    case problem(Problem, retry: AppAction?)
    case confirmSignOut
    /// Confirms signing out although this number of likes hasn't been sent to the service.
    case confirmSignOutLosing(likes: Int)
    case confirmCancelSignIn
    /// The service rejected the session, so the user must sign in again.
    case signedOut
    /// The photo in full screen was saved.
    case saved(path: String)
    /// The database couldn't be used and was renamed to this path.
    case databaseSetAside(path: String)
    /// Other users of the computer could read the sessions file.
    case sessionExposed(path: String, Exposure)
    /// After signing out, the keyring may still have an older token.
    case tokenInKeyring
    /// Confirms deleting photos from this computer; `bytes` is the size of their files.
    case confirmDelete([Photo.ID], bytes: Int64)
    /// Confirms clearing the history.
    case confirmClearHistory
  }

  package enum Button: Equatable, Sendable {
    case ok, retry, cancel, yes, no
  }

  package let number: Int
  package var kind: Kind
  /// The index of the focused button.
  package var focus: Int

  package init(number: Int, kind: Kind) {
    self.number = number
    self.kind = kind
    focus = kind.initialFocus
  }

  package var buttons: [Button] { kind.buttons }

  /// Whether the alert is about the sign-in, so that it means nothing after a sign-in.
  var concernsSignIn: Bool {
    switch kind {
    case .problem(let problem, _):
      [
        .signIn, .session, .browser, .clipboard, .configuration, .configurationChange, .demo,
      ].contains(problem.subject)
    case .confirmCancelSignIn, .signedOut: true
    default: false
    }
  }

  /// Whether the alert is still relevant after the account's state was removed.
  var outlivesAccount: Bool {
    switch kind {
    case .signedOut, .databaseSetAside, .sessionExposed, .tokenInKeyring: true
    default: false
    }
  }
}

extension Alert.Kind {
  package var buttons: [Alert.Button] {
    switch self {
    case .problem(let problem, let retry):
      retry == nil || problem.isFinal ? [.ok] : [.retry, .cancel]
    case .confirmSignOut, .confirmSignOutLosing, .confirmCancelSignIn, .confirmDelete,
      .confirmClearHistory:
      [.yes, .no]
    case .signedOut, .saved, .databaseSetAside, .sessionExposed, .tokenInKeyring: [.ok]
    }
  }

  /// The index of the button that loses nothing, if another one would.
  var initialFocus: Int {
    switch self {
    case .confirmSignOutLosing, .confirmDelete, .confirmClearHistory: 1
    case .confirmSignOut, .confirmCancelSignIn, .problem, .signedOut, .saved, .databaseSetAside,
      .sessionExposed, .tokenInKeyring:
      0
    }
  }

  /// The index of the button that Esc presses: the one that changes nothing.
  ///
  /// `confirmCancelSignIn` is an exception. Esc has opened it, so pressing Esc again confirms it.
  var escape: Int { self == .confirmCancelSignIn ? 0 : buttons.count - 1 }

  /// Whether the buttons are Yes and No.
  package var isQuestion: Bool { buttons == [.yes, .no] }
}

package enum AlertsAction: Equatable, Sendable {
  /// An arrow key moved the focus; it stops at the first and last button.
  case focusMoved(Int)
  /// Tab moved the focus; it wraps around.
  case focusCycled(Int)
  case buttonPressed(Int)
  /// Esc was pressed.
  case dismissed
}

package enum AlertsReducer {
  package static func reduce(_ state: inout AppState, _ action: AlertsAction) -> [Effect] {
    guard let alert = state.alerts.first else { return [] }
    switch action {
    case .focusMoved(let step):
      state.alerts[0].focus = max(0, min(alert.buttons.count - 1, alert.focus + step))
      return []
    case .focusCycled(let step):
      let count = alert.buttons.count
      state.alerts[0].focus = ((alert.focus + step) % count + count) % count
      return []
    case .buttonPressed(let index):
      guard alert.buttons.indices.contains(index) else { return [] }
      state.alerts.removeFirst()
      return [.event(.answered(alert.kind, alert.buttons[index]))]
    case .dismissed:
      return reduce(&state, .buttonPressed(alert.kind.escape))
    }
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .moveLeft: .handled(reduce(&state, .focusMoved(-1)))
    case .moveRight: .handled(reduce(&state, .focusMoved(1)))
    case .previousTab: .handled(reduce(&state, .focusCycled(-1)))
    case .nextTab: .handled(reduce(&state, .focusCycled(1)))
    case .open: .handled(reduce(&state, .buttonPressed(state.alerts.first?.focus ?? 0)))
    case .back: .handled(reduce(&state, .dismissed))
    case .yes: .handled(reduce(&state, .buttonPressed(0)))
    case .no: .handled(reduce(&state, .buttonPressed((state.alerts.first?.buttons.count ?? 1) - 1)))
    default: .ignored
    }
  }
}

extension AppState {
  /// Whether the end of saving this photo is reported by an alert.
  func announcesSave(of id: Photo.ID) -> Bool {
    launch.service.announcesSaves && photo?.id == id
  }

  /// Adds an alert after those already waiting, unless an equal one is waiting.
  mutating func alert(_ kind: Alert.Kind) {
    guard !alerts.contains(where: { $0.kind == kind }) else { return }
    alerts.append(Alert(number: nextNumber(), kind: kind))
  }
}

import Library
import Model

/// A question or a message that has to be answered before anything else.
package struct Alert: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Something went wrong; `retry` is what to do again.
    case problem(Problem, retry: AppAction?)
    case confirmSignOut
    /// The same with likes that the service does not know yet.
    case confirmSignOutLosing(likes: Int)
    case confirmCancelSignIn
    /// The session was refused; the person has to sign in again.
    case signedOut
    /// The photograph that fills the screen was saved.
    case saved(path: String)
    /// The database could not be used; the path is what it is called now.
    case databaseSetAside(path: String)
    /// Others could read the file with the sessions; whether they still can.
    case sessionExposed(path: String, isLasting: Bool)
    /// Photographs are to leave this machine, with so many bytes.
    case confirmDelete([Photo.ID], bytes: Int64)
    /// What was opened lately is to be forgotten.
    case confirmClearHistory
  }

  package enum Button: Equatable, Sendable {
    case ok, retry, cancel, yes, no
  }

  package let number: Int
  package var kind: Kind
  /// Index of the focused button.
  package var focus: Int

  package init(number: Int, kind: Kind) {
    self.number = number
    self.kind = kind
    focus = kind.initialFocus
  }

  package var buttons: [Button] { kind.buttons }

  /// Whether it is about more than the account that was signed in.
  var outlivesAccount: Bool {
    switch kind {
    case .signedOut, .databaseSetAside, .sessionExposed: true
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
    case .signedOut, .saved, .databaseSetAside, .sessionExposed: [.ok]
    }
  }

  /// The harmless answer, where the other one loses something.
  var initialFocus: Int {
    switch self {
    case .confirmSignOut, .confirmSignOutLosing, .confirmDelete, .confirmClearHistory: 1
    // Who leaves the sign-in has lost nothing.
    case .confirmCancelSignIn, .problem, .signedOut, .saved, .databaseSetAside, .sessionExposed: 0
    }
  }

  /// The button that Escape means: the answer that changes nothing.
  ///
  /// Where Escape has asked the question, it answers it, too: pressed again and again, it leads
  /// out.
  var escape: Int { self == .confirmCancelSignIn ? 0 : buttons.count - 1 }

  /// Whether it is answered with yes or no.
  package var isQuestion: Bool { buttons == [.yes, .no] }
}

package enum AlertsAction: Equatable, Sendable {
  /// By an arrow, as far as there are buttons.
  case focusMoved(Int)
  /// By Tab, round and round.
  case focusCycled(Int)
  case buttonPressed(Int)
  /// By Escape.
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
  /// Whether the end of this photograph's save is worth an alert.
  func announcesSave(of id: Photo.ID) -> Bool {
    launch.service.announcesSaves && photo?.id == id
  }

  /// Puts an alert behind those already waiting; the same question is never asked twice.
  mutating func alert(_ kind: Alert.Kind) {
    guard !alerts.contains(where: { $0.kind == kind }) else { return }
    alerts.append(Alert(number: takeNumber(), kind: kind))
  }
}

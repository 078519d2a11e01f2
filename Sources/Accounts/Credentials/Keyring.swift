import CSecret
import Dispatch
import Model
import Platform

/// What keeps secrets for the program.
package protocol SecretStore: Sendable {
  /// Nil where there is none.
  ///
  /// - Parameter unlocks: whether the person may be asked to unlock it; so below.
  func secret(for key: SessionKey, unlocks: Bool) async throws(KeyringError) -> Secret?
  /// Keeps a secret in place of the one with the same key.
  func keep(_ secret: Secret, for key: SessionKey, unlocks: Bool) async throws(KeyringError)
  func discard(_ key: SessionKey, unlocks: Bool) async throws(KeyringError)
}

/// The desktop's keyring: the Secret Service, through libsecret.
///
/// Nothing of it is loaded before it is first asked. Its calls block, so each runs on a thread
/// apart from those that tasks run on, and is given up after a time.
package final class Keyring: SecretStore {
  /// How long it is waited for.
  package struct Limits: Sendable {
    /// For the keyring alone.
    package var answer = Duration.seconds(5)
    /// For a person who is asked to unlock it.
    package var unlocking = Duration.seconds(60)

    package init() {}

    /// The usual ones, with the milliseconds of `IMAGEFEED_KEYRING_TIMEOUT` for the keyring's
    /// answers.
    package init(environment: [String: String]) {
      guard let text = environment["IMAGEFEED_KEYRING_TIMEOUT"], let number = Int(text),
        (1...600_000).contains(number)
      else { return }
      answer = .milliseconds(number)
    }
  }

  private let limits: Limits
  private let queue = DispatchQueue(label: "imagefeed.keyring")

  /// Nil outside a desktop's session: without a bus, nothing can be asked.
  ///
  /// - Parameter limits: nil for those of the environment.
  package init?(environment: [String: String], limits: Limits? = nil) {
    guard environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false else { return nil }
    self.limits = limits ?? Limits(environment: environment)
  }

  package func secret(
    for key: SessionKey,
    unlocks: Bool
  ) async throws(KeyringError) -> Secret? {
    let answer = await ask(unlocks) { stop in
      key.withKey { csecret_lookup($0, unlocks, stop) }
    }
    return try answer.secret()
  }

  package func keep(
    _ secret: Secret,
    for key: SessionKey,
    unlocks: Bool
  ) async throws(KeyringError) {
    let label = "imagefeed: \(key.service.name)"
    let answer = await ask(unlocks) { stop in
      key.withKey { csecret_store($0, label, secret.exposed, unlocks, stop) }
    }
    try answer.confirm()
  }

  package func discard(_ key: SessionKey, unlocks: Bool) async throws(KeyringError) {
    let answer = await ask(unlocks) { stop in
      key.withKey { csecret_clear($0, unlocks, stop) }
    }
    try answer.confirm()
  }

  /// Why nothing could be kept now without asking the person; nil where it could.
  ///
  /// Blocks.
  package func trouble() -> KeyringError? {
    let found = Lock<KeyringResult>(.trouble(.noAnswer))
    let isDone = DispatchSemaphore(value: 0)
    start(limits.answer, { KeyringResult(csecret_check($0)) }) { answer in
      found.withLock { $0 = answer }
      isDone.signal()
    }
    isDone.wait()
    do throws(KeyringError) { try found.withLock { $0 }.confirm() } catch { return error }
    return nil
  }

  /// Makes a call on the keyring's thread, which it may block.
  func ask(
    _ unlocks: Bool,
    _ call: @escaping @Sendable (OpaquePointer?) -> KeyringResult
  ) async -> KeyringResult {
    await withCheckedContinuation { continuation in
      start(unlocks ? limits.unlocking : limits.answer, call) { continuation.resume(returning: $0) }
    }
  }

  /// Makes a call; the answer comes once, in time.
  private func start(
    _ limit: Duration,
    _ call: @escaping @Sendable (OpaquePointer?) -> KeyringResult,
    _ done: @escaping @Sendable (KeyringResult) -> Void
  ) {
    let request = KeyringCall(done)
    let end = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
    DispatchQueue.global().asyncAfter(deadline: end) { request.giveUp() }
    queue.async {
      if let reason = csecret_load() {
        request.end(.trouble(.noLibrary(reason: String(cString: reason))))
      } else {
        request.run(call)
      }
    }
  }
}

/// How a call has ended.
enum KeyringResult: Sendable {
  case done(Secret?)
  case trouble(KeyringError)

  init(_ answer: csecret_answer) {
    let text = answer.text.map { String(cString: $0) }
    csecret_free(answer.text)
    self =
      switch answer.result {
      case CSECRET_DONE: .done(text.map(Secret.init))
      case CSECRET_NONE: .done(nil)
      case CSECRET_LOCKED: .trouble(.locked)
      case CSECRET_ABSENT: .trouble(.absent)
      default: .trouble(.refused(reason: text ?? ""))
      }
  }

  func secret() throws(KeyringError) -> Secret? {
    switch self {
    case .done(let secret): return secret
    case .trouble(let trouble): throw trouble
    }
  }

  func confirm() throws(KeyringError) { _ = try secret() }
}

/// One call, which ends with an answer or with its time.
private final class KeyringCall: Sendable {
  private struct State {
    var done: (@Sendable (KeyringResult) -> Void)?
    /// Ends the call that runs.
    nonisolated(unsafe) var stop: OpaquePointer?  // only touched while the lock is held
  }

  private let state: Lock<State>

  init(_ done: @escaping @Sendable (KeyringResult) -> Void) { state = Lock(State(done: done)) }

  /// Blocks; nothing is called when it was given up before.
  func run(_ call: (OpaquePointer?) -> KeyringResult) {
    let stop = csecret_stop_make()
    let isWanted = state.withLock { state in
      if state.done != nil { state.stop = stop }
      return state.done != nil
    }
    if isWanted { end(call(stop)) }
    state.withLock { $0.stop = nil }
    csecret_stop_free(stop)
  }

  func end(_ answer: KeyringResult) {
    let done = state.withLock { state in
      defer { state.done = nil }
      return state.done
    }
    done?(answer)
  }

  func giveUp() {
    // First, or the error of a call that was stopped could be the answer.
    end(.trouble(.noAnswer))
    state.withLock { if let stop = $0.stop { csecret_stop_now(stop) } }
  }
}

extension SessionKey {
  fileprivate func withKey(_ body: (csecret_key) -> csecret_answer) -> KeyringResult {
    service.name.withCString { service in
      baseURL.withCString { KeyringResult(body(csecret_key(service: service, address: $0))) }
    }
  }
}

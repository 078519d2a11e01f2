import CSecret
import Dispatch
import Model
import Platform

/// A protected store of secrets.
package protocol SecretStore: Sendable {
  /// Returns the secret of a session; `nil` if there is none.
  ///
  /// - Parameter unlocks: Whether to prompt the user to unlock the store, as in the other
  ///   functions.
  func secret(for key: SessionKey, unlocks: Bool) async throws(KeyringError) -> Secret?
  /// Stores a secret and replaces the one with the same key.
  func store(_ secret: Secret, for key: SessionKey, unlocks: Bool) async throws(KeyringError)
  /// Removes the secret of a session, if there is one.
  func discard(_ key: SessionKey, unlocks: Bool) async throws(KeyringError)
}

/// The desktop's keyring: the Secret Service, accessed through libsecret.
///
/// The library is loaded at the first call. Its calls block, so each runs on a separate thread and
/// has a timeout.
package final class Keyring: SecretStore {
  /// The timeouts of calls.
  package struct Limits: Sendable {
    /// The timeout for the keyring's response, if the user isn't prompted.
    package var answer = Duration.seconds(5)
    /// The timeout for calls that may prompt the user to unlock the keyring.
    package var unlocking = Duration.seconds(60)

    package init() {}

    /// Creates the default limits.
    ///
    /// `IMAGEFEED_KEYRING_TIMEOUT` sets the timeout of the keyring's response, in milliseconds from
    /// 1 to 600 000.
    package init(environment: [String: String]) {
      guard let text = environment["IMAGEFEED_KEYRING_TIMEOUT"], let number = Int(text),
        (1...600_000).contains(number)
      else { return }
      answer = .milliseconds(number)
    }
  }

  private let limits: Limits
  private let queue = DispatchQueue(label: "imagefeed.keyring")

  /// Creates access to the keyring; `nil` outside a desktop session, as the keyring is reached
  /// through the session's bus.
  ///
  /// - Parameter limits: The timeouts; `nil` for those of the environment.
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

  package func store(
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

  /// Returns the reason why no secret can be stored now without a prompt; `nil` if storing is
  /// possible.
  ///
  /// Blocks the calling thread, at most for the timeout of a response.
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

  /// Makes a call on the keyring's thread, and returns its result or a timeout.
  ///
  /// - Parameters:
  ///   - unlocks: Whether the call may prompt the user. This selects the timeout.
  ///   - call: May block. Its argument is the object that cancels the call.
  func ask(
    _ unlocks: Bool,
    _ call: @escaping @Sendable (OpaquePointer?) -> KeyringResult
  ) async -> KeyringResult {
    await withCheckedContinuation { continuation in
      start(unlocks ? limits.unlocking : limits.answer, call) { continuation.resume(returning: $0) }
    }
  }

  /// Makes a call on the keyring's thread.
  ///
  /// `done` is called exactly once, at the latest when the limit expires.
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

/// The result of a call to the keyring.
enum KeyringResult: Sendable {
  /// A successful call, with its secret; `nil` if none was found or requested.
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

  /// Returns the secret that was found, or throws the error of the call.
  func secret() throws(KeyringError) -> Secret? {
    switch self {
    case .done(let secret): return secret
    case .trouble(let trouble): throw trouble
    }
  }

  /// Throws the error of the call, if it failed.
  func confirm() throws(KeyringError) { _ = try secret() }
}

/// A call to the keyring, which ends with a result or a timeout.
private final class KeyringCall: Sendable {
  private struct State {
    var done: (@Sendable (KeyringResult) -> Void)?
    /// The object that cancels the running call.
    nonisolated(unsafe) var stop: OpaquePointer?  // accessed only while the lock is held
  }

  private let state: Lock<State>

  init(_ done: @escaping @Sendable (KeyringResult) -> Void) { state = Lock(State(done: done)) }

  /// Runs the call on this thread, unless it has been given up.
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

  /// Ends the call with a timeout, unless it has ended.
  func giveUp() {
    // Report the timeout first. Otherwise the error of the cancelled call could be reported
    // instead.
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

import CSecret
import Dispatch
import EffectHandling
import Foundation
import Glibc
import Model
import Platform
import Testing

@testable import Accounts

/// A keyring in memory that can be locked.
final class MemoryKeyring: SecretStore {
  struct State {
    var secrets: [SessionKey: Secret] = [:]
    var trouble: KeyringError?
    /// Whether the user unlocks it when prompted.
    var isUnlocked = false
    var calls = 0
    /// Whether the user was prompted to unlock it.
    var wasPrompted = false
    /// Another program's action while a secret is being saved.
    var meanwhile: (@Sendable () -> Void)?
  }

  let state = Lock(State())

  private func open(_ unlocks: Bool) throws(KeyringError) {
    let trouble = state.withLock { state in
      state.calls += 1
      if unlocks { state.wasPrompted = true }
      if unlocks, state.isUnlocked { state.trouble = nil }
      return state.trouble
    }
    if let trouble { throw trouble }
  }

  func secret(for key: SessionKey, unlocks: Bool) async throws(KeyringError) -> Secret? {
    try open(unlocks)
    return state.withLock { $0.secrets[key] }
  }

  func store(_ secret: Secret, for key: SessionKey, unlocks: Bool) async throws(KeyringError) {
    try open(unlocks)
    state.withLock { $0.secrets[key] = secret }
    state.withLock { $0.meanwhile }?()
  }

  func discard(_ key: SessionKey, unlocks: Bool) async throws(KeyringError) {
    try open(unlocks)
    state.withLock { $0.secrets[key] = nil }
  }
}

@Suite struct `Sessions in the keyring` {
  private let folder: TemporaryFolder
  private let path: String
  private let file: FileCredentialStore
  private let keyring = MemoryKeyring()
  private let told = Lock<[KeyringError]>([])

  private static let session = Session(
    service: "vk",
    baseURL: "https://api.example",
    token: Secret("token-1"),
    username: "ada",
    expires: 12.5,
    renewal: Session.Renewal(token: Secret("refresh-1"), device: "device-1")
  )
  private static let key = session.key

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/data/imagefeed/credentials.json"
    file = FileCredentialStore(path: path)
  }

  private func store(
    _ location: CredentialLocation = .auto,
    hasKeyring: Bool = true
  ) -> SessionStore {
    SessionStore(
      file: file,
      keyring: hasKeyring ? keyring : nil,
      location: location,
      lockPath: folder.path + "/data/imagefeed/credentials.lock",
      onFallback: { [told] trouble in told.withLock { $0.append(trouble) } },
      log: LogLines().logger
    )
  }

  private func text() throws -> String { try folder.text(of: "data/imagefeed/credentials.json") }

  @Test(arguments: [CredentialLocation.auto, .keyring])
  func `the file lists sessions of the keyring, without a secret`(
    place: CredentialLocation
  ) async throws {
    try await store(place).save(Self.session)
    for secret in ["token-1", "refresh-1", "device-1"] { #expect(try !text().contains(secret)) }
    let stored = try #require(try store(place).sessionWithoutKeyring(for: Self.key))
    #expect(stored.tokensInKeyring && stored.username == "ada" && stored.expires == 12.5)
    #expect(stored.isValid(at: 100) && stored.token.exposed.isEmpty)
    #expect(try await store(place).session(for: Self.key) == Self.session)
    try await store(place).remove(Self.key)
    #expect(keyring.state.withLock { $0.secrets }.isEmpty)
    #expect(try store(place).sessionWithoutKeyring(for: Self.key) == nil)
    #expect(told.withLock { $0 }.isEmpty)
  }

  @Test func `sessions are in the file if configured, and the demo's always`() async throws {
    try await store(.file).save(Self.session)
    #expect(try file.session(for: Self.key) == Self.session)
    var demo = Self.session
    demo.baseURL = SessionKey.demo(of: "vk").baseURL
    try await store(.keyring).save(demo)
    await store(.keyring).moveToConfiguredStore(demo.key)
    #expect(try file.session(for: demo.key) == demo)
    #expect(keyring.state.withLock { $0.calls } == 0)
  }

  @Test(
    arguments: [
      KeyringError.locked, .absent, .noAnswer, .noLibrary(reason: "x"), .refused(reason: "y"),
    ]
  )
  func `sessions are in the file while the keyring is unusable, which is reported once`(
    trouble: KeyringError
  ) async throws {
    keyring.state.withLock { $0.trouble = trouble }
    let store = store()
    try await store.save(Self.session)
    try await store.save(Self.session)
    #expect(try file.session(for: Self.key) == Self.session)
    #expect(told.withLock { $0 } == [trouble])

    // If the keyring is required, a problem is reported instead.
    try file.remove(Self.key)
    let strict = self.store(.keyring)
    await #expect(throws: Problem(.signIn, .keyring(trouble))) {
      try await strict.save(Self.session)
    }
    #expect(try file.session(for: Self.key) == nil)
  }

  @Test func `a token left in the locked keyring is deleted when the keyring is unlocked`()
    async throws
  {
    try await store().save(Self.session)
    keyring.state.withLock { $0.trouble = .locked }
    var later = Self.session
    later.token = Secret("token-2")
    try await store().save(later)
    #expect(try file.session(for: Self.key) == later)
    try await store().remove(Self.key)
    #expect(
      try store().sessionWithoutKeyring(for: Self.key) == nil && store().hasLeftover(Self.key)
    )
    // Still locked.
    await store().moveToConfiguredStore(Self.key)
    #expect(store().hasLeftover(Self.key))
    #expect(keyring.state.withLock { $0.secrets.count } == 1)
    keyring.state.withLock { $0.trouble = nil }
    await store().moveToConfiguredStore(Self.key)
    #expect(keyring.state.withLock { $0.secrets }.isEmpty)
    #expect(!store().hasLeftover(Self.key))
    let calls = keyring.state.withLock { $0.calls }
    await store().moveToConfiguredStore(Self.key)
    #expect(keyring.state.withLock { $0.calls } == calls)
  }

  @Test(arguments: [CredentialLocation.auto, .file])
  func `a token left in the keyring is deleted at signing out, or replaced`(
    place: CredentialLocation
  ) async throws {
    for isReplaced in [false, true] {
      try await store().save(Self.session)
      keyring.state.withLock { $0.trouble = .locked }
      try await store(place).save(Self.session)
      keyring.state.withLock { $0.trouble = nil }
      #expect(store().hasLeftover(Self.key))
      if isReplaced { try await store().save(Self.session) }
      #expect(store().hasLeftover(Self.key) == !isReplaced)
      try await store(place).remove(Self.key)
      #expect(!store().hasLeftover(Self.key))
      #expect(keyring.state.withLock { $0.secrets }.isEmpty)
    }
  }

  @Test func `outside a desktop no keyring is needed, and nothing is reported`() async throws {
    try await store(hasKeyring: false).save(Self.session)
    #expect(try file.session(for: Self.key) == Self.session && told.withLock { $0 }.isEmpty)
    let strict = store(.keyring, hasKeyring: false)
    await #expect(throws: Problem(.signIn, .keyring(.noDesktop))) {
      try await strict.save(Self.session)
    }
    try await store().save(Self.session)
    let outside = store(hasKeyring: false)
    await #expect(throws: Problem(.session, .keyring(.noDesktop))) {
      try await outside.session(for: Self.key)
    }
    await #expect(throws: Problem(.signOut, .keyring(.noDesktop))) {
      try await outside.remove(Self.key)
    }
  }

  @Test func `sessions move to the configured place, once`() async throws {
    try file.save(Self.session)
    await store().moveToConfiguredStore(Self.key)
    #expect(try file.session(for: Self.key)?.tokensInKeyring == true)
    #expect(try await store().session(for: Self.key) == Self.session)
    let calls = keyring.state.withLock { $0.calls }
    await store().moveToConfiguredStore(Self.key)
    #expect(keyring.state.withLock { $0.calls } == calls)

    await store(.file).moveToConfiguredStore(Self.key)
    #expect(try file.session(for: Self.key) == Self.session)
    #expect(keyring.state.withLock { $0.secrets }.isEmpty)
  }

  @Test func `a session stays in the keyring if the file can't be written`() async throws {
    try await store().save(Self.session)
    // A folder in the place of the temporary file.
    try FileManager.default.createDirectory(
      atPath: path + ".part",
      withIntermediateDirectories: true
    )
    await store(.file).moveToConfiguredStore(Self.key)
    #expect(try await store().session(for: Self.key) == Self.session)
    try FileManager.default.removeItem(atPath: path + ".part")
    await store(.file).moveToConfiguredStore(Self.key)
    #expect(try file.session(for: Self.key) == Self.session)
    #expect(keyring.state.withLock { $0.secrets }.isEmpty)
  }

  @Test func `without the file, the keyring keeps only a session that the file lists`() async throws
  {
    func block() throws {
      let part = URL(filePath: path + ".part", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
    }
    let store = store()
    try block()
    await #expect(throws: Problem.self) { try await store.save(Self.session) }
    #expect(keyring.state.withLock { $0.secrets }.isEmpty)
    // A renewal in a home that has become unwritable reaches the next launch.
    try FileManager.default.removeItem(atPath: path + ".part")
    try await store.save(Self.session)
    try block()
    await #expect(throws: Problem.self) {
      var renewed = Self.session
      renewed.token = Secret("token-2")
      try await store.save(renewed)
    }
    #expect(try await store.session(for: Self.key)?.token == Secret("token-2"))
  }

  @Test func `signing out removes the secret of a program that was killed while it saved`()
    async throws
  {
    try await keyring.store(#require(Self.session.text), for: Self.key, unlocks: false)
    #expect(try store().sessionWithoutKeyring(for: Self.key) == nil)
    try await store().remove(Self.key)
    #expect(keyring.state.withLock { $0.secrets }.isEmpty)
  }

  @Test func `a session saved by another program in the meantime isn't replaced`() async throws {
    var new = Self.session
    new.token = Secret("token-2")
    try file.save(Self.session)
    keyring.state.withLock { [file, new] in $0.meanwhile = { try? file.save(new) } }
    await store().moveToConfiguredStore(Self.key)
    #expect(try file.session(for: Self.key) == new)
  }

  @Test func `sessions stay in place if the keyring is locked`() async throws {
    try file.save(Self.session)
    keyring.state.withLock { $0.trouble = .locked }
    await store().moveToConfiguredStore(Self.key)
    #expect(try file.session(for: Self.key) == Self.session && told.withLock { $0 }.isEmpty)
    await store(.keyring).moveToConfiguredStore(Self.key)
    #expect(told.withLock { $0 } == [.locked])
  }

  @Test func `only reading waits for the user to unlock the keyring`() async throws {
    try await store().save(Self.session)
    #expect(try await self.store().session(for: Self.key) == Self.session)
    #expect(!keyring.state.withLock { $0.wasPrompted })
    keyring.state.withLock { $0.trouble = .locked }
    let store = store()
    await #expect(throws: Problem(.session, .keyring(.locked))) {
      try await store.session(for: Self.key)
    }
    #expect(try store.sessionWithoutKeyring(for: Self.key) != nil)
    keyring.state.withLock { $0.isUnlocked = true }
    #expect(try await store.session(for: Self.key) == Self.session)
  }

  @Test func `deleted sessions are missing`() async throws {
    try await store().save(Self.session)
    keyring.state.withLock { $0.secrets = [Self.key: Secret("{}")] }
    #expect(try await store().session(for: Self.key) == nil)
    #expect(try file.session(for: Self.key) == nil)
  }

  @Test func `several waiting requests read the keyring once`() async throws {
    try await store().save(Self.session)
    let holder = SessionHolder()
    holder.current = try store().sessionWithoutKeyring(for: Self.key)
    let before = keyring.state.withLock { $0.calls }
    let store = store()
    let tokens = try await withThrowingTaskGroup(of: Secret?.self) { group in
      for _ in 0..<8 {
        group.addTask { try await holder.complete(from: store)?.token }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens == Array(repeating: Secret("token-1"), count: 8))
    #expect(keyring.state.withLock { $0.calls } == before + 1)
    #expect(holder.current == Self.session)
  }

  @Test func `sessions aren't restored after signing out`() async throws {
    try await store().save(Self.session)
    let holder = SessionHolder()
    let store = store()
    #expect(try await holder.complete(from: store) == nil)
    holder.current = Self.session.withoutTokens
    keyring.state.withLock { $0.secrets = [:] }
    await #expect(throws: Problem(.session, .unauthorized)) {
      try await holder.complete(from: store)
    }
  }

  @Test(.timeLimit(.hang))
  func `calls that are given up are cancelled, and the next one is made`() async throws {
    var limits = Keyring.Limits()
    limits.answer = .milliseconds(1)
    limits.unlocking = .seconds(600)
    let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
    let keyring = try #require(Keyring(environment: environment, limits: limits))
    let hasBegun = Lock(false)
    // A call whose deadline has passed before it begins is never made.
    while !hasBegun.withLock({ $0 }) {
      let first = await keyring.ask(false) { stop in
        hasBegun.withLock { $0 = true }
        while !csecret_stop_is_requested(stop) { poll(nil, 0, 1) }
        return .done(nil)
      }
      #expect(throws: KeyringError.noAnswer) { try first.confirm() }
    }
    // Calls are made one after another.
    let second = await keyring.ask(true) { stop in
      csecret_stop_is_requested(stop) ? .trouble(.noAnswer) : .done(Secret("here"))
    }
    #expect(try second.secret() == Secret("here"))
  }

  @Test(.timeLimit(.hang))
  func `calls are given up if the keyring doesn't reply in time`() async throws {
    var limits = Keyring.Limits()
    limits.answer = .milliseconds(1)
    let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
    let keyring = try #require(Keyring(environment: environment, limits: limits))
    let isOver = DispatchSemaphore(value: 0)
    let answer = await keyring.ask(false) { _ in
      isOver.wait()
      return .done(nil)
    }
    #expect(throws: KeyringError.noAnswer) { try answer.confirm() }
    isOver.signal()
    let set = Keyring.Limits(environment: ["IMAGEFEED_KEYRING_TIMEOUT": "20"])
    #expect(set.answer == .milliseconds(20) && set.unlocking == .seconds(60))
    for text in ["", "0", "-1", "x", "99999999999"] {
      let usual = Keyring.Limits(environment: ["IMAGEFEED_KEYRING_TIMEOUT": text])
      #expect(usual.answer == .seconds(5))
    }
    #expect(Keyring(environment: [:]) == nil)
    #expect(Keyring(environment: ["DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
  }
}

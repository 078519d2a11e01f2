import AppCore
import EffectHandling
import HTTP
import Harness
import Logging
import Model
import Runtime
import ServiceAPI
import Settings
import Storage
import Testing

@testable import Accounts

/// A running program, while other programs sign in and out.
@Suite struct `A stored session` {
  private let folder: TemporaryFolder
  private let key = SessionKey(service: "unsplash", baseURL: "https://api.example")

  init() throws { folder = try TemporaryFolder() }

  private func store() -> SessionStore {
    SessionStore(
      file: FileCredentialStore(path: folder.path + "/credentials.json"),
      keyring: nil,
      location: .file,
      log: Logger(label: "test")
    )
  }

  private func session(_ token: String, of username: String? = "ada") -> Session {
    Session(
      service: key.service,
      baseURL: key.baseURL,
      token: Secret(token),
      username: username
    )
  }

  /// Returns a program with a session that it has used once.
  private func running(_ token: String) async throws -> SessionHolder {
    try await store().save(session(token))
    let holder = SessionHolder()
    holder.current = session(token)
    holder.isStored = true
    try holder.adoptChanges(in: store())
    return holder
  }

  private let lost = Problem(.session, .unauthorized)

  @Test func `the session ends once another program has signed out, until a user signs in`()
    async throws
  {
    let holder = try await running("one")
    try await store().remove(key)
    for _ in 0..<2 { #expect(throws: lost) { try holder.adoptChanges(in: store()) } }
    try await store().save(session("two"))
    holder.current = session("two")
    holder.isStored = true
    try holder.adoptChanges(in: store())
  }

  @Test func `the session ends once another user has signed in`() async throws {
    let holder = try await running("one")
    try await store().save(session("two", of: "eve"))
    #expect(throws: lost) { try holder.adoptChanges(in: store()) }
    #expect(holder.current?.token == Secret("one"))
  }

  @Test func `a newer token of the same user is used`() async throws {
    let holder = try await running("one")
    try await store().save(session("two", of: nil))
    try holder.adoptChanges(in: store())
    #expect(holder.current == session("two"))
  }

  @Test func `a session that was never stored isn't looked up`() throws {
    let holder = SessionHolder()
    holder.current = session("one")
    try holder.adoptChanges(in: store())
    #expect(holder.current == session("one"))
  }

  @Test func `each request follows what other programs have done to the session`() async throws {
    let environment = ["HOME": folder.path, "XDG_DATA_HOME": folder.path]
    let transport = ScriptedTransport("[]")
    var configuration = Configuration()
    configuration.credentials = .file
    let opener = Assembly(
      Program.Options(),
      configuration,
      environment: environment,
      connect: { _ in transport }
    )
    let backend = opener.real().0
    let other = FileCredentialStore(path: opener.xdg.credentialsFile)
    var signedIn = Session(
      service: backend.key.service,
      baseURL: backend.key.baseURL,
      token: Secret("one"),
      username: "ada"
    )
    try await opener.credentials.save(signedIn)
    opener.session.current = signedIn
    opener.session.isStored = true
    _ = try await backend.service.feedPage(1)
    // Another program renews the session.
    signedIn.token = Secret("two")
    try other.save(signedIn)
    _ = try await backend.service.feedPage(1)
    // Another program signs out.
    try other.remove(backend.key)
    let refused = await problem { () throws(Problem) in
      _ = try await backend.service.feedPage(1)
    }
    #expect(refused == lost)
    let sent = transport.requests.map(\.authorization)
    #expect(sent == [Secret("Bearer one"), Secret("Bearer two")])
  }

  @Test func `waiting likes belong to the user who gave them`() async throws {
    let store = try Store.open(path: folder.path + "/imagefeed.db", now: 0).store
    let photo = Photo(
      id: Photo.ID(service: "unsplash", value: "p"),
      width: 3,
      height: 2,
      author: Person(username: "ann", name: "Ann"),
      picture: .derived(from: "https://images.test/p"),
      pageURL: nil
    )
    let list = CachedList(photos: [photo], next: nil, time: 0)
    try await store.claim("a", for: "ada")
    try await store.setPending(true, of: photo, account: "a")
    try await store.save(list, as: .feed, of: "a")
    try await store.claim("a", for: "eve")
    #expect(try await store.pendingLikes(of: "a").isEmpty)
    #expect(try store.list(.feed, of: "a") == nil)
    try await store.setPending(false, of: photo, account: "a")
    try await store.claim("a", for: "ada")
    #expect(try await store.pendingLikes(of: "a").map(\.isLiked) == [true])
    try await store.claim("a", for: "eve")
    #expect(try await store.pendingLikes(of: "a").map(\.isLiked) == [false])
    // A user without a name may be eve, so nothing is lost; only the likes wait.
    try await store.save(list, as: .feed, of: "a")
    try await store.claim("a", for: nil)
    #expect(try await store.pendingLikes(of: "a").isEmpty)
    #expect(try store.list(.feed, of: "a") == list)
    try await store.claim("a", for: "eve")
    #expect(try await store.pendingLikes(of: "a").map(\.isLiked) == [false])
    #expect(try store.list(.feed, of: "a") == list)
    // After a sign-out, the data of the next user isn't taken for eve's.
    try await store.remove(account: "a")
    try await store.claim("a", for: nil)
    try await store.setPending(true, of: photo, account: "a")
    try await store.claim("a", for: "ada")
    #expect(try await store.pendingLikes(of: "a").map(\.isLiked) == [true])
  }
}

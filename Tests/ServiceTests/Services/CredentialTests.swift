import FoundationEssentials
import Glibc
import Model
import Platform
import Testing

@testable import Accounts
@testable import Disk

private let key = SessionKey(service: "unsplash", baseURL: "https://api.example")

private func session(_ token: String, base: String = key.baseURL) -> Session {
  Session(
    service: "unsplash",
    baseURL: base,
    token: Secret(token),
    username: "ada",
    expires: 12.5
  )
}

@Suite(.serialized) struct `The credential file` {
  private let folder: TemporaryFolder
  private let path: String
  private let store: FileCredentialStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/data/imagefeed/credentials.json"
    store = FileCredentialStore(path: path)
  }

  @Test func `nothing is stored before anything was saved`() throws {
    #expect(try store.session(for: key) == nil)
    try store.remove(key)
    #expect(access(path, F_OK) != 0)
  }

  @Test func `a saved session is read back, in the next run too`() throws {
    try store.save(session("one"))
    try store.save(session("two", base: "demo"))
    try store.save(session("three"))

    let next = FileCredentialStore(path: path)
    #expect(try next.session(for: key) == session("three"))
    #expect(try next.session(for: .demo) == session("two", base: "demo"))
  }

  @Test func `removing one session keeps the other`() throws {
    try store.save(session("one"))
    try store.save(session("two", base: "demo"))
    try store.remove(.demo)
    #expect(try store.session(for: .demo) == nil)
    #expect(try store.session(for: key)?.token == Secret("one"))
    #expect(try !folder.text(of: "data/imagefeed/credentials.json").contains("two"))
  }

  @Test func `the file is readable only by its owner, whatever its mode was before`() throws {
    try FileManager.default.createDirectory(
      atPath: Folder.containing(path),
      withIntermediateDirectories: true
    )
    try Data(#"{"version":1,"sessions":[]}"#.utf8).write(to: URL(filePath: path))
    chmod(path, 0o644)
    try store.save(session("one"))
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `the file is replaced atomically and leaves no other file`() throws {
    try store.save(session("one"))
    var before = stat()
    stat(path, &before)
    try store.save(session("two"))
    var after = stat()
    stat(path, &after)
    #expect(before.st_ino != after.st_ino)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Folder.containing(path)
    )
    #expect(names == ["credentials.json"])
  }

  /// Killed programs leave the token under the name of an unfinished file.
  ///
  /// Earlier versions chose another name each time.
  @Test(arguments: ["save", "remove", "remove nothing"])
  func `tokens of killed programs are removed`(what: String) throws {
    if what != "remove nothing" { try store.save(session("one")) }
    let names = [
      "credentials.json.part", "credentials.json.8f00ba5eba11cafe.part",
      "credentials.json.c0ffee0000000001.part",
    ]
    for name in names { _ = try folder.write("token", to: "data/imagefeed/" + name) }
    let others = [
      "credentials.json.unreadable-8f00ba5eba11cafe", "credentials.json.notes.part",
      "credentials.json.8F00ba5eba11cafe.part", "other.json.8f00ba5eba11cafe.part",
    ]
    for name in others { _ = try folder.write("mine", to: "data/imagefeed/" + name) }
    if what == "save" { try store.save(session("two")) } else { try store.remove(key) }
    let left = FileSystem.names(in: Folder.containing(path)).filter { $0 != "credentials.json" }
    #expect(left == others.sorted())
  }

  @Test func `a link in place of its unfinished file isn't followed`() throws {
    let other = try folder.write("precious", to: "data/imagefeed/other")
    symlink(other, path + ".part")
    try store.save(session("one"))
    link(other, path + ".part")
    try store.save(session("two"))
    #expect(try folder.text(of: "data/imagefeed/other") == "precious")
    #expect(try store.session(for: key) == session("two"))
  }

  @Test(arguments: ["", "not json", #"{"version":2,"sessions":[]}"#, #"{"version":1}"#])
  func `an invalid file is a problem with its path, and is set aside when saving`(
    text: String
  ) throws {
    try store.save(session("one"))
    try Data(text.utf8).write(to: URL(filePath: path))

    let cause = Problem.Cause.disk(path: path, reason: "not a credentials file")
    #expect(throws: Problem(.session, cause)) { try store.session(for: key) }
    #expect(throws: Problem(.signOut, cause)) { try store.remove(key) }
    #expect(String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) == text)

    try store.save(session("two"))
    #expect(try store.session(for: key)?.token == Secret("two"))
    let names = try FileManager.default.contentsOfDirectory(atPath: Folder.containing(path))
    let aside = try #require(names.first { $0 != "credentials.json" })
    #expect(aside.hasPrefix("credentials.json.unreadable-"))
    #expect(try folder.text(of: "data/imagefeed/" + aside) == text)
  }

  @Test func `an unwritable or unreadable file is named`() throws {
    let impossible = FileCredentialStore(path: "/proc/imagefeed/credentials.json")
    #expect(throws: Problem.self) { try impossible.save(session("one")) }

    try store.save(session("one"))
    unlink(path)
    mkdir(path, 0o700)
    let cause = Problem.Cause.notAFile(path: path)
    #expect(throws: Problem(.session, cause)) { try store.session(for: key) }
    #expect(throws: Problem(.signOut, cause)) { try store.remove(key) }
  }

  @Test(.timeLimit(.hang))
  func `a pipe, a socket or a dangling link is never waited for`() throws {
    try store.save(session("one"))
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    let cause = Problem.Cause.notAFile(path: path)
    #expect(throws: Problem(.session, cause)) { try store.session(for: key) }
    #expect(throws: Problem(.signIn, cause)) { try store.save(session("two")) }
    unlink(path)
    #expect(symlink("/dev/zero", path) == 0)
    #expect(throws: Problem(.session, cause)) { try store.session(for: key) }
    unlink(path)
    #expect(symlink(folder.path + "/nowhere", path) == 0)
    #expect(try store.session(for: key) == nil)
    try store.save(session("three"))
    #expect(try store.session(for: key)?.token == Secret("three"))
  }

  @Test func `a file system without permissions is reported truthfully, and once ever`() throws {
    try store.save(session("one"))
    chmod(path, 0o777)
    let told = Lock<[Exposure]>([])
    // VFAT, for example, ignores a change without an error.
    for result: Int32 in [0, -1] {
      _ = try FileSystem.secret(at: path, chmod: { _, _ in result }) { found in
        told.withLock { $0.append(found) }
      }
    }
    #expect(told.withLock { $0 } == [.permanent, .lasting])
    // Several processes have a store each.
    let first = (0..<3).map { _ in FileCredentialStore(path: path).isFirstReport() }
    #expect(first == [true, false, false])
  }

  @Test func `a file readable by others is restricted, which is reported once`() throws {
    try store.save(session("one"))
    let told = Lock<[Exposure]>([])
    func read() throws -> Session? {
      try FileCredentialStore(path: path) { found in told.withLock { $0.append(found) } }
        .session(for: key)
    }
    _ = try read()
    #expect(told.withLock { $0 }.isEmpty)
    for mode: mode_t in [0o666, 0o640, 0o604, 0o601] {
      chmod(path, mode)
      #expect(try read()?.token == Secret("one"))
      #expect(try read()?.token == Secret("one"))
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
    #expect(told.withLock { $0 } == [.ended, .ended, .ended, .ended])
    let parent = Folder.containing(path)
    chmod(parent, 0o777)
    _ = try read()
    var status = stat()
    #expect(stat(parent, &status) == 0 && status.st_mode & 0o777 == 0o755)
    #expect(told.withLock { $0.count } == 5)
  }

  @Test func `a file of another user isn't read`() throws {
    try store.save(session("one"))
    let other = geteuid() + 1
    #expect(throws: FileSystem.Failure(code: EPERM, path: path)) {
      try FileSystem.secret(at: path, user: other) { _ in }
    }
    #expect(try FileSystem.secret(at: path, user: 0) { _ in } != nil)
  }
}

@Suite struct `Sessions` {
  @Test func `sessions are valid until they expire`() {
    #expect(session("a").isValid(at: 12))
    #expect(!session("a").isValid(at: 12.5))
  }

  @Test func `sessions in memory are separate by service and URL`() throws {
    let store = MemoryCredentialStore([session("one")])
    try store.save(session("two", base: "demo"))
    try store.remove(key)
    #expect(try store.session(for: key) == nil)
    #expect(try store.session(for: .demo)?.token == Secret("two"))
  }
}

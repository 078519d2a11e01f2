import Foundation
import GRDB
import Glibc
import Platform
import Storage
import Testing

struct `A database in use by another program` {
  let database: Database

  init() throws { database = try Database() }

  @Test(.timeLimit(.hang))
  func `waiting for the lock ends at the given moment`() async throws {
    let store = try database.open()
    try await store.set("columns", to: "2")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: database.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    // One wait is running, another one begins later.
    let early = Task { try await store.set("columns", to: "3") }
    store.endLockWaits(at: .now + .milliseconds(100))
    let locked = StorageError.failed(path: database.path, reason: "database is locked")
    await #expect(throws: locked) { try await early.value }
    await #expect(throws: locked) { try await store.set("columns", to: "4") }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await store.set("columns", to: "5")
    #expect(try store.setting("columns") == "5")
  }

  @Test(.timeLimit(.hang))
  func `opening ends at the caller's time limit`() async throws {
    _ = try database.open()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: database.path, configuration: configuration)
    try await other.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    }
    #expect(throws: StorageError.failed(path: database.path, reason: "database is locked")) {
      try Store.open(path: database.path, now: 0, lockTimeout: .milliseconds(100))
    }
    try other.close()
    let store = try Store.open(path: database.path, now: 0, lockTimeout: .milliseconds(100)).store
    // Later operations have the usual time limit again.
    try await store.set("columns", to: "2")
    #expect(try store.setting("columns") == "2")
  }

  @Test(.timeLimit(.hang), arguments: ["", "-wal", "-shm", "-journal"])
  func `a pipe, socket or folder is refused without waiting`(part: String) throws {
    let folder = (database.path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = database.path + part
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: StorageError.notAFile(path: path)) { try database.open() }
    unlink(path)
    #expect(mkdir(path, 0o700) == 0)
    #expect(throws: StorageError.notAFile(path: path)) { try database.open() }
  }
}

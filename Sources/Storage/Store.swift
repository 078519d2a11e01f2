import Dispatch
import GRDB
import Model
import Platform

/// What the program keeps on this machine between its runs, in one SQLite file.
///
/// One connection, used by one thread at a time. Several programs may have the file open at once; a
/// write that waits for another program's is given ten seconds. What was written when a function
/// returns survives a crash of the program and of the machine. A write either happens whole or,
/// with an error, not at all, also when its task is cancelled: it is then carried out nevertheless.
///
/// An `account` is a text that names a service and its base URL, so that the demo's data and the
/// real service's never mix.
package final class Store: Sendable {
  package struct Opening: Sendable {
    package let store: Store
    /// The path that a file which could not be used was set aside under.
    package let setAside: String?
  }

  private let file: DatabaseFile
  private let connection: Lock<DatabaseFile.Connection>
  private let queue = DispatchQueue(label: "imagefeed.storage")
  private let opened: (time: Double, at: MonotonicTime)
  private let onSetAside: @Sendable (String) -> Void
  /// The file's state when the gallery was read last, as this connection counts; nil before that.
  let galleryVersion = Lock<Int64?>(nil)

  /// Opens the database, or creates it with its folder, both for their owner alone.
  ///
  /// A file that is damaged, or that a newer version of the program has written, gets another name
  /// beside the old one (`imagefeed.db.damaged-20261121-110300`, `.newer-…`; the time is UTC), and
  /// a new database takes its place.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - lockTimeout: how long other programs that use the file are waited for, all in all.
  ///   - onSetAside: called, on any thread, with the new path of a file whose damage showed only
  ///     later; the store then goes on with a new one.
  package static func open(
    path: String,
    now: Double,
    lockTimeout: Duration = .seconds(10),
    onSetAside: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(StorageError) -> Opening {
    let file = DatabaseFile(path: path)
    file.lockDeadline.end(at: .now + lockTimeout)
    let (connection, setAside) = try file.open(at: now)
    file.lockDeadline.end(at: nil)
    let store = Store(file, connection, now: now, onSetAside: onSetAside)
    return Opening(store: store, setAside: setAside)
  }

  private init(
    _ file: DatabaseFile,
    _ connection: DatabaseFile.Connection,
    now: Double,
    onSetAside: @escaping @Sendable (String) -> Void
  ) {
    self.file = file
    self.connection = Lock(connection)
    self.onSetAside = onSetAside
    opened = (now, .now)
  }

  /// Waits for other programs no longer than until a moment; what needs them then fails.
  ///
  /// For the end of the program, which has no ten seconds.
  package func endLockWaits(at time: MonotonicTime) { file.lockDeadline.end(at: time) }

  /// Closes the file, which then is all there is: nothing waits in a log beside it.
  ///
  /// Whatever is asked for afterwards fails.
  package func close() throws(StorageError) {
    do { try connection.withLock { $0 }.queue.close() } catch {
      throw StorageError(Failure(error), path: file.path)
    }
  }

  /// Reads on the calling thread, which waits for a write under way.
  func readNow<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    try perform(.deferred, body)
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StorageError) -> Value {
    try await later(.deferred, body)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StorageError) -> Value {
    try await later(.immediate, body)
  }

  private func later<Value: Sendable>(
    _ kind: Database.TransactionKind,
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StorageError) -> Value {
    let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
      queue.async {
        do throws(StorageError) {
          continuation.resume(returning: .success(try self.perform(kind, body)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// Runs statements in a transaction; on a damaged file once more, on the new one.
  private func perform<Value>(
    _ kind: Database.TransactionKind,
    _ body: (Database) throws -> Value
  ) throws(StorageError) -> Value {
    var current = connection.withLock { $0 }
    if current.identity != DatabaseFile.Identity(file.path) {
      // Another program has set the file aside, or somebody has deleted it.
      current = try reopen()
    }
    do throws(Failure) {
      return try current.queue.transaction(kind, body)
    } catch {
      guard error.isDamage else { throw StorageError(error, path: file.path) }
      current = try reopen(damaged: current.identity)
    }
    do throws(Failure) {
      return try current.queue.transaction(kind, body)
    } catch {
      throw StorageError(error, path: file.path)
    }
  }

  private func reopen(
    damaged: DatabaseFile.Identity? = nil
  ) throws(StorageError) -> DatabaseFile.Connection {
    let time = opened.time + MonotonicTime.now.milliseconds(since: opened.at) / 1_000
    let (new, setAside) = try file.open(damaged: damaged, at: time)
    connection.withLock { $0 = new }
    galleryVersion.withLock { $0 = nil }
    if let setAside { onSetAside(setAside) }
    return new
  }
}

extension DatabaseQueue {
  fileprivate func transaction<Value>(
    _ kind: Database.TransactionKind,
    _ body: (Database) throws -> Value
  ) throws(Failure) -> Value {
    try access { database in
      var value: Value?
      try database.inTransaction(kind) {
        value = try body(database)
        return .commit
      }
      guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      return value
    }
  }
}

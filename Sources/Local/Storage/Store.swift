import Dispatch
import GRDB
import Model
import Platform

/// The program's persistent data, in one SQLite file.
///
/// The store has one connection, which one thread uses at a time. Several processes may have the
/// file open; a write waits at most ten seconds for another process. Completed writes survive a
/// crash of the program or of the computer. A write is atomic: it succeeds completely, or fails
/// with an error and changes nothing. Cancelling its task doesn't stop it.
///
/// An `account` parameter is the name of an account in the database: the service and its base URL,
/// without the user. The demo and the real service therefore have separate data.
package final class Store: Sendable {
  /// The result of opening the database.
  package struct OpenResult: Sendable {
    package let store: Store
    /// The new path of an unusable file that was set aside; `nil` if the file was usable.
    package let setAside: String?
  }

  private let file: DatabaseFile
  private let connection: Lock<DatabaseFile.Connection>
  private let queue = DispatchQueue(label: "imagefeed.storage")
  /// The time of opening, in seconds since 1970 and since boot.
  ///
  /// The current time is calculated from both.
  private let opened: (time: Double, at: MonotonicTime)
  private let onSetAside: @Sendable (String) -> Void
  /// The `data_version` of this connection at the last reading of the gallery; `nil` before that.
  let galleryVersion = Lock<Int64?>(nil)

  /// Opens the database, or creates it with its folder.
  ///
  /// A new file and a new folder are accessible to their owner only. A file that is damaged, or has
  /// the tables of another version of the program, is renamed, and a new database takes its place.
  /// The new names are `imagefeed.db.damaged-20261121-110300`, `.newer-…` and `.older-…`, with the
  /// time in UTC.
  ///
  /// - Parameters:
  ///   - isReadOnly: Whether the file is only read. It must then have the tables of this version,
  ///     and it isn't renamed, whatever it contains.
  ///   - now: The time in seconds since 1970.
  ///   - lockTimeout: The maximum total time to wait for other programs that use the file.
  ///   - onSetAside: Called on any thread with the new path of a file that turned out to be damaged
  ///     after it was opened. The store then continues with a new file.
  package static func open(
    path: String,
    isReadOnly: Bool = false,
    now: Double,
    lockTimeout: Duration = .seconds(10),
    onSetAside: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(StorageError) -> OpenResult {
    let file = DatabaseFile(path: path, isReadOnly: isReadOnly)
    file.lockDeadline.end(at: .now + lockTimeout)
    let (connection, setAside) = try file.open(at: now)
    file.lockDeadline.end(at: nil)
    let store = Store(file, connection, now: now, onSetAside: onSetAside)
    return OpenResult(store: store, setAside: setAside)
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
    opened = (now, .sinceBoot)
  }

  /// Ends all waits for other programs at a time; calls that would wait longer fail.
  ///
  /// Used at shutdown, which can't wait ten seconds.
  package func endLockWaits(at time: MonotonicTime) { file.lockDeadline.end(at: time) }

  /// Closes the database.
  ///
  /// SQLite writes the log's contents into the file, unless another process has it open. Later
  /// calls fail.
  package func close() throws(StorageError) {
    do { try connection.withLock { $0 }.queue.close() } catch {
      throw StorageError(error, path: file.path)
    }
  }

  /// Reads on the calling thread, after waiting for a write in progress.
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
        continuation.resume(
          returning: Result { () throws(StorageError) in try self.perform(kind, body) }
        )
      }
    }
    return try result.get()
  }

  /// Runs statements in a transaction.
  ///
  /// If the file turns out to be damaged, runs them again on a new file.
  private func perform<Value>(
    _ kind: Database.TransactionKind,
    _ body: (Database) throws -> Value
  ) throws(StorageError) -> Value {
    var current = connection.withLock { $0 }
    if current.identity != DatabaseFile.Identity(file.path) {
      // The file has been set aside by another program, or deleted.
      current = try reopen()
    }
    do throws(Failure) {
      return try current.queue.transaction(kind, body)
    } catch {
      guard error.isDamage, !file.isReadOnly else { throw StorageError(error, path: file.path) }
      current = try reopen(damaged: current.identity)
    }
    do throws(Failure) {
      return try current.queue.transaction(kind, body)
    } catch {
      throw StorageError(error, path: file.path)
    }
  }

  /// Opens the file at the path again, or a new one, and uses it from then on.
  private func reopen(
    damaged: DatabaseFile.Identity? = nil
  ) throws(StorageError) -> DatabaseFile.Connection {
    let time = opened.time + MonotonicTime.sinceBoot.milliseconds(since: opened.at) / 1_000
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

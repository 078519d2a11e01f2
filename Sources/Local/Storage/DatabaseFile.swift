import GRDB
import Glibc
import Platform

/// The database file at a path: opens it, and sets it aside if it is unusable.
struct DatabaseFile: Sendable {
  let path: String
  /// Whether the file is only read, and neither created, migrated nor set aside.
  var isReadOnly = false
  let lockDeadline = LockDeadline()

  /// The deadline of a wait for another program's lock.
  ///
  /// A wait ends ten seconds after its start, or at a fixed time if that is earlier.
  final class LockDeadline: Sendable {
    private let end = Lock<MonotonicTime?>(nil)

    /// Ends all waits at a fixed time, including current ones; `nil` removes the fixed time.
    func end(at time: MonotonicTime?) { end.withLock { $0 = time } }

    /// Returns the deadline of a wait that began at `start`.
    func deadline(from start: MonotonicTime) -> MonotonicTime {
      let usual = start + .seconds(10)
      return end.withLock { $0.map { min($0, usual) } ?? usual }
    }
  }

  /// An opened file and its identity.
  struct Connection: Sendable {
    let queue: DatabaseQueue
    let identity: Identity
  }

  /// The device and inode, which distinguish a file from another one with the same name.
  struct Identity: Equatable, Sendable {
    private let device: dev_t
    private let node: ino_t

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = status.st_dev
      node = status.st_ino
    }
  }

  /// Opens the file, or a new one if the file is missing or unusable.
  ///
  /// Creates the folder if it is missing.
  ///
  /// A file that can be read but not written is opened read-only if it has the tables of this
  /// version.
  ///
  /// - Parameters:
  ///   - damaged: The identity of a file found to be damaged. It is set aside if it is still at the
  ///     path.
  ///   - time: The time for the name of a file that is set aside, in seconds since 1970.
  /// - Returns: The connection, and the new path of a file that was set aside; `nil` if none was.
  func open(
    damaged: Identity? = nil,
    at time: Double
  ) throws(StorageError) -> (connection: Connection, setAside: String?) {
    do {
      if isReadOnly { return (try openForReading(), nil) }
      try Folder.create(folder, mode: 0o700)
      return try withFolderLocked {
        var setAside: String?
        // An empty file has lost its contents. Its log may hold what is left of them.
        if damaged.map({ $0 == Identity(path) }) ?? isEmpty {
          setAside = try self.setAside(as: .damaged, at: time)
        }
        do {
          return (try connect(at: time), setAside)
        } catch let unusable as UnusableFileError {
          return (try connect(at: time), unusable.path)
        }
      }
    } catch {
      if !isReadOnly, damaged == nil, Failure(error).isRefusal,
        let connection = try? openForReading()
      {
        return (connection, nil)
      }
      throw StorageError(error, path: path)
    }
  }

  /// Opens a file that can't be written, if it has the tables of this version.
  private func openForReading() throws -> Connection {
    var configuration = configuration
    configuration.readonly = true
    func connect(_ name: String) throws -> DatabaseQueue {
      let queue = try DatabaseQueue(path: name, configuration: configuration)
      let applied = try queue.access { try Schema.migrator.appliedIdentifiers($0) }
      guard Schema.isCurrent(applied) else { throw Failure(errno: EROFS) }
      return queue
    }
    let queue: DatabaseQueue
    do { queue = try connect(path) } catch {
      // SQLite creates an index of the log beside the file. The index isn't needed if there is no
      // log and no program writes to the file.
      guard (RegularFile.size(of: path + "-wal") ?? 0) == 0 else { throw error }
      queue = try connect("file:\(Self.escaped(path))?immutable=1")
    }
    guard let identity = Identity(path) else { throw Failure(errno: errno) }
    return Connection(queue: queue, identity: identity)
  }

  /// Returns a path, escaped for a `file:` URL.
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }

  /// Whether the path has a regular file without any bytes.
  private var isEmpty: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The error thrown after an unusable file was set aside.
  private struct UnusableFileError: Error {
    enum Reason: String { case damaged, newer, older }
    /// The new path of the file.
    let path: String
  }

  /// The connection settings: the label, and the wait for other programs that use the file.
  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "imagefeed.database"
    // SQLite's own wait polls ever less often, in the end ten times a second. It would miss the
    // pauses of a program that writes continuously.
    configuration.busyMode = .callback { [lockDeadline, start = Lock(MonotonicTime.now)] tries in
      if tries == 0 { start.withLock { $0 = .now } }
      usleep(2_000)
      return .now < lockDeadline.deadline(from: start.withLock { $0 })
    }
    return configuration
  }

  /// Opens the file for reading and writing, and updates its tables; creates a missing file.
  ///
  /// - Throws: `UnusableFileError` if the file was set aside.
  private func connect(at time: Double) throws -> Connection {
    try createFile()
    var configuration = configuration
    configuration.prepareDatabase { database in
      errno = 0
      do {
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        _ = try Schema.migrator.appliedIdentifiers(database)
      } catch {
        try setAsideIfDamaged(Failure(error, errno: errno), at: time)
      }
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    do {
      try migrate(queue, at: time)
      guard let identity = Identity(path) else { throw Failure(errno: errno) }
      return Connection(queue: queue, identity: identity)
    } catch let failure as Failure {
      try setAsideIfDamaged(failure, at: time)
    }
  }

  /// Updates the tables to this version.
  ///
  /// Sets the file aside if a newer version of the program wrote it, or a version before the first
  /// migration, or if its tables are those of another program.
  private func migrate(_ queue: DatabaseQueue, at time: Double) throws {
    let applied = try queue.access { try Schema.migrator.appliedIdentifiers($0) }
    if Schema.isCurrent(applied) { return }
    if !applied.isSubset(of: Schema.identifiers) {
      throw UnusableFileError(path: try setAside(as: .newer, at: time))
    }
    if !applied.isEmpty, applied.isDisjoint(with: Schema.migrator.migrations) {
      throw UnusableFileError(path: try setAside(as: .older, at: time))
    }
    do {
      try Schema.migrator.migrate(queue)
    } catch {
      let failure = Failure(error)
      // The file already has tables with these names, so it belongs to another program.
      guard failure.code == .SQLITE_ERROR else { throw failure }
      throw UnusableFileError(path: try setAside(as: .damaged, at: time))
    }
  }

  /// Sets the file aside if it is damaged.
  ///
  /// - Throws: `UnusableFileError` if the file was set aside, otherwise the failure itself.
  private func setAsideIfDamaged(_ failure: Failure, at time: Double) throws -> Never {
    guard failure.isDamage else { throw failure }
    throw UnusableFileError(path: try setAside(as: .damaged, at: time))
  }

  /// Renames the file and its log.
  ///
  /// Connections to the file should still be open. SQLite leaves a renamed file unchanged when its
  /// last connection is closed; closing it before the rename would write the log into the file.
  private func setAside(as reason: UnusableFileError.Reason, at time: Double) throws -> String {
    let base = path + "." + reason.rawValue + "-" + Self.text(of: time)
    var target = base
    var number = 1
    while access(target, F_OK) == 0 {
      number += 1
      target = base + "-\(number)"
    }
    for part in ["-wal", "-shm", ""] where rename(path + part, target + part) != 0 {
      guard errno == ENOENT, !part.isEmpty else { throw Failure(errno: errno) }
    }
    return target
  }

  /// Formats a time in UTC for a file name: 20261121-110300.
  private static func text(of time: Double) -> String {
    var seconds = time_t(time)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y%m%d-%H%M%S", &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private var folder: String { Folder.containing(path) }

  /// Creates the file with access for its owner only, unless it exists.
  ///
  /// SQLite gives its log the same permissions. The file gets its name after SQLite has written the
  /// first page. An empty file has therefore lost its contents; it isn't an interrupted creation.
  ///
  /// An existing file is never opened here: closing it would release all locks that SQLite holds on
  /// it in this process.
  ///
  /// - Throws: `StorageError.notAFile` if one of the names belongs to a pipe, or to something else
  ///   that can't be a database; otherwise a `Failure`.
  private func createFile() throws {
    let beginning = path + ".new"
    for part in ["", "-wal", "-shm", "-journal"]
    where RegularFile.isOther(RegularFile.fileTypeError(at: path + part)) {
      throw StorageError.notAFile(path: path + part)
    }
    if access(path, F_OK) == 0 {
      guard access(path, R_OK | W_OK) == 0, access(folder, W_OK | X_OK) == 0 else {
        throw Failure(errno: errno)
      }
      // Left by a program that was killed before it removed the temporary name.
      if access(beginning, F_OK) == 0 { removeBeginning(beginning) }
      return
    }
    // Left by a program that was killed before it renamed the file.
    removeBeginning(beginning)
    defer { removeBeginning(beginning) }
    let file = Glibc.open(beginning, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(errno: errno) }
    close(file)
    let queue = try DatabaseQueue(path: beginning)
    try queue.access { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.close()
    // Without folder locks, another program may have created the file first.
    guard link(beginning, path) == 0 || errno == EEXIST || rename(beginning, path) == 0 else {
      throw Failure(errno: errno)
    }
  }

  /// Removes the file under its temporary name, with its log and index.
  private func removeBeginning(_ beginning: String) {
    for part in ["", "-wal", "-shm", "-journal"] { unlink(beginning + part) }
  }

  /// Locks the folder while the database is opened.
  ///
  /// Otherwise two programs could both set the file aside, and the second would move the first
  /// one's new file.
  private func withFolderLocked<Value>(_ body: () throws -> Value) throws -> Value {
    let start = MonotonicTime.now
    let lock: Int32?
    do throws(DescriptorError) {
      // Some network file systems have no locks. There, only this protection is missing.
      lock = try FolderLock.acquire(folder) { lockDeadline.deadline(from: start) }
    } catch {
      throw Failure(code: .SQLITE_BUSY, errno: error.code, reason: "database is locked")
    }
    defer { if let lock { close(lock) } }
    return try body()
  }
}

extension DatabaseQueue {
  /// Runs statements without a transaction.
  ///
  /// Errors include the system's error code.
  func access<Value>(_ body: (Database) throws -> Value) throws(Failure) -> Value {
    do {
      return try writeWithoutTransaction { database in
        errno = 0
        do {
          return try body(database)
        } catch {
          throw Failure(error, errno: errno)
        }
      }
    } catch {
      throw Failure(error)
    }
  }
}

import FoundationEssentials
import GRDB
import Glibc
import Model
import Testing

@testable import Storage

struct `Opening the database` {
  let database: Database
  var folder: String { database.folder.path }

  init() throws { database = try Database() }

  @Test func `opening creates the database and its folder for their owner only`() async throws {
    let store = try database.open()
    try await store.set("columns", to: "2")
    for (path, mode) in [
      ("/data", 0o700), ("/data/imagefeed", 0o700), ("/data/imagefeed/imagefeed.db", 0o600),
      ("/data/imagefeed/imagefeed.db-wal", 0o600),
    ] {
      var status = stat()
      #expect(stat(folder + path, &status) == 0, "\(path)")
      #expect(status.st_mode & 0o777 == mode_t(mode), "\(path)")
    }
  }

  @Test func `closing leaves one file`() async throws {
    let store = try database.open()
    try await store.set("columns", to: "2")
    try store.close()
    #expect(try database.names() == ["imagefeed.db"])
    await #expect(throws: StorageError.self) { try await store.set("columns", to: "3") }
    #expect(try database.open().setting("columns") == "2")
  }

  @Test func `opening migrates it to the latest version, once`() async throws {
    let store = try database.open()
    try await store.set("columns", to: "2")
    #expect(try store.check().version == "12")
    let again = try database.open()
    #expect(try again.check().version == "12")
    #expect(try again.setting("columns") == "2")
    #expect(try database.names() == ["imagefeed.db"])
  }

  @Test func `writes are durable, and foreign keys are checked`() throws {
    let store = try database.open()
    let values = try store.readNow { database in
      try ["journal_mode", "synchronous", "foreign_keys"].map { name in
        try String.fetchOne(database, sql: "PRAGMA " + name)
      }
    }
    #expect(values == ["wal", "2", "1"])
  }

  @Test func `several programs can open it at once, even the first time`() async throws {
    let database = database
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask {
          let opening = try Store.open(path: database.path, now: 0)
          #expect(opening.setAside == nil)
          try await opening.store.set("\(number)", to: "x")
        }
      }
      try await group.waitForAll()
    }
    let store = try database.open()
    for number in 0..<6 { #expect(try store.setting("\(number)") == "x") }
  }

  @Test func `opening continues where a program was killed while creating it`() async throws {
    // Before SQLite's first write, during it, and before the tables exist.
    for left in [[""], ["", "-journal"], ["", "-wal", "-shm"]] {
      let database = try Database()
      #expect(mkdir(database.folder.path + "/data", 0o700) == 0)
      #expect(mkdir(database.folder.path + "/data/imagefeed", 0o700) == 0)
      for part in left {
        let bytes = Data((part.isEmpty ? "" : "half a page").utf8)
        try bytes.write(to: URL(filePath: database.path + ".new" + part))
      }
      let opening = try Store.open(path: database.path, now: 0)
      #expect(opening.setAside == nil)
      try await opening.store.set("columns", to: "2")
      try opening.store.close()
      #expect(try database.names() == ["imagefeed.db"])
    }
  }

  @Test func `opening continues with a file without tables`() async throws {
    let database = try Database()
    #expect(mkdir(database.folder.path + "/data", 0o700) == 0)
    #expect(mkdir(database.folder.path + "/data/imagefeed", 0o700) == 0)
    let queue = try DatabaseQueue(path: database.path)
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.close()
    let size = try Data(contentsOf: URL(filePath: database.path)).count
    #expect(size > 0)
    let opening = try Store.open(path: database.path, now: 0)
    #expect(opening.setAside == nil)
    try await opening.store.set("columns", to: "2")
    #expect(try opening.store.setting("columns") == "2")
  }

  @Test func `opening fails if the file can't be created, and leaves nothing`() throws {
    #expect(mkdir(folder + "/x.db.new", 0o700) == 0)
    #expect(throws: StorageError.self) { try Store.open(path: folder + "/x.db", now: 0) }
    #expect(try database.folder.names() == ["x.db.new"])
  }

  @Test func `opening fails if a file is a folder, and doesn't change it`() throws {
    #expect(mkdir(folder + "/x.db", 0o700) == 0)
    #expect(throws: StorageError.self) { try Store.open(path: folder + "/x.db", now: 0) }
    #expect(try database.folder.names() == ["x.db"])
  }

  @Test func `an unwritable folder is reported`() throws {
    // Neither the folder, nor the file, nor the log of an existing one can be created.
    _ = try database.open()
    #expect(chmod(folder + "/data", 0o755) == 0)
    #expect(chmod(folder + "/data/imagefeed", 0o555) == 0)
    #expect(chmod(database.path, 0o666) == 0)
    defer { chmod(folder + "/data/imagefeed", 0o755) }
    let names = try database.folder.names(in: "data/imagefeed")
    for path in [
      folder + "/data/imagefeed/deeper/imagefeed.db", folder + "/data/imagefeed/new.db",
    ] {
      let told = try StorageWriter("open", path).rest()
      #expect(told == ["\(StorageError.notPermitted(path: path))"])
    }
    #expect(try database.folder.names(in: "data/imagefeed") == names)
  }

  @Test(arguments: ["nothing", "an empty log", "a log"])
  func `an unwritable database is read`(beside: String) async throws {
    try await database.create()
    if beside != "nothing" {
      let text = beside == "a log" ? "what a killed program has left" : ""
      _ = try database.folder.write(text, to: "data/imagefeed/imagefeed.db-wal")
    }
    #expect(chmod(folder + "/data", 0o755) == 0)
    #expect(chmod(database.path, 0o444) == 0)
    #expect(chmod(folder + "/data/imagefeed", 0o555) == 0)
    defer { chmod(folder + "/data/imagefeed", 0o755) }
    let names = try database.folder.names(in: "data/imagefeed")
    let told = try await blocking { [path = database.path] in
      try StorageWriter("read", path).rest()
    }
    // Without the log its data would be older.
    let expected =
      beside == "a log"
      ? ["\(StorageError.notPermitted(path: database.path))"]
      : ["2", "\(StorageError.readOnly(path: database.path))"]
    #expect(told == expected)
    #expect(try database.folder.names(in: "data/imagefeed") == names)
  }

  @Test func `errors have their meaning`() {
    func error(_ code: ResultCode, _ number: Int32 = 0) -> StorageError {
      StorageError(Failure(code: code, errno: number, reason: "why"), path: "p")
    }
    #expect(error(.SQLITE_FULL) == .diskFull(path: "p"))
    #expect(error(.SQLITE_IOERR, ENOSPC) == .diskFull(path: "p"))
    #expect(error(.SQLITE_IOERR, EDQUOT) == .diskFull(path: "p"))
    #expect(error(.SQLITE_CANTOPEN, EACCES) == .notPermitted(path: "p"))
    #expect(error(.SQLITE_PERM) == .notPermitted(path: "p"))
    #expect(error(.SQLITE_READONLY) == .readOnly(path: "p"))
    #expect(error(.SQLITE_CANTOPEN, EROFS) == .readOnly(path: "p"))
    #expect(error(.SQLITE_IOERR, EIO) == .failed(path: "p", reason: "why"))
    #expect(error(.SQLITE_BUSY) == .failed(path: "p", reason: "why"))
    #expect(error(.SQLITE_BUSY, EAGAIN) == .failed(path: "p", reason: "why"))
    #expect(error(.SQLITE_BUSY, ENOLCK) == .failed(path: "p", reason: "No locks available"))
  }

  @Test func `only a damaged file is taken for one`() {
    let codes: [ResultCode] = [
      .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_BUSY,
      .SQLITE_ERROR, .SQLITE_CORRUPT, .SQLITE_NOTADB,
    ]
    let damaged = codes.filter { Failure(code: $0, errno: 0, reason: "why").isDamage }
    #expect(damaged == [.SQLITE_CORRUPT, .SQLITE_NOTADB])
  }
}

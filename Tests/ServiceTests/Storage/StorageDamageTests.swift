import FoundationEssentials
import GRDB
import Glibc
import Harness
import Model
import Platform
import Storage
import Testing

struct `An unusable database` {
  let database: Database
  let now = 1_763_723_580.0

  init() throws {
    database = try Database()
    try FileManager.default.createDirectory(
      atPath: database.folder.path + "/data/imagefeed",
      withIntermediateDirectories: true
    )
  }

  private func bytes(_ suffix: String = "") throws -> Data {
    try Data(contentsOf: URL(filePath: database.path + suffix))
  }

  private func write(_ data: Data, _ suffix: String = "") throws {
    try data.write(to: URL(filePath: database.path + suffix))
  }

  private func keepSomething(in store: Store) async throws {
    let photos = (0..<300).map { fullPhoto("\($0)") }
    try await store.save(CachedList(photos: photos, next: 2, time: 1), as: .feed, of: account)
  }

  /// Returns the bytes of an intact database with 300 photos, all in its main file.
  private func soundBytes() async throws -> Data {
    let store = try database.open()
    try await keepSomething(in: store)
    try store.close()
    #expect(access(database.path + "-wal", F_OK) != 0)
    return try bytes()
  }

  /// Opens it, and expects the unchanged old file under the reported name.
  private func expectSetAside(as reason: String, unchanged old: Data) async throws {
    let opening = try Store.open(path: database.path, now: now)
    let name = "imagefeed.db.\(reason)-20251121-111300"
    #expect(opening.setAside == database.path.dropLast("imagefeed.db".count) + name)
    #expect(try database.names() == ["imagefeed.db", name])
    #expect(try bytes(".\(reason)-20251121-111300") == old)
    #expect(try opening.store.list(.feed, of: account) == nil)
    try await keepSomething(in: opening.store)
    let next = try Store.open(path: database.path, now: now)
    #expect(next.setAside == nil)
    #expect(try next.store.list(.feed, of: account)?.photos.count == 300)
  }

  @Test func `a file that isn't a database is set aside`() async throws {
    let noise = Data((0..<100_000).map { _ in UInt8.random(in: 0...255) })
    try write(noise)
    try await expectSetAside(as: "damaged", unchanged: noise)
  }

  @Test func `a file shorter than a page is set aside`() async throws {
    let noise = Data("Not a database".utf8)
    try write(noise)
    try await expectSetAside(as: "damaged", unchanged: noise)
  }

  @Test func `a database without its second half is set aside`() async throws {
    let sound = try await soundBytes()
    let half = Data(sound[..<(sound.count / 2 + 100)])
    try write(half)
    try await expectSetAside(as: "damaged", unchanged: half)
  }

  @Test func `a file that is only read stays as it is, whatever it contains`() async throws {
    func expectRefused(_ comment: Comment) throws {
      let (old, names) = (try bytes(), try database.names())
      #expect(throws: StorageError.self, comment) {
        let store = try Store.open(path: database.path, isReadOnly: true, now: now).store
        _ = try store.list(.feed, of: account)
      }
      #expect(try bytes() == old && database.names() == names, comment)
    }
    let sound = try await soundBytes()
    let store = try Store.open(path: database.path, isReadOnly: true, now: now).store
    #expect(try store.list(.feed, of: account)?.photos.count == 300)
    await #expect(throws: StorageError.readOnly(path: database.path)) {
      try await store.removeFromGallery([])
    }
    try write(Data())
    try expectRefused("empty")
    try write(Data(repeating: 1, count: 10_000))
    try expectRefused("no database")
    var holed = sound
    for index in 8_192..<sound.count { holed[index] = 0xA5 }
    try write(holed)
    try expectRefused("damaged pages")
    try write(sound)
    let queue = try DatabaseQueue(path: database.path)
    try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('newer')") }
    try queue.close()
    try expectRefused("newer")
    try FileManager.default.removeItem(atPath: database.path)
    try database.copyFixture("database-version-4.db")
    try expectRefused("older")
  }

  @Test func `a database of a newer program is set aside`() async throws {
    _ = try await soundBytes()
    let queue = try DatabaseQueue(path: database.path)
    try await queue.write { database in
      try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('newer')")
    }
    try queue.close()
    try await expectSetAside(as: "newer", unchanged: try bytes())
  }

  @Test func `a database of a version before the first migration is set aside`() async throws {
    try database.copyFixture("database-version-4.db")
    try await expectSetAside(as: "older", unchanged: try bytes())
  }

  @Test func `another program's database is set aside`() throws {
    let queue = try DatabaseQueue(path: database.path)
    try queue.inDatabase { try $0.execute(sql: "CREATE TABLE photo (mine TEXT)") }
    try queue.close()
    let opening = try Store.open(path: database.path, now: now)
    let aside = try #require(opening.setAside)
    #expect(aside.contains(".damaged-"))
    let old = try DatabaseQueue(path: aside)
    #expect(try old.inDatabase { try $0.tableExists("photo") })
    #expect(try opening.store.check().damages.isEmpty)
  }

  @Test func `a database's log is set aside too, and no existing name is replaced`() throws {
    let noise = Data("Not a database".utf8)
    let log = Data("Nor its log".utf8)
    for name in ["", "-2"] {
      try write(noise)
      try write(log, "-wal")
      let opening = try Store.open(path: database.path, now: now)
      #expect(opening.setAside == database.path + ".damaged-20251121-111300" + name)
      #expect(try bytes(".damaged-20251121-111300\(name)") == noise)
      #expect(try bytes(".damaged-20251121-111300\(name)-wal") == log)
    }
  }

  @Test func `an empty file is one too, and its log isn't lost`() async throws {
    let log = Data("What is left".utf8)
    try write(Data())
    try write(log, "-wal")
    let opening = try Store.open(path: database.path, now: now)
    let aside = database.path + ".damaged-20251121-111300"
    #expect(opening.setAside == aside)
    #expect(try Data(contentsOf: URL(filePath: aside)).isEmpty)
    #expect(try bytes(".damaged-20251121-111300-wal") == log)
    try await keepSomething(in: opening.store)
    #expect(try database.open().list(.feed, of: account)?.photos.count == 300)
  }

  @Test func `several programs that open it set it aside once`() async throws {
    try write(Data("Not a database".utf8))
    let path = database.path
    let setAside = try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<6 {
        group.addTask { try Store.open(path: path, now: Double(number)).setAside }
      }
      return try await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
    }
    #expect(setAside.count == 1)
    #expect(try database.names().count == 2)
  }

  @Test func `damage found later sets it aside, and the operation is completed`()
    async throws
  {
    let sound = try await soundBytes()
    var damaged = sound
    for offset in (sound.count / 4 * 3)..<sound.count { damaged[offset] = 0xA5 }
    try write(damaged)

    let told = Lock<[String]>([])
    let opening = try Store.open(path: database.path, now: now) { path in
      told.withLock { $0.append(path) }
    }
    let other = try database.open()
    #expect(opening.setAside == nil)
    #expect(try opening.store.list(.feed, of: account) == nil)
    let aside = database.path + ".damaged-20251121-111300"
    #expect(told.withLock { $0 } == [aside])
    #expect(try Data(contentsOf: URL(filePath: aside)) == damaged)

    // The second program notices this, and writes to the new file.
    try await keepSomething(in: other)
    #expect(try opening.store.list(.feed, of: account)?.photos.count == 300)
    #expect(try database.names().count == 2)
  }

  @Test func `a deleted database is created again`() async throws {
    let store = try database.open()
    try await keepSomething(in: store)
    try FileManager.default.removeItem(atPath: database.folder.path + "/data")
    try await store.set("columns", to: "3")
    #expect(try database.open().setting("columns") == "3")
  }
}

import Disk
import Glibc
import HTTP
import Harness
import Model
import Storage
import Testing

/// The database and the programs that write to it.
struct `The database` {
  let database: Database

  init() throws { database = try Database() }

  @Test(arguments: 0..<2)
  func `everything reported as stored exists, whenever the program is killed`(lane: Int)
    async throws
  {
    var first = 0
    for _ in 0..<50 {
      let told = try await blocking { [path = database.path, first] in
        try Self.killWriter(path: path, first: first)
      }
      first = try await expectSound(upTo: told, first: first)
    }
    #expect(first > 50)
    #expect(try database.names() == ["imagefeed.db"])
  }

  /// Runs a writer and kills it.
  ///
  /// - Returns: the last number that it reported as stored.
  private static func killWriter(path: String, first: Int) throws -> Int? {
    let writer = try StorageWriter("write", path, "\(first)")
    var told: Int?
    for _ in 0..<Int.random(in: 0...6) {
      let line = try #require(writer.line())
      let number = try #require(Int(line))
      told = number
    }
    // Not always right after a line, so that any moment is tested.
    poll(nil, 0, .random(in: 0...4))
    writer.kill()
    let rest = writer.rest()
    #expect(rest.allSatisfy { Int($0) != nil })
    return rest.compactMap { Int($0) }.last ?? told
  }

  /// Checks that every number reported, or written by earlier programs, exists, with complete data.
  ///
  /// - Returns: the next number.
  private func expectSound(upTo told: Int?, first: Int = 0) async throws -> Int {
    let opening = try Store.open(path: database.path, now: 0)
    #expect(opening.setAside == nil)
    let check = try opening.store.check()
    #expect(check.damages.isEmpty)
    let gallery = try await opening.store.gallery()
    let owed = try await opening.store.pendingReports(of: "unsplash")
    let downloads = try await opening.store.downloads()
    let kept = Set(gallery.map { $0.photo.likes ?? -1 })
    let next = told.map { $0 + 1 } ?? first
    #expect(kept == Set(0..<next) || kept == Set(0...next))
    #expect(gallery.allSatisfy { $0.fileName == "\($0.photo.likes ?? -1).jpg" })
    // An entry exists with its pending report, and without its download.
    #expect(owed.count == kept.count)
    #expect(downloads.allSatisfy { !kept.contains($0.photo.likes ?? -1) })
    // The list is complete, from one write.
    if let list = try opening.store.list(.feed, of: "test") {
      #expect(
        list.photos.map { "\($0.likes ?? -1)" } == Array(repeating: list.next?.text, count: 10)
      )
      #expect((list.photos.first?.likes ?? -1) >= told ?? 0)
    } else {
      #expect(told == nil)
    }
    return kept.count
  }

  @Test func `two programs and two stores can write at once`() async throws {
    let writer = try StorageWriter("write", database.path, "0")
    #expect(writer.line() == "0")
    let stores = [try database.open(), try database.open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for step in 0..<40 {
            try await store.save(
              entry(barePhoto("\(number)-\(step)"), time: 0),
              needsReport: false
            )
            try await store.set("\(number)", to: "\(step)")
          }
        }
      }
      try await group.waitForAll()
    }
    writer.kill()
    let told = writer.rest()
    #expect(told.allSatisfy { Int($0) != nil })
    let kept = Set(try await stores[0].gallery().map(\.photo.id.value))
    #expect(kept.isSuperset(of: (0..<40).flatMap { ["0-\($0)", "1-\($0)"] } + told + ["0"]))
    #expect(try stores[1].setting("0") == "39")
    #expect(try stores[1].check().damages.isEmpty)
    #expect(try database.names() == ["imagefeed.db"])
  }

  @Test func `changes of the gallery by other programs are reported, and own ones aren't`()
    async throws
  {
    let (store, other) = (try database.open(), try database.open())
    try await store.save(entry(barePhoto("a"), time: 1), needsReport: false)
    func changed() async throws -> GalleryContents? {
      try await store.changedGalleryContents { $0.prefix(1).map(\.id) }
    }
    #expect(try await changed()?.stubs.count == 1)
    #expect(try await changed() == nil)
    try await store.save(entry(barePhoto("b"), time: 2), needsReport: false)
    #expect(try await changed() == nil)
    try await other.removeFromGallery([barePhoto("a").id])
    #expect(try await changed() == GalleryContents([entry(barePhoto("b"), time: 2)]))
    _ = try await store.galleryContents { _ in [] }
    #expect(try await changed() == nil)
  }

  @Test func `a write is completed although its task is cancelled`() async throws {
    let store = try database.open()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.save(entry(barePhoto("a"), time: 0), needsReport: true)
    }
    try await task.value
    #expect(try await store.gallery().count == 1)
    #expect(try await store.pendingReports(of: "unsplash").count == 1)
  }

  @Test func `existing data is kept if files may not grow`() async throws {
    try await expectFull("400000")
    try await database.open().set("columns", to: "2")
  }

  @Test(.enabled(if: Mount.isAllowed, "mounting a small file system takes root"))
  func `existing data is kept if the disk is full`() async throws {
    let mount = try Mount(at: database.folder.path + "/data", "size=1m")
    defer { mount.end() }
    let ballast = try database.folder.write(String(repeating: "x", count: 100_000), to: "data/x")
    try await expectFull()
    unlink(ballast)
    try await database.open().set("columns", to: "2")
  }

  /// Expects the writer to end with the right error, and everything reported to exist.
  private func expectFull(_ limit: String = "") async throws {
    let told = try await blocking { [path = database.path] in
      try StorageWriter("fill", path, "0", limit).rest()
    }
    #expect(told.last == "\(StorageError.diskFull(path: database.path))")
    let numbers = told.dropLast().compactMap { Int($0) }
    #expect(numbers == Array(0..<(told.count - 1)))
    #expect(!numbers.isEmpty)
    _ = try await expectSound(upTo: numbers.last)
  }

  @Test(.enabled(if: Mount.isAllowed, "mounting a small file system takes root"))
  func `a read-only file system is reported`() throws {
    let mount = try Mount(at: database.folder.path + "/data", "ro")
    defer { mount.end() }
    #expect(throws: StorageError.readOnly(path: database.path)) { try database.open() }
  }

  @Test(.enabled(if: Mount.isAllowed, "mounting a small file system takes root"))
  func `a database is read after its file system has become read-only`() async throws {
    let mount = try Mount(at: database.folder.path + "/data", "size=4m")
    defer { mount.end() }
    try await database.create()
    try mount.change("remount,ro")
    let store = try database.open()
    #expect(try store.setting("columns") == "2")
    await #expect(throws: StorageError.readOnly(path: database.path)) {
      try await store.set("columns", to: "3")
    }
    await #expect(throws: StorageError.readOnly(path: database.path)) {
      try await store.removeFromGallery([])
    }
  }
}

extension `The database` {
  @Test(.enabled(if: Mount.isAllowed, "mounting a small file system takes root"))
  func `a file system without room for more files is reported`() async throws {
    let folder = database.folder.path + "/data"
    let mount = try Mount(at: folder, "size=4m,nr_inodes=20")
    defer { mount.end() }
    try await database.create()
    var count = 0
    while close(creat("\(folder)/\(count)", 0o600)) == 0 { count += 1 }
    #expect((10..<20).contains(count))
    let error = StorageError.noMoreFiles(path: database.path)
    #expect(throws: error) { try database.open() }
    #expect(error.cause == .noMoreFiles(path: database.path))
    let path = folder + "/new/folder/photo.jpg"
    #expect(Problem.Cause(errno: ENOSPC, path: path) == .noMoreFiles(path: path))
    #expect(HTTPError.file(path: path, code: ENOSPC).cause == .noMoreFiles(path: path))
    unlink(folder + "/0")
    #expect(Problem.Cause(errno: ENOSPC, path: path) == .diskFull(path: path))
  }
}

/// A small file system in memory.
private struct Mount {
  static let isAllowed: Bool = {
    guard geteuid() == 0, let folder = try? TemporaryFolder(),
      let mount = try? Mount(at: folder.path + "/try", "size=64k")
    else { return false }
    mount.end()
    return true
  }()

  private let path: String

  init(at path: String, _ options: String) throws {
    self.path = path
    mkdir(path, 0o755)
    try Subprocess.text(
      ["mount", "-t", "tmpfs", "-o", options, "imagefeed", path],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    )
  }

  func change(_ options: String) throws {
    try Subprocess.text(
      ["mount", "-o", options, path],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    )
  }

  /// Detaches it, even while a file in it is still open.
  func end() { umount2(path, Int32(MNT_DETACH)) }
}

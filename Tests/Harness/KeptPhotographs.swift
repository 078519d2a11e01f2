import Foundation
import Glibc
import Model
import Platform
import Storage

extension Home {
  package var gallery: String { path + "/data/imagefeed/gallery" }

  /// The contents of the program's database.
  package struct Kept {
    package let check: Store.Check
    package let feed: [Photo]
    package let favourites: [Photo]
  }

  /// Reads the database's counts and an account's lists.
  package func kept(account: String) throws -> Kept {
    let store = try Store.open(path: path + "/data/imagefeed/imagefeed.db", now: 0).store
    defer { try? store.close() }
    return Kept(
      check: try store.check(),
      feed: try store.list(.feed, of: account)?.photos ?? [],
      favourites: try store.list(.favourites, of: account)?.photos ?? []
    )
  }

  /// Makes a cached list this many seconds old.
  package func setAge(_ seconds: Double, of list: ListID, account: String) throws {
    let file = path + "/data/imagefeed/imagefeed.db"
    try Self.wait {
      let store = try Store.open(path: file, now: 0).store
      guard var kept = try store.list(list, of: account) else { throw Failure("no \(list)") }
      kept.time = Date.now.timeIntervalSince1970 - seconds
      try await store.save(kept, as: list, of: account)
      try store.close()
    }
  }

  /// Caches a list of this many photos, as if the service had just sent them.
  package func cacheList(_ list: ListID, _ count: Int, account: String) throws {
    let file = path + "/data/imagefeed/imagefeed.db"
    try Self.wait {
      let store = try Store.open(path: file, now: 0).store
      let time = Date.now.timeIntervalSince1970
      let photos = (0..<count).map { number in
        var photo = Self.photo(number)
        photo.height = [1067, 2400, 1200, 1600][number % 4]
        return photo
      }
      let cached = CachedList(photos: photos, next: nil, time: time)
      try await store.save(cached, as: list, of: account)
      try store.close()
    }
  }

  /// Stores this many paused downloads of other photos.
  package func keepDownloads(_ count: Int) throws {
    let file = data + "/imagefeed.db"
    try Self.wait {
      let store = try Store.open(path: file, now: 0).store
      for number in 0..<count {
        try await store.save(
          Download(
            photo: Self.photo(number, of: "paused"),
            origin: .feed,
            destination: .gallery,
            intent: .paused,
            position: number
          )
        )
      }
      try store.close()
    }
  }

  /// Waits until the download of a photo of `cacheList` is stored.
  package func waitForDownload(of number: Int) throws {
    let file = data + "/imagefeed.db"
    try Self.wait {
      let store = try Store.open(path: file, now: 0).store
      while try await store.download(of: Self.photo(number).id, to: .gallery) == nil {
        poll(nil, 0, 2)
      }
      try store.close()
    }
  }

  /// Runs a task to its end.
  ///
  /// Tests block the threads that tasks share, so it needs its own thread.
  private static func wait(_ body: @escaping @Sendable () async throws -> Void) throws {
    let isDone = DispatchSemaphore(value: 0)
    let failure = Lock<String?>(nil)
    Task(executorPreference: QueueExecutor()) {
      do { try await body() } catch {
        let text = "\(error)"
        failure.withLock { $0 = text }
      }
      isDone.signal()
    }
    isDone.wait()
    if let text = failure.withLock({ $0 }) { throw Failure(text) }
  }

  /// Fills the gallery with the demo's photos, each under as many names as needed.
  ///
  /// - Parameters:
  ///   - count: the number of photos; the first one is the newest.
  ///   - origin: returns the list that each photo was found in.
  /// - Returns: the files' paths.
  @discardableResult
  package func keepPhotographs(
    _ count: Int,
    origin: (Int) -> ListID
  ) throws -> [String] {
    let files = FileManager.default
    try files.createDirectory(atPath: gallery, withIntermediateDirectories: true)
    let sources = try files.contentsOfDirectory(atPath: "Resources/demo").sorted()
      .filter { $0.hasSuffix(".jpg") }.prefix(count).map { "Resources/demo/" + $0 }
    guard !sources.isEmpty else { throw Failure("no photographs in Resources/demo") }
    var entries: [GalleryEntry] = []
    for number in 0..<count {
      let first = number % sources.count
      let name = "unsplash-kept-\(number).jpg"
      if number == first {
        try files.copyItem(atPath: sources[first], toPath: "\(gallery)/\(name)")
      } else {
        // Further names of a photo are hard links to one file.
        try files.linkItem(
          atPath: "\(gallery)/\(entries[first].fileName)",
          toPath: "\(gallery)/\(name)"
        )
      }
      let bytes =
        number == first ? [UInt8](try Data(contentsOf: URL(filePath: sources[first]))) : []
      entries.append(
        GalleryEntry(
          photo: Self.photo(number),
          origin: origin(number),
          fileName: name,
          size: number == first ? Int64(bytes.count) : entries[first].size,
          hash: number == first ? SHA256.text(of: bytes) : entries[first].hash,
          time: Double(1_000_000 - number)
        )
      )
    }
    try store(entries)
    return entries.map { "\(gallery)/\($0.fileName)" }
  }

  private static func photo(_ number: Int, of kind: String = "kept") -> Photo {
    Photo(
      id: Photo.ID(service: "unsplash", value: "\(kind)-\(number)"),
      width: 1600,
      height: 1067,
      color: 0x40_6070,
      blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
      description: "Photograph number \(number)",
      created: CalendarDate(year: 2024, month: 5, day: 1 + number % 28),
      author: Person(username: "author\(number)", name: "Author \(number)"),
      likes: number,
      picture: .derived(from: "https://images.example/photo-\(number)"),
      pageURL: "https://example/photos/\(number)"
    )
  }

  private static func fill(_ path: String, _ entries: [GalleryEntry]) async throws {
    let store = try Store.open(path: path, now: 0).store
    // The first one is the newest.
    for entry in entries.reversed() { try await store.save(entry, needsReport: false) }
    try store.close()
  }

  /// Writes a database with these entries, with the program's own code.
  private func store(_ entries: [GalleryEntry]) throws {
    let data = path + "/data/imagefeed"
    // In memory, since on disk each transaction waits for the disk.
    let folder = "/dev/shm/imagefeed-kept-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.wait { try await Self.fill(folder + "/imagefeed.db", entries) }
    for name in try FileManager.default.contentsOfDirectory(atPath: data)
    where name.hasPrefix("imagefeed.db") {
      try FileManager.default.removeItem(atPath: "\(data)/\(name)")
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(data)/\(name)")
    }
  }
}

/// An executor that runs tasks on a queue with its own threads.
private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "imagefeed.kept")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

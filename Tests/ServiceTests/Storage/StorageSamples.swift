import Dispatch
import FoundationEssentials
import Glibc
import Harness
import Model
import Storage

let account = "unsplash https://api.example"

/// Returns a photo with every column filled.
func fullPhoto(_ value: String, width: Int = .max) -> Photo {
  Photo(
    id: Photo.ID(service: "unsplash", value: value),
    width: width,
    height: .min,
    color: 0xFF_FF_FF,
    blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
    description: "Ночь 🌃 \"quoted\" — 'и' \\ %_ \u{301}",
    altDescription: "",
    created: CalendarDate(year: 2022, month: 8, day: 27),
    updated: CalendarDate(year: 1, month: 12, day: 31),
    author: Person(
      username: "ada",
      name: "Ада 👩‍👩‍👧‍👦",
      bio: "line\nline",
      location: "北京",
      avatarURL: "https://example/a.jpg?a=1&b=2",
      pageURL: "https://example/@ada",
      totalLikes: .max,
      totalPhotos: 0
    ),
    likes: .max,
    isLiked: true,
    picture: .derived(from: "https://example/\(value)?ixid=1"),
    pageURL: "https://example/photos/\(value)",
    downloadLocation: "https://example/photos/\(value)/download",
    sponsor: "Sponsored",
    license: "CC BY 4.0",
    details: PhotoDetails(
      taken: CalendarDate(year: 1999, month: 12, day: 31),
      camera: "Canon EOS 5D",
      exposure: "1/250",
      aperture: "3.5",
      focalLength: "30.0",
      iso: 6400,
      location: "Reykjavík",
      views: .max,
      downloads: 0,
      restrictions: ["personality", "trademarked"],
      categories: ["Lakes of Iceland"]
    )
  )
}

/// Returns a photo with only the required columns.
func barePhoto(_ value: String, service: ServiceID = "unsplash") -> Photo {
  Photo(
    id: Photo.ID(service: service, value: value),
    width: 3,
    height: 2,
    author: Person(username: "", name: ""),
    picture: .derived(from: ""),
    pageURL: nil
  )
}

func entry(_ photo: Photo, time: Double, origin: ListID = .feed) -> GalleryEntry {
  GalleryEntry(
    photo: photo,
    origin: origin,
    fileName: photo.id.value + ".jpg",
    size: .max,
    hash: String(repeating: "0f", count: 32),
    time: time
  )
}

/// A database in its own folder, which is removed with it.
final class Database: Sendable {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/data/imagefeed/imagefeed.db"
  }

  func open(now: Double = 0) throws(StorageError) -> Store {
    try Store.open(path: path, now: now).store
  }

  /// Creates it with one setting, and closes it.
  ///
  /// Without the explicit close its files would disappear at any later time: the store's queue may
  /// still hold the store when the write has returned.
  func create() async throws {
    let store = try open()
    try await store.set("columns", to: "2")
    try store.close()
  }

  /// Returns the names of files beside the database, except its log's.
  func names() throws -> [String] {
    try folder.names(in: "data/imagefeed").filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
  }
}

extension TemporaryFolder {
  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
  }
}

/// Waits on a separate thread.
///
/// The threads of tasks are as few as the cores.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
{
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
  }
}

/// The executable `storage-writer`, which is built beside the tests.
final class StorageWriter {
  let process: pid_t
  private let reader: Int32
  private var unread: [UInt8] = []

  /// Starts a writer.
  ///
  /// - Parameter program: another executable that is built there.
  init(_ arguments: String..., program: String = "storage-writer") throws {
    guard let tests = realpath("/proc/self/exe", nil) else { throw Harness.Failure("no /proc") }
    defer { free(tests) }
    let folder = String(cString: tests).split(separator: "/").dropLast().joined(separator: "/")
    let (reader, writer) = try Subprocess.pipe()
    defer { close(writer) }
    self.reader = reader
    process = try Subprocess.start(
      ["/" + folder + "/" + program] + arguments,
      environment: [:],
      output: writer
    )
  }

  /// Returns the next line it prints; `nil` after its end.
  func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard let bytes = Subprocess.readSome(reader) else { return nil }
      unread += bytes
    }
  }

  /// Waits for its end and returns all remaining lines.
  func rest() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    Subprocess.wait(for: process)
    return lines
  }

  func kill() { Glibc.kill(process, SIGKILL) }

  deinit { close(reader) }
}

import Glibc
import Model
import Storage

/// Writes to a database and tells what was kept, for tests that end it at any moment.
///
///     storage-writer write DATABASE FIRST           numbers from FIRST on, until it is killed
///     storage-writer fill DATABASE FIRST [BYTES]    the same, until an error; no file over BYTES
///     storage-writer open DATABASE                  opens it as somebody who is not root
///     storage-writer read DATABASE                  the same; tells a setting, and sets it
///
/// Prints each number when it is kept, or the error.
@main
enum Writer {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { exit(2) }
    let first = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
    switch arguments[1] {
    case "open", "read":
      if geteuid() == 0, setgid(65_534) != 0 || setuid(65_534) != 0 { exit(2) }
    case "fill":
      if arguments.count > 4, let bytes = UInt(arguments[4]) { limitFiles(to: bytes) }
    default: break
    }
    do throws(StorageError) {
      let store = try Store.open(path: arguments[2], now: 0).store
      if arguments[1] == "read" {
        tell(try store.setting("columns") ?? "")
        try await store.set("columns", to: "3")
      } else if arguments[1] != "open" {
        try await write(to: store, from: first)
      }
    } catch {
      tell("\(error)")
    }
  }

  /// For each number a download that becomes an entry of the gallery, and a list of ten
  /// photographs with as many likes as the number.
  private static func write(to store: Store, from first: Int) async throws(StorageError) {
    for number in first... {
      let download = Download(
        photo: photo("\(number)", likes: number),
        origin: .feed,
        destination: .gallery
      )
      try await store.save(download)
      let entry = GalleryEntry(
        photo: download.photo,
        origin: .search(SearchQuery("\(number)")),
        fileName: "\(number).jpg",
        size: Int64(number),
        hash: String(repeating: "f", count: 64),
        time: Double(number)
      )
      try await store.keep(entry, needsReport: true)
      let list = CachedList(
        photos: (0..<10).map { photo("list-\($0)", likes: number) },
        next: number,
        time: Double(number)
      )
      try await store.keep(list, as: .feed, of: "test")
      tell("\(number)")
    }
  }

  private static func photo(_ id: String, likes: Int) -> Photo {
    Photo(
      id: Photo.ID(service: "unsplash", value: id),
      width: 1,
      height: 1,
      description: String(repeating: "long ", count: 100),
      author: Person(username: "ada", name: "Ada"),
      likes: likes,
      picture: .derived(from: ""),
      pageURL: nil
    )
  }

  private static func limitFiles(to bytes: UInt) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }

  /// At once: what was printed has to be read even when the program dies now.
  private static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}

import Glibc
import Model
import Storage

/// A program that writes to a database and prints what was stored.
///
/// Tests kill it at any moment.
///
/// - `storage-writer write DATABASE FIRST`: writes numbers from FIRST on, until it is killed.
/// - `storage-writer fill DATABASE FIRST [BYTES]`: does the same until an error; limits files to
///   BYTES.
/// - `storage-writer open DATABASE`: opens it as a user other than root.
/// - `storage-writer read DATABASE`: does the same, prints a setting and sets it.
///
/// Prints each number when it is stored, or the error.
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

  /// Writes, for each number, a download that becomes a gallery entry, and a list of ten photos
  /// with that number of likes.
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
      try await store.save(entry, needsReport: true)
      let list = CachedList(
        photos: (0..<10).map { photo("list-\($0)", likes: number) },
        next: PageToken("\(number)"),
        time: Double(number)
      )
      try await store.save(list, as: .feed, of: "test")
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

  /// Prints a line without buffering, so that it is readable even if the process is killed next.
  private static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}

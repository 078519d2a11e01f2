import Glibc
import Platform

/// What lies in the folder of the cache.
///
/// Files of other names are not its own and stay.
enum CacheFolder {
  struct File {
    var name: String
    var size: Int
    /// Seconds and nanoseconds since 1970.
    var lastUse: (Int, Int)
  }

  /// The pictures, in no order.
  static func files(in folder: String) throws(DiskFailure) -> [File] {
    try entries(of: folder) { name, status in
      guard isPicture(name) else { return nil }
      return File(
        name: name,
        size: Int(status.st_size),
        lastUse: (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      )
    }
  }

  /// Removes what was begun and never finished.
  ///
  /// - Parameter age: seconds since it was written to.
  static func removeLeftovers(in folder: String, olderThan age: Int) {
    let now = time(nil)
    let names = try? entries(of: folder) { name, status in
      name.hasPrefix(".") && isPicture(String(name.dropFirst().prefix(nameLength)))
        && now - status.st_mtim.tv_sec > age ? name : nil
    }
    for name in names ?? [] { unlink(folder + "/" + name) }
  }

  /// A SHA-256 in hexadecimal and `.jpg`.
  private static let nameLength = 68

  private static func isPicture(_ name: String) -> Bool {
    let bytes = name.utf8
    return bytes.count == nameLength && name.hasSuffix(".jpg")
      && bytes.prefix(64).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// What a closure makes of the regular files.
  private static func entries<Value>(
    of folder: String,
    _ make: (String, stat) -> Value?
  ) throws(DiskFailure) -> [Value] {
    let names: [String]
    do throws(DescriptorError) { names = try Folder.names(in: folder) } catch {
      throw DiskFailure(code: error.code)
    }
    var values: [Value] = []
    for name in names {
      var status = stat()
      // Gone since, by another program, is gone.
      guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let value = make(name, status)
      else { continue }
      values.append(value)
    }
    return values
  }
}

import Glibc
import Platform

/// The files in the cache folder.
///
/// Files of other names don't belong to the program and aren't touched. If the folder is a symbolic
/// link, it isn't followed: its target doesn't belong to the program.
package enum CacheFolder {
  package struct File {
    package var name: String
    /// The size in bytes.
    package var size: Int
    /// The time of the last use in seconds and nanoseconds since 1970.
    var lastUse: (Int, Int)
  }

  /// Returns the cached image files, unordered.
  ///
  /// - Throws: `ELOOP` if the folder is a symbolic link.
  static func files(in folder: String) throws(DescriptorError) -> [File] {
    try entries(of: folder) { name, status in isPicture(name) ? File(name, status) : nil }
  }

  /// Returns all files that the program has written into the folder, unordered.
  ///
  /// - Throws: `ELOOP` if the folder is a symbolic link.
  package static func ownFiles(in folder: String) throws(DescriptorError) -> [File] {
    try entries(of: folder) { name, status in isOwn(name) ? File(name, status) : nil }
  }

  /// Whether the folder is a symbolic link.
  static func isLink(_ folder: String) -> Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The name of the file with the symbols of the first screen.
  static let firstScreen = "first-screen"

  /// Removes unfinished files.
  ///
  /// - Parameter age: The time since the last write after which a file is removed, in seconds.
  static func removeLeftovers(in folder: String, olderThan age: Int) {
    let now = time(nil)
    let names = try? entries(of: folder) { name, status in
      isUnfinished(name) && now - status.st_mtim.tv_sec > age ? name : nil
    }
    for name in names ?? [] { unlink(folder + "/" + name) }
  }

  private static func isOwn(_ name: String) -> Bool {
    isPicture(name) || name == firstScreen || isUnfinished(name)
  }

  /// Whether a name is that of a file in the middle of being written: a dot and a picture's name,
  /// or `first-screen.` and a number.
  private static func isUnfinished(_ name: String) -> Bool {
    if name.hasPrefix(".") { return isPicture(String(name.dropFirst().prefix(nameLength))) }
    let start = firstScreen + "."
    return name.hasPrefix(start) && Int32(name.dropFirst(start.count)) != nil
  }

  /// The length of a picture's name: a SHA-256 in hexadecimal and `.jpg`.
  private static let nameLength = 68

  private static func isPicture(_ name: String) -> Bool {
    let bytes = name.utf8
    return bytes.count == nameLength && name.hasSuffix(".jpg")
      && bytes.prefix(64).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Returns the results of a closure for the name and status of each regular file, without `nil`.
  private static func entries<Value>(
    of folder: String,
    _ make: (String, stat) -> Value?
  ) throws(DescriptorError) -> [Value] {
    guard !isLink(folder) else { throw DescriptorError(code: ELOOP) }
    var values: [Value] = []
    for name in try Folder.names(in: folder) {
      var status = stat()
      // Another program may have removed the file since.
      guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let value = make(name, status)
      else { continue }
      values.append(value)
    }
    return values
  }
}

extension CacheFolder.File {
  fileprivate init(_ name: String, _ status: stat) {
    self.name = name
    size = Int(status.st_size)
    lastUse = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}

import Glibc

/// Functions that create and list folders.
package enum Folder {
  /// Creates a folder and its missing parents.
  ///
  /// Does nothing if the path exists, even if it isn't a folder.
  ///
  /// - Parameter mode: The permissions of each created folder, before the umask is applied.
  package static func create(_ path: String, mode: mode_t) throws(DescriptorError) {
    if mkdir(path, mode) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.contains("/"), containing(path) != path else {
      throw DescriptorError(code: errno)
    }
    try create(containing(path), mode: mode)
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw DescriptorError(code: errno) }
  }

  /// Returns the path before the last slash: `/` for an entry of the root, and `.` without a slash.
  package static func containing(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether the file system that would contain a path can't have more files (inodes).
  ///
  /// A file system without inodes may still have space.
  package static func isOutOfFiles(at path: String) -> Bool {
    var folder = containing(path)
    var status = statvfs()
    while statvfs(folder, &status) != 0 {
      guard containing(folder) != folder else { return false }
      folder = containing(folder)
    }
    // Some file systems don't limit the number of files, and report 0 of 0.
    return status.f_files > 0 && status.f_favail == 0
  }

  /// Returns the names of a folder's entries, unsorted.
  package static func names(in path: String) throws(DescriptorError) -> [String] {
    guard let stream = opendir(path) else { throw DescriptorError(code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

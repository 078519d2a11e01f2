import Glibc
import Platform

/// The unfinished file of a download or a copy, held against other instances of the program.
///
/// The lock is advisory and dies with the process, however that ends.
package final class PartFile: Sendable {
  package let path: String
  package let descriptor: Int32

  /// The unfinished file of what will be at a path: beside it, since only then it can be renamed.
  package static func path(for target: String) -> String { target + suffix }

  /// What an unfinished file will be; nil where it is none.
  package static func target(of part: String) -> String? {
    part.hasSuffix(suffix) ? String(part.dropLast(suffix.count)) : nil
  }

  /// The unfinished file of one that cannot be continued, which a folder's listing does not show.
  package static func hiddenPath(for target: String) -> String {
    let folder = Folder.containing(target)
    let name = target.dropFirst(folder == "/" ? 1 : folder.count + 1)
    return path(for: (folder == "/" ? "" : folder) + "/." + name)
  }

  private static let suffix = ".part"

  /// Whether a name ends like those of earlier versions: sixteen random digits and the suffix.
  package static func isRandom(_ ending: some StringProtocol) -> Bool {
    ending.utf8.count == 16 + suffix.utf8.count && ending.hasSuffix(suffix)
      && ending.utf8.prefix(16).allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
      }
  }

  /// Removes hidden unfinished files that earlier versions of the program left when they were
  /// killed.
  ///
  /// A download ends after half an hour at most, so no program writes to a file that has not
  /// changed for longer.
  ///
  /// - Parameter age: the seconds since the last change after which a file is removed.
  package static func removeAbandoned(in folder: String, olderThan age: Int = 3600) {
    let middle = ".jpg."
    for name in FileSystem.names(in: folder) where name.hasPrefix(".") && name.hasSuffix(suffix) {
      let ending = name.suffix(16 + suffix.count)
      guard isRandom(ending), name.dropLast(ending.count).hasSuffix(middle) else { continue }
      var status = stat()
      guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), time(nil) - status.st_mtim.tv_sec > age
      else { continue }
      unlink(folder + "/" + name)
    }
  }

  /// Takes hold of a file.
  ///
  /// If the file has another name as well, the name here gets a new, empty one: what is written
  /// would be written under that name, too. A program that was killed between giving a finished
  /// file its name and removing this one leaves such a file.
  ///
  /// - Parameter creates: whether it is made where there is none; without, `ENOENT` is thrown.
  /// - Throws: `EWOULDBLOCK` where somebody else has it.
  package init(_ path: String, creates: Bool) throws(FileSystem.Failure) {
    self.path = path
    while true {
      // No link: what it leads to is not ours to write.
      let flags = O_RDWR | O_NOFOLLOW | (creates ? O_CREAT : 0)
      let file = try FileSystem.open(path, flags, mode: 0o666)
      if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(file)
        throw .init(code: EWOULDBLOCK, path: path)
      }
      // Where a file system knows no locks, doing without beats not downloading. Whoever had the
      // file a moment ago may have finished it: then it has another name now, or none.
      if Self.isFile(file, at: path) {
        guard RegularFile.hasOtherName(file) else {
          descriptor = file
          return
        }
        unlink(path)
      }
      close(file)
    }
  }

  /// Removes the file, if it still has its name.
  package func discard() { if Self.isFile(descriptor, at: path) { unlink(path) } }

  /// Lets go; the file stays.
  package func release() {
    // Not left to closing: a program that is being started may have the descriptor for a moment.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Bytes of the file.
  package var size: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var own = stat()
    var there = stat()
    return fstat(descriptor, &own) == 0 && stat(path, &there) == 0
      && own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }
}

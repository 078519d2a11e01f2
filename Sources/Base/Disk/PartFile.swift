import Glibc
import Platform

/// The unfinished file of a download or a copy, locked against other instances of the program.
///
/// The lock is advisory and ends with the process, even after a crash.
package final class PartFile: Sendable {
  package let path: String
  package let descriptor: Int32

  /// Returns the path of the unfinished file for a target.
  ///
  /// The file is beside the target, so that it can be renamed.
  package static func path(for target: String) -> String { target + suffix }

  /// Returns the target of an unfinished file; `nil` for another file.
  package static func target(of part: String) -> String? {
    part.hasSuffix(suffix) ? String(part.dropLast(suffix.count)) : nil
  }

  /// Returns the path of an unfinished file that can't be continued.
  ///
  /// Listings of the folder hide it.
  package static func hiddenPath(for target: String) -> String {
    let folder = Folder.containing(target)
    let name = target.dropFirst(folder == "/" ? 1 : folder.count + 1)
    return path(for: (folder == "/" ? "" : folder) + "/." + name)
  }

  private static let suffix = ".part"

  /// Whether a name ends like the temporary files of earlier versions: with sixteen random digits
  /// and the suffix.
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
  /// - Parameter age: The seconds since the last change after which a file is removed.
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

  /// Opens and locks a file.
  ///
  /// If the file has a second name (hard link), its name here is removed first, so that writing
  /// doesn't change the file of the other name. A process leaves such a file if it is killed
  /// between naming a finished file and removing this name.
  ///
  /// - Parameter creates: Whether to create a missing file; otherwise `ENOENT` is thrown.
  /// - Throws: `EWOULDBLOCK` if another process holds the lock; the error of `unlink` if the name
  ///   can't be removed.
  package init(_ path: String, creates: Bool) throws(FileSystem.Failure) {
    self.path = path
    while true {
      // A symbolic link isn't followed, because its target isn't ours to write.
      let flags = O_RDWR | O_NOFOLLOW | (creates ? O_CREAT : 0)
      let file = try FileSystem.open(path, flags, mode: 0o666)
      if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(file)
        throw .init(code: EWOULDBLOCK, path: path)
      }
      // Without locks in the file system, the file is used unlocked, so that downloads still work.
      // The previous holder may have just finished the file. Then the file has another name or
      // none.
      if Self.isFile(file, at: path) {
        guard RegularFile.hasOtherName(file) else {
          descriptor = file
          return
        }
        guard unlink(path) == 0 || errno == ENOENT else {
          let code = errno
          close(file)
          throw .init(code: code, path: path)
        }
      }
      close(file)
    }
  }

  /// Removes the file, unless its name now belongs to another file.
  package func discard() { if Self.isFile(descriptor, at: path) { unlink(path) } }

  /// Unlocks and closes the file, which remains on the disk.
  package func release() {
    // Closing alone isn't enough: a process that is being spawned may have a copy of the descriptor
    // for a moment.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The size of the file in bytes.
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

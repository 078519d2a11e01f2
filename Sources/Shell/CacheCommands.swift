import Glibc
import Model
import Pictures
import Platform
import Storage

/// What the program keeps only to be quicker, or to work offline.
package struct CacheCommands: Sendable {
  package struct Usage: Equatable, Sendable {
    /// Pictures on disk, and their bytes.
    package var files = 0
    package var bytes: Int64 = 0
    /// Cached lists of photographs, of all accounts.
    package var lists = 0
  }

  private let context: CommandContext

  package init(_ context: CommandContext) { self.context = context }

  package func usage() async throws(CommandFailure) -> Usage {
    var usage = Usage()
    for (_, size) in try files() {
      usage.files += 1
      usage.bytes = usage.bytes.adding(bytes: size)
    }
    if context.store != nil {
      usage.lists = try await context.read { store throws(StorageError) in
        try await store.listCount()
      }
    } else if context.hasUnreadStore {
      throw context.noStore
    }
    return usage
  }

  /// Removes the pictures and the lists.
  ///
  /// Sessions, unsent likes, downloads, the gallery and settings stay.
  ///
  /// - Parameter onFreed: called with the bytes of the pictures once they are removed. Removing the
  ///   lists may fail after that.
  package func clear(onFreed: (Int64) -> Void) async throws(CommandFailure) {
    var freed: Int64 = 0
    for (path, size) in try files() {
      guard unlink(path) == 0 else {
        // Another program's cache may have let go of it.
        guard errno == ENOENT else {
          throw Self.failure(errno, path)
        }
        continue
      }
      freed = freed.adding(bytes: size)
    }
    onFreed(freed)
    if context.store != nil {
      try await context.read { store throws(StorageError) in try await store.forgetLists() }
    } else if context.hasUnreadStore {
      throw context.noStore
    }
  }

  private static func failure(_ code: Int32, _ path: String) -> CommandFailure {
    let cause: Problem.Cause =
      switch code {
      case EACCES, EPERM: .notPermitted(path: path)
      case EROFS: .readOnly(path: path)
      case _ where RegularFile.isOther(code): .notAFile(path: path)
      default: .disk(path: path, reason: String(cString: strerror(code)))
      }
    return .problem(Problem(.storage, cause))
  }

  /// The program's own files in the folder and their sizes.
  private func files() throws(CommandFailure) -> [(path: String, size: Int64)] {
    let folder = context.pictureCache
    do throws(DescriptorError) {
      return try CacheFolder.ownFiles(in: folder).sorted { $0.name < $1.name }
        .map { (folder + "/" + $0.name, Int64($0.size)) }
    } catch {
      guard error.code != ENOENT else { return [] }
      throw Self.failure(error.code, folder)
    }
  }
}

import Glibc
import Platform

/// Tells the next start that this one came to nothing: a byte in a file, held by a lock.
///
/// The byte stands there until the first frame is out. From then on, until the program has nothing
/// left to do for the first time, only a crash (no kill) puts it back: what begins behind the first
/// frame, such as resumed downloads, must not crash every start either. Whoever finds the byte in
/// a file that nobody holds follows a start that failed.
///
/// Of two programs that start at once only the first has a mark. Nothing is flushed to the disk:
/// after a power failure the next start is as any other. Where the file cannot be written there is
/// no mark.
package final class LaunchGuard: Sendable {
  /// What a start does without.
  package enum SafeMode: UInt8, Sendable {
    case off = 0x30
    /// The last start failed: lists, pictures and settings that are kept are not read, nor is
    /// anything of the database before the person asks for it.
    case skipCache
    /// That start failed as well: the database is not opened.
    case skipDatabase

    fileprivate var next: SafeMode { self == .off ? .skipCache : .skipDatabase }
  }

  package let safeMode: SafeMode
  /// -1 where there is no mark.
  private let descriptor: Lock<Int32>

  /// Sets the mark; some microseconds.
  ///
  /// - Parameter path: the file; made with its folder where it is missing.
  package init(path: String) {
    let file = Self.held(path)
    var last: UInt8 = 0
    let isMarked = file >= 0 && pread(file, &last, 1, 0) == 1
    safeMode = isMarked ? SafeMode(rawValue: last)?.next ?? .skipCache : .off
    descriptor = Lock(file)
    var byte = safeMode.rawValue
    if file >= 0 { pwrite(file, &byte, 1, 0) }
  }

  deinit { descriptor.withLock { if $0 >= 0 { close($0) } } }

  /// The first frame is out: from here on only a crash counts.
  package func firstFrameShown() {
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      ftruncate(descriptor, 0)
      CrashGuard.mark(descriptor, safeMode.rawValue)
    }
  }

  /// The start is over, well or in an orderly way.
  package func finish() {
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      CrashGuard.unmark()
      ftruncate(descriptor, 0)
      close(descriptor)
      descriptor = -1
    }
  }

  /// The file, open and locked; -1 where that cannot be.
  private static func held(_ path: String) -> Int32 {
    var file = (try? RegularFile.openOwn(path, O_RDWR)) ?? -1
    if file < 0 {
      try? Folder.create(Folder.containing(path), mode: 0o700)
      file = (try? RegularFile.openOwn(path, O_RDWR)) ?? -1
    }
    guard file >= 0 else { return -1 }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return -1
    }
    return file
  }
}

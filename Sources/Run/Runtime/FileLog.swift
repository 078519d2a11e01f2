import Canvas
import FoundationEssentials
import Glibc
import Logging
import Platform

/// A log handler that appends lines to a file, and writes nothing to the terminal.
package struct FileLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let label: String
  private let file: LogFile

  package init(label: String, file: LogFile, level: Logger.Level) {
    self.label = label
    self.file = file
    logLevel = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let fields = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let time = Date.now.formatted(.iso8601)
    let line = "\(time) \(event.level) \(label): \(event.message)\(fields)"
    // The log will be read in a terminal, so it must not contain control sequences or extra line
    // breaks.
    file.append(TextSanitizer.printed(line) + "\n")
  }
}

/// The file that all log handlers write to.
package final class LogFile: Sendable {
  /// The maximum size in bytes.
  ///
  /// A longer log is renamed to `.old`, and replaces the one before it.
  static let maxSize = 4 << 20

  private let path: String
  private let descriptor = Lock<Int32?>(nil)

  /// Creates a log file that isn't opened yet.
  ///
  /// - Parameter path: The absolute path of the file, which is created with its folder when the
  ///   first line is written.
  package init(path: String) { self.path = path }

  /// Appends a line; does nothing if the file can't be opened or written.
  func append(_ line: String) {
    descriptor.withLock { descriptor in
      var open = descriptor ?? openFile()
      var status = stat()
      if fstat(open, &status) == 0, status.st_size >= Self.maxSize {
        close(open)
        setAside(status)
        open = openFile()
      }
      descriptor = open
      guard open >= 0 else { return }
      var line = line
      line.withUTF8 { bytes in _ = write(open, bytes.baseAddress, bytes.count) }
    }
  }

  /// Opens the file; -1 if that fails.
  private func openFile() -> Int32 {
    try? Folder.create(Folder.containing(path), mode: 0o700)
    return (try? RegularFile.openOwn(path, O_WRONLY | O_APPEND)) ?? -1
  }

  /// Renames the file, unless another instance has renamed it already.
  private func setAside(_ file: stat) {
    var named = stat()
    guard lstat(path, &named) == 0, named.st_ino == file.st_ino, named.st_dev == file.st_dev else {
      return
    }
    rename(path, path + ".old")
  }
}

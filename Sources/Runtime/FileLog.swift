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
      if descriptor == nil {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        try? FileManager.default.createDirectory(
          atPath: "/" + folder,
          withIntermediateDirectories: true
        )
        descriptor = (try? RegularFile.openOwn(path, O_WRONLY | O_APPEND)) ?? -1
      }
      guard let descriptor, descriptor >= 0 else { return }
      var line = line
      line.withUTF8 { bytes in _ = write(descriptor, bytes.baseAddress, bytes.count) }
    }
  }
}

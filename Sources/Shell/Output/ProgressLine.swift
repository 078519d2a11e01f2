import Files
import Glibc
import Localization
import Platform

/// A line of progress on standard error; each text replaces the previous one.
///
/// If standard error isn't a terminal, nothing is printed.
struct LastLine: Sendable {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ text: String) { put("\r\u{1B}[K" + text) }
  func clear() { put("\r\u{1B}[K") }

  private func put(_ text: String) {
    guard isShown else { return }
    let bytes = Array(text.utf8)
    // Progress isn't essential, so errors are ignored.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// The progress of several downloads: the number of finished ones, and the received megabytes.
final class ProgressLine: Sendable {
  private struct State {
    /// The number of finished downloads.
    var done = 0
    /// The bytes of each download by photo ID, including finished ones.
    var received: [String: Int64] = [:]
  }

  /// The number of all downloads.
  private let count: Int
  private let texts: Texts
  private let line = LastLine()
  private let state = Lock(State())

  init(count: Int, _ texts: Texts) { (self.count, self.texts) = (count, texts) }

  /// Shows a step of a download: the progress of all, or a message about this one.
  ///
  /// - Parameter id: The photo's ID.
  func show(_ event: DownloadEvent, _ id: String) {
    switch event {
    case .requested: break
    case .waits: show { Output.printError(.waitingForOther(id: id), texts) }
    case .uncredited(_, let fault):
      show { Output.printError(.withoutCredit(path: id, fault), texts) }
    case .progressed(let progress):
      state.withLock { state in
        state.received[id] = progress.received
        let megabytes = (Double(state.received.values.reduce(0, +)) / 100_000).rounded() / 10
        line.show("\(state.done)/\(count)  \(megabytes) MB")
      }
    }
  }

  /// Clears the line, calls `report` to print the outcome of a download, and counts the download.
  func finishOne(_ report: () -> Void) {
    printWhole {
      report()
      $0.done += 1
    }
  }

  /// Clears the line and calls `report` to print something about a running download.
  private func show(_ report: () -> Void) { printWhole { _ in report() } }

  private func printWhole(_ report: (inout State) -> Void) {
    state.withLock { state in
      line.clear()
      report(&state)
    }
  }

  func clear() { line.clear() }
}

/// The progress of `gallery verify`, printed at most ten times a second.
struct VerifyLine {
  private static let pause = Duration.milliseconds(100)

  private let texts: Texts
  private let line = LastLine()
  private var next = MonotonicTime.now

  init(_ texts: Texts) { self.texts = texts }

  mutating func show(_ progress: GalleryCommands.Progress) {
    guard .now >= next else { return }
    next = .now + Self.pause
    line.show(
      texts.shell(
        .verifying(
          files: progress.files,
          allFiles: progress.allFiles,
          bytes: progress.bytes,
          allBytes: progress.allBytes
        )
      )
    )
  }

  func clear() { line.clear() }
}

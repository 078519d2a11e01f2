import Files
import Glibc
import Localization
import Model
import Platform

/// A line of progress on standard error; each text replaces the previous one.
///
/// If standard error isn't a terminal, nothing is printed.
struct LastLine: Sendable {
  private let isShown = isatty(STDERR_FILENO) == 1

  /// The shortest time between two texts, which can still be read.
  static let pause = Duration.milliseconds(500)

  func show(_ text: String) { put("\r\u{1B}[K" + text) }
  func clear() { put("\r\u{1B}[K") }

  private func put(_ text: String) {
    guard isShown else { return }
    let bytes = Array(text.utf8)
    // Progress isn't essential, so errors are ignored.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// The progress of several downloads: the finished ones, the received bytes and the percentage.
final class ProgressLine: Sendable {
  private struct State {
    /// The number of finished downloads.
    var done = 0
    /// The progress of each download by photo ID, including finished ones.
    var downloads: [String: PhotoDownloader.Progress] = [:]
    /// The time before which no text is shown.
    var next = MonotonicTime.now
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
        state.downloads[id] = progress
        guard .now >= state.next else { return }
        state.next = .now + LastLine.pause
        line.show(texts.shell(message(state)))
      }
    }
  }

  private func message(_ state: State) -> ShellMessage {
    let downloads = state.downloads.values
    let sizes = downloads.compactMap(\.expected)
    let parts = downloads.map { Double($0.received) / Double(max(1, $0.expected ?? .max)) }
    return .progress(
      files: state.done,
      allFiles: count,
      bytes: downloads.reduce(0) { $0.adding(bytes: $1.received) },
      allBytes: sizes.count == count ? sizes.reduce(0) { $0.adding(bytes: $1) } : nil,
      percent: Int(min(1, parts.reduce(0, +) / Double(max(1, count))) * 100)
    )
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

/// The progress of `gallery verify`.
struct VerifyLine {
  private let texts: Texts
  private let line = LastLine()
  private var next = MonotonicTime.now

  init(_ texts: Texts) { self.texts = texts }

  mutating func show(_ progress: GalleryCommands.Progress) {
    guard .now >= next else { return }
    next = .now + LastLine.pause
    line.show(
      texts.shell(
        .progress(
          files: progress.files,
          allFiles: progress.allFiles,
          bytes: progress.bytes,
          allBytes: progress.allBytes,
          percent: Int(Double(progress.bytes) / Double(max(1, progress.allBytes)) * 100)
        )
      )
    )
  }

  func clear() { line.clear() }
}

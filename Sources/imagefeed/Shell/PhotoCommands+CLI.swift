import ArgumentParser
import Canvas
import Glibc
import Localization
import Platform
import Services
import Shell

struct PhotoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photo",
    _superCommandName: "imagefeed",
    abstract: "Print all that the service knows of photos."
  )

  @OptionGroup var source: SourceOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var photos: PhotoArguments

  func run() {
    let texts = source.texts
    let printer = output.printer(texts)
    let ids = photos.list(texts)
    let isForPeople = output.isForPeople
    source.run { place throws(CommandFailure) in
      await PhotoCommands(place) { outcome in
        switch outcome {
        case .photo(let photo):
          if isForPeople {
            Output.print(FactSheet(texts).text(of: photo))
          } else {
            let record = place.record(photo, fileName: nil)
            Output.write(Array(printer.text(of: [record]).utf8))
          }
        case .failed(let id, let failure): Output.complain(texts.shell(failure.message(about: id)))
        case .liked, .downloaded: break
        }
      }.show(ids)
    }
  }
}

struct LikeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "like",
    _superCommandName: "imagefeed",
    abstract: "Like photos; each ID is printed once the service has confirmed it."
  )

  @OptionGroup var source: SourceOptions
  @OptionGroup var photos: PhotoArguments

  func run() { setLikes(of: photos, to: true, source) }
}

struct UnlikeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlike",
    _superCommandName: "imagefeed",
    abstract: "Unlike photos; each ID is printed once the service has confirmed it."
  )

  @OptionGroup var source: SourceOptions
  @OptionGroup var photos: PhotoArguments

  func run() { setLikes(of: photos, to: false, source) }
}

private func setLikes(of photos: PhotoArguments, to isLiked: Bool, _ source: SourceOptions) -> Never
{
  let texts = source.texts
  let ids = photos.list(texts)
  source.run { place throws(CommandFailure) in
    await PhotoCommands(place) { outcome in
      switch outcome {
      case .liked(let id, _): Output.print(id)
      case .failed(let id, let failure): Output.complain(texts.shell(failure.message(about: id)))
      case .photo, .downloaded: break
      }
    }.setLikes(ids, to: isLiked)
  }
}

struct DownloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download",
    _superCommandName: "imagefeed",
    abstract: "Download photos into the gallery; the path of each file is printed."
  )

  @OptionGroup var source: SourceOptions
  @OptionGroup var photos: PhotoArguments

  func run() {
    let texts = source.texts
    let ids = photos.list(texts)
    let progress = ProgressLine(count: ids.count)
    source.run { place throws(CommandFailure) in
      let status = await PhotoCommands(place) { outcome in
        progress.finishOne {
          switch outcome {
          case .downloaded(_, let path): Output.print(path)
          case .failed(let id, let failure):
            Output.complain(texts.shell(failure.message(about: id)))
          case .photo, .liked: break
          }
        }
      }.download(ids) { id, received in
        progress.show(id, received.received, of: received.expected)
      }
      progress.clear()
      return status
    }
  }
}

/// The state of running downloads in the last line of a terminal; nothing where standard error is
/// none.
final class ProgressLine: Sendable {
  private struct State {
    var done = 0
    var running: [String: (received: Int64, expected: Int64?)] = [:]
  }

  private let count: Int
  private let isShown = isatty(STDERR_FILENO) == 1
  private let state = Lock(State())

  init(count: Int) { self.count = count }

  func show(_ id: String, _ received: Int64, of expected: Int64?) {
    guard isShown else { return }
    state.withLock { state in
      state.running[id] = (received, expected)
      let bytes = state.running.values.reduce(into: Int64(0)) { $0 += $1.received }
      let megabytes = (Double(bytes) / 100_000).rounded() / 10
      put("\r\u{1B}[K\(state.done)/\(count)  \(megabytes) MB")
    }
  }

  /// Prints what became of a photograph; no progress comes in between.
  func finishOne(_ print: () -> Void) {
    state.withLock { state in
      clear()
      print()
      state.done += 1
    }
  }

  func clear() { if isShown { put("\r\u{1B}[K") } }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    // It is worth nothing where it cannot be written.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

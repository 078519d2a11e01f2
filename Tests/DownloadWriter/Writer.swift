import AppCore
import EffectHandling
import Files
import Glibc
import HTTP
import Logging
import Model
import Storage
import Unsplash

/// A program that downloads the files that the database lists.
///
/// Tests kill it at any moment.
///
/// Usage: `download-writer FOLDER URL`, with the demo service's URL.
///
/// Prints `kept ID` when a photo is saved, `came` at intervals during a transfer, and errors.
@main
enum Writer {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { exit(2) }
    do {
      let store = try Store.open(path: arguments[1] + "/imagefeed.db", now: 0).store
      let log = Logger(label: "download-writer") { _ in SwiftLogNoOpLogHandler() }
      let transport = CurlTransport(configuration: CurlConfiguration())
      let service = UnsplashService(
        .demo(baseURL: arguments[2]),
        transport: transport,
        session: { nil },
        log: log
      )
      let coordinator = DownloadCoordinator(
        backend: Backend(
          service: service,
          oauth: nil,
          key: .demo(of: .unsplash),
          redirectPort: 0
        ),
        transport: transport,
        store: store,
        gallery: arguments[1] + "/gallery",
        pictures: PictureFiles(folder: nil),
        now: { 1 },
        log: log
      )
      let restored = try await coordinator.restore()
      await withTaskGroup(of: Void.self) { group in
        for entry in restored.entries {
          group.addTask { await run(entry.download, coordinator) }
        }
      }
    } catch {
      tell("\(error)")
    }
  }

  private static func run(_ download: Download, _ coordinator: DownloadCoordinator) async {
    do throws(Problem) {
      _ = try await coordinator.run(
        download.photo,
        to: .gallery,
        from: download.origin,
        position: 1
      ) { _ in
        tell("came")
      }
      tell("kept \(download.photo.id.value)")
    } catch {
      tell("\(error)")
    }
  }

  /// Prints a line without buffering, so that it is readable even if the process is killed next.
  private static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}

import AppCore
import EffectHandling
import Files
import HTTP
import Model
import Platform
import ServiceAPI

extension Backend {
  /// Creates a service without a sign-in.
  static func scripted(_ service: any PhotoSource) -> Backend {
    Backend(service: service, oauth: nil, key: .demo, redirectPort: 0)
  }
}

extension DownloadCoordinator {
  /// Creates a coordinator without a database, which saves photos to the pictures folder only.
  static func saver(
    service: any PhotoSource,
    transport: any HTTPTransport,
    folder: String,
    style: FileStyle = FileStyle(),
    log: LogLines = LogLines()
  ) -> DownloadCoordinator {
    DownloadCoordinator(
      backend: .scripted(service),
      transport: transport,
      store: nil,
      gallery: "/nowhere",
      pictures: PictureFiles(folder: folder, style: style),
      now: { 0 },
      log: log.logger
    )
  }

  /// Saves a photo to the pictures folder and returns the path.
  func save(
    _ photo: Photo,
    _ observe: @escaping DownloadObserver = { _ in }
  ) async throws(Problem) -> String {
    let outcome = try await run(photo, to: .pictures, from: .feed, position: 1, observe)
    return switch outcome {
    case .saved(let path): path
    case .downloaded(let entry): entry.fileName
    }
  }
}

extension DownloadEvent {
  /// The bytes received; 0 before the first.
  var received: Int64 { if case .progressed(let progress) = self { progress.received } else { 0 } }
}

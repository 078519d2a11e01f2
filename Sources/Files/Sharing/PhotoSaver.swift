import HTTP
import Logging
import Model
import ServiceAPI

/// The download of photos to the user's pictures folder.
///
/// Failed downloads leave no unfinished files.
package struct PhotoSaver: Sendable {
  package typealias Progress = PhotoDownloader.Progress

  private let service: any PhotoSource
  private let downloader: PhotoDownloader
  private let folder: String
  private let style: FileStyle
  private let log: Logger

  /// Creates a saver.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if it is missing.
  ///   - style: The names of the files, and whether credits are added to them.
  package init(
    service: any PhotoSource,
    transport: any HTTPTransport,
    folder: String,
    style: FileStyle = FileStyle(),
    log: Logger
  ) {
    self.service = service
    downloader = PhotoDownloader(service: service, transport: transport)
    self.folder = folder
    self.style = style
    self.log = log
  }

  /// Saves a photo at full size and reports the download to the service.
  ///
  /// An earlier copy of the photo is replaced.
  ///
  /// - Parameters:
  ///   - onWait: Called if this download must wait for another process that saves the photo.
  ///   - onPlain: Called with the reason if the credit couldn't be added to the file.
  /// - Returns: The path of the file.
  package func save(
    _ photo: Photo,
    progress: @escaping @Sendable (Progress) -> Void = { _ in },
    onWait: @Sendable () -> Void = {},
    onPlain: @Sendable (CreditFault) -> Void = { _ in }
  ) async throws(Problem) -> String {
    let path = style.path(of: photo, in: folder)
    let lock = try await downloader.lock(path, isResumable: false, subject: .save, onWait: onWait)
    defer { lock.release() }
    // The other process reports its download.
    if lock.isFinished { return path }
    let saved = try await downloader.download(
      photo,
      to: path,
      in: lock,
      credit: style.credit(of: photo),
      isResumable: false,
      subject: .save,
      progress: progress
    )
    reportDownload(of: photo)
    if let fault = saved.creditFault { onPlain(fault) }
    return saved.path
  }

  /// Returns `photographer-id.jpg`, safe on any file system and in any shell.
  ///
  /// Different photos have different names, because the ID is encoded unambiguously.
  package static func fileName(of photo: Photo) -> String {
    let author = SafeName.words(photo.author.username)
    // Other programs would interpret a leading dash as an option.
    return (author.hasPrefix("-") || author.isEmpty ? "_" : "") + author + "-"
      + SafeName.id(photo.id.value) + ".jpg"
  }

  /// Reports a download to the service.
  ///
  /// The saved file doesn't depend on the report's success.
  private func reportDownload(of photo: Photo) {
    guard let service = service as? any DownloadTrackingSource else { return }
    Task { [log] in
      do throws(Problem) {
        try await service.trackDownload(photo)
      } catch {
        log.warning("download not reported", metadata: ["cause": "\(error.cause)"])
      }
    }
  }
}

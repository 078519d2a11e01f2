import HTTP
import Logging
import Model
import ServiceAPI

/// Saves photographs to the person's folder of pictures: a download that leaves nothing unfinished.
package struct PhotoSaver: Sendable {
  package typealias Progress = PhotoDownloader.Progress

  private let service: any PhotoSource
  private let downloader: PhotoDownloader
  private let folder: String
  private let style: FileStyle
  private let log: Logger

  /// - Parameter folder: created where it is missing.
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

  /// Saves a photograph at full size and reports the download to the service.
  ///
  /// An earlier copy of the same photograph is replaced.
  ///
  /// - Parameters:
  ///   - onWait: called if another program is saving the photo: this one waits for it.
  ///   - onPlain: called if the file has no credit, with the reason.
  /// - Returns: the path of the file.
  package func save(
    _ photo: Photo,
    progress: @escaping @Sendable (Progress) -> Void = { _ in },
    onWait: @Sendable () -> Void = {},
    onPlain: @Sendable (CreditFault) -> Void = { _ in }
  ) async throws(Problem) -> String {
    let path = folder + "/" + style.fileName(of: photo)
    let hold = try await downloader.lock(path, isResumable: false, subject: .save, onWait: onWait)
    defer { hold.release() }
    // The other program reports its download.
    if hold.isFinished { return path }
    let saved = try await downloader.download(
      photo,
      to: path,
      in: hold,
      credit: style.credit(of: photo),
      isResumable: false,
      subject: .save,
      progress: progress
    )
    reportDownload(of: photo)
    if let fault = saved.creditFault { onPlain(fault) }
    return saved.path
  }

  /// `photographer-id.jpg`, safe on any file system and in any shell.
  ///
  /// Different photographs have different names: of an id nothing is lost.
  package static func fileName(of photo: Photo) -> String {
    let author = SafeName.words(photo.author.username)
    // A leading dash would be an option to other programs.
    return (author.hasPrefix("-") || author.isEmpty ? "_" : "") + author + "-"
      + SafeName.id(photo.id.value) + ".jpg"
  }

  /// The saved picture does not wait for the report, and stays when it fails.
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

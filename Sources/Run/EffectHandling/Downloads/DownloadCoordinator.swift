import AppCore
import Files
import Glibc
import HTTP
import Logging
import Model
import Platform
import ServiceAPI
import Storage

/// The pictures folder, as configured.
package struct PictureFiles: Sendable {
  /// The folder's path; `nil` if there is none.
  package var folder: String?
  /// The names and credits of its files.
  package var style: FileStyle

  package init(folder: String?, style: FileStyle = FileStyle()) {
    self.folder = folder
    self.style = style
  }
}

/// A downloader of photos that keeps the database consistent with the files, and reports downloads
/// to the service.
///
/// The process may be killed at any time. A file with its final name is complete. An unfinished
/// file has a database row to resume from. Each photo displayed as downloaded is in the database.
package struct DownloadCoordinator: Sendable {
  package let backend: Backend
  package let transport: any HTTPTransport
  /// The database; `nil` in the basic edition, or if it can't be opened.
  ///
  /// Without a database, photos are only saved to the pictures folder, and failed downloads leave
  /// no unfinished files.
  package let store: Store?
  /// The folder of the gallery's files.
  package let gallery: String
  package let pictures: PictureFiles
  /// Returns the time in seconds since 1970.
  package let now: @Sendable () -> Double
  package let log: Logger

  package init(
    backend: Backend,
    transport: any HTTPTransport,
    store: Store?,
    gallery: String,
    pictures: PictureFiles,
    now: @escaping @Sendable () -> Double,
    log: Logger
  ) {
    self.backend = backend
    self.transport = transport
    self.store = store
    self.gallery = gallery
    self.pictures = pictures
    self.now = now
    self.log = log
  }

  var service: any PhotoSource { backend.service }

  package var downloader: PhotoDownloader {
    PhotoDownloader(service: service, transport: transport)
  }

  // MARK: Downloads of earlier runs

  /// Reads the service's downloads of earlier runs; there are none without a database.
  ///
  /// Removes unfinished files that have no database row.
  package func restore() async throws(Problem) -> RestoredDownloads {
    let stored = try await read { store throws(StorageError) in
      (try await store.downloads(), try await store.galleryStubs())
    }
    guard let (rows, stubs) = stored else { return RestoredDownloads() }
    let unfinished = rows.filter { $0.destination == .gallery }.map(\.photo.id)
    let kept = stubs.map { ($0.id, $0.fileName) }
    let names = PhotoDownloader.fileNames(of: kept, unfinished: unfinished)
    let known = Set(unfinished.compactMap { names[$0] }.map { gallery + "/" + $0 })
    PhotoDownloader.discardParts(in: gallery) { known.contains($0) }
    let entries = rows.filter { service.serves($0.photo) }.map { row in
      let path =
        row.destination == .gallery
        ? names[row.photo.id].map { gallery + "/" + $0 } : try? picturesPath(of: row.photo)
      var row = row
      row.photo = backend.renewed(row.photo)
      return RestoredDownloads.Entry(
        download: row,
        received: path.map(PhotoDownloader.partSize) ?? 0
      )
    }
    return RestoredDownloads(entries: entries, inGallery: Set(stubs.map(\.id)))
  }

  // MARK: One download

  /// Downloads a photo, or its missing part, and records it in the database.
  ///
  /// - Parameters:
  ///   - destination: The gallery needs a database.
  ///   - position: The position in the queue. Stored, because tasks may write their rows in any
  ///     order.
  ///   - report: Sent during the transfer; `nil` to leave the report pending.
  package func run(
    _ photo: Photo,
    to destination: Download.Destination,
    from origin: ListID,
    position: Int,
    report: DownloadReport? = nil,
    _ observe: @escaping DownloadObserver
  ) async throws(Problem) -> DownloadOutcome {
    if let known = try await finished(photo, to: destination, observe) { return known }
    let earlier = try await row(of: photo.id, to: destination)
    // The row of a running download belongs to another process, or to one that was killed.
    if earlier?.intent != .running {
      try await save(newRow(photo, destination, origin, position, after: earlier))
    }
    // With its row, the photo's name is reserved.
    let lock = try await downloader.lock(
      try await path(of: photo, to: destination),
      isResumable: store != nil,
      subject: destination.subject
    ) { observe(.waits) }
    defer { lock.release() }
    if lock.hasWaited, let outcome = try await finishedByOther(photo, destination, lock) {
      return outcome
    }
    let known = try await row(of: photo.id, to: destination)
    let entry = destination == .gallery ? try await galleryEntry(of: photo.id) : nil
    var row = newRow(photo, destination, origin, position, after: known)
    if let entry { row.origin = entry.origin }
    if entry == nil, known != nil, let file = await unrecordedFile(of: row, at: lock.path) {
      // The empty part file is removed before the row. A process killed in between leaves no file
      // without a row.
      lock.removeIfEmpty()
      return try await record(file, of: row)
    }
    row.intent = .running
    report?.begin()
    let file = try await transfer(row, isKnown: known != nil, in: lock, observe)
    let isReported = await report?.isDone() ?? false
    return try await record(file, of: row, mending: entry, isReported: isReported)
  }

  /// Returns the result for a photo that needs no request: it is in the gallery, and is copied from
  /// there if the destination is the pictures folder.
  private func finished(
    _ photo: Photo,
    to destination: Download.Destination,
    _ observe: DownloadObserver
  ) async throws(Problem) -> DownloadOutcome? {
    guard let entry = try await galleryEntry(of: photo.id),
      await isWhole(entry, at: gallery + "/" + entry.fileName)
    else { return nil }
    if destination == .pictures { return try await copy(entry, of: photo, observe) }
    try await removeRow(photo.id, to: destination)
    return .downloaded(entry)
  }

  /// Returns the result of another process's download of the photo; `nil` if that failed or was
  /// cancelled.
  private func finishedByOther(
    _ photo: Photo,
    _ destination: Download.Destination,
    _ lock: PhotoDownloader.PartLock
  ) async throws(Problem) -> DownloadOutcome? {
    switch destination {
    case .gallery:
      guard let entry = try await galleryEntry(of: photo.id), await isWhole(entry, at: lock.path)
      else { return nil }
      return .downloaded(entry)
    case .pictures: return lock.isFinished ? .saved(path: lock.path) : nil
    }
  }

  private func newRow(
    _ photo: Photo,
    _ destination: Download.Destination,
    _ origin: ListID,
    _ position: Int,
    after known: Download?
  ) -> Download {
    Download(
      photo: photo,
      origin: known?.origin ?? origin,
      destination: destination,
      position: position,
      tag: known?.tag,
      expected: known?.expected
    )
  }

  /// Downloads the file of a row.
  private func transfer(
    _ row: Download,
    isKnown: Bool,
    in lock: PhotoDownloader.PartLock,
    _ observe: @escaping DownloadObserver
  ) async throws(Problem) -> PhotoDownloader.DownloadedFile {
    observe(.requested)
    do throws(Problem) {
      let file = try await downloader.download(
        row.photo,
        to: lock.path,
        in: lock,
        credit: row.destination == .pictures ? pictures.style.credit(of: row.photo) : nil,
        resuming: isKnown ? .init(tag: row.tag, expected: row.expected) : nil,
        isResumable: store != nil,
        subject: row.destination.subject,
        began: { [self] point in
          var row = row
          row.tag = point.tag
          row.expected = point.expected
          // The download continues if this fails, but would start over after a crash.
          do throws(Problem) { try await save(row) } catch {
            log.warning("download not noted", metadata: ["cause": "\(error.cause)"])
          }
        },
        progress: { observe(.progressed($0)) }
      )
      if let fault = file.creditFault { observe(.uncredited(path: file.path, fault)) }
      return file
    } catch {
      // The service has deleted the photo. With a row, each launch would request it again.
      if error.cause == .notFound || error.cause == .gone {
        lock.discard()
        try await removeRow(row.photo.id, to: row.destination)
      }
      throw error
    }
  }

  /// Stores a download that isn't running now.
  package func save(
    _ photo: Photo,
    to destination: Download.Destination,
    from origin: ListID,
    position: Int,
    _ intent: Download.Intent
  ) async throws(Problem) {
    var row =
      try await row(of: photo.id, to: destination)
      ?? Download(photo: photo, origin: origin, destination: destination)
    row.intent = intent
    row.position = position
    try await save(row)
  }

  /// Removes the received part of a photo and its database row.
  ///
  /// Without a database, no part is kept.
  package func discard(
    _ photo: Photo,
    to destination: Download.Destination
  ) async throws(Problem) {
    guard store != nil else { return }
    do throws(Problem) {
      try await PhotoDownloader.discardPart(of: path(of: photo, to: destination))
    } catch {
      // Another instance is downloading the photo and owns the received part.
      if error.cause.isInUse { return }
      throw error
    }
    try await removeRow(photo.id, to: destination)
  }

  /// Records a finished download in the database.
  ///
  /// - Parameters:
  ///   - old: The photo's gallery entry, if its damaged file was downloaded again.
  ///   - isReported: Whether the download has been reported to the service.
  private func record(
    _ file: PhotoDownloader.DownloadedFile,
    of row: Download,
    mending old: GalleryEntry? = nil,
    isReported: Bool = false
  ) async throws(Problem) -> DownloadOutcome {
    // The report of a photo whose file is mended was sent or is pending.
    let needsReport = !isReported && old == nil && needsReport(row.photo)
    guard row.destination == .gallery else {
      // Without a database, no later run can send the report. The file doesn't depend on it.
      if store == nil, needsReport { Task { await sendReport(of: row.photo) } }
      try await read { store throws(StorageError) in
        try await store.removeSaved(row.photo, needsReport: needsReport)
      }
      return .saved(path: file.path)
    }
    let title = try? store?.info(of: row.origin, account: backend.account)?.title
    let entry = GalleryEntry(
      photo: row.photo,
      origin: row.origin,
      originTitle: old?.originTitle ?? title,
      fileName: String(file.path.dropFirst(gallery.count + 1)),
      size: file.size,
      hash: file.hash,
      time: old?.time ?? now()
    )
    try await read { store throws(StorageError) in
      try await store.save(entry, needsReport: needsReport)
    }
    return .downloaded(entry)
  }

  /// Copies the gallery's file of a photo to the pictures folder; `nil` if another instance is
  /// downloading the photo from the service.
  private func copy(
    _ entry: GalleryEntry,
    of photo: Photo,
    _ observe: DownloadObserver
  ) async throws(Problem) -> DownloadOutcome? {
    guard let folder = pictures.folder else { return nil }
    do throws(Problem) { try PhotoDownloader.discardPart(of: picturesPath(of: photo)) } catch {
      return nil
    }
    let path: String
    do throws(Problem) {
      path = try await PictureCopier(folder: folder, style: pictures.style)
        .copy(gallery + "/" + entry.fileName, of: photo, observe)
    } catch {
      throw Problem(.save, error.cause)
    }
    // The report was due when the photo came into the gallery.
    try await read { store throws(StorageError) in
      try await store.removeSaved(photo, needsReport: false)
    }
    return .saved(path: path)
  }

  /// Returns the complete file of a download whose process was killed before it recorded the file.
  ///
  /// `nil` if there is none.
  private func unrecordedFile(
    of row: Download,
    at path: String
  ) async -> PhotoDownloader.DownloadedFile? {
    guard row.destination == .gallery, let expected = row.expected,
      PhotoDownloader.partSize(of: path) == 0, PhotoDownloader.size(of: path) == expected
    else { return nil }
    return await PhotoDownloader.finishedFile(at: path)
  }

  private func isWhole(_ entry: GalleryEntry, at path: String) async -> Bool {
    guard PhotoDownloader.size(of: path) == entry.size else { return false }
    return await PhotoDownloader.finishedFile(at: path)?.hash == entry.hash
  }
}

extension Download.Destination {
  /// The subject of problems.
  fileprivate var subject: Problem.Subject { self == .gallery ? .download : .save }
}

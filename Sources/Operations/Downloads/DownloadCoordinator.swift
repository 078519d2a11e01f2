import AppCore
import Files
import Glibc
import Library
import Logging
import Model
import Platform
import ServiceAPI
import Storage

/// A downloader of photos that keeps the database consistent with the files.
///
/// The process may be killed at any time. A file with its final name is complete. An unfinished
/// file has a database row to resume from. Each photo displayed as downloaded is in the database.
package struct DownloadCoordinator: Sendable {
  let store: Store
  let service: any PhotoSource
  let downloader: PhotoDownloader
  /// The folder of the gallery's files.
  let gallery: String
  /// The user's pictures folder; `nil` if there is none.
  let pictures: String?
  /// The names and credits of files in the pictures folder.
  let style: FileStyle
  /// Returns the time in seconds since 1970.
  let now: @Sendable () -> Double
  let log: Logger
  /// Returns a stored photo with URLs that are currently valid.
  let renewed: @Sendable (Photo) -> Photo
  /// Called with the path and the reason if the credit couldn't be added to a saved file.
  var onPlain: @Sendable (_ path: String, CreditFault) -> Void = { _, _ in }
  /// Returns the service's title of a list; `nil` if unknown.
  let title: @Sendable (ListID) -> String?

  package init(
    store: Store,
    service: any PhotoSource,
    downloader: PhotoDownloader,
    gallery: String,
    pictures: String?,
    style: FileStyle = FileStyle(),
    now: @escaping @Sendable () -> Double,
    log: Logger,
    renewed: @escaping @Sendable (Photo) -> Photo = { $0 },
    title: @escaping @Sendable (ListID) -> String? = { _ in nil }
  ) {
    self.store = store
    self.service = service
    self.downloader = downloader
    self.gallery = gallery
    self.pictures = pictures
    self.style = style
    self.now = now
    self.log = log
    self.renewed = renewed
    self.title = title
  }

  // MARK: Downloads of earlier runs

  /// Reads the service's downloads of earlier runs.
  ///
  /// Removes unfinished files that have no database row.
  package func restore() async throws(Problem) -> RestoredDownloads {
    let rows = try await read { () throws(StorageError) in try await store.downloads() }
    let photos = try await read { () throws(StorageError) in try await store.downloadedPhotos() }
    let stubs = try await read { () throws(StorageError) in try await store.galleryStubs() }
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
      row.photo = renewed(row.photo)
      return RestoredDownloads.Entry(
        download: row,
        received: path.map(PhotoDownloader.partSize) ?? 0
      )
    }
    return RestoredDownloads(entries: entries, inGallery: photos.inGallery, saved: photos.saved)
  }

  // MARK: One download

  /// Downloads a photo, or its missing part, and records it in the database.
  ///
  /// - Parameters:
  ///   - position: the position in the queue. Stored, because tasks may write their rows in any
  ///     order.
  ///   - report: sent during the transfer; `nil` to leave the report pending.
  ///   - onWait: called if another process is downloading the photo. This one then waits for it.
  package func run(
    _ photo: Photo,
    to destination: Download.Destination,
    from origin: ListID,
    position: Int,
    report: DownloadReport? = nil,
    onWait: @Sendable () -> Void = {},
    progress: @escaping @Sendable (PhotoDownloader.Progress) -> Void
  ) async throws(Problem) -> DownloadOutcome {
    if destination == .gallery, let entry = try await galleryEntry(of: photo.id),
      await isWhole(entry, at: gallery + "/" + entry.fileName)
    {
      try await removeRow(photo.id, to: destination)
      return .downloaded(entry)
    }
    if destination == .pictures,
      let saved = try await copyFromGallery(photo, to: picturesPath(of: photo))
    {
      return saved
    }
    let earlier = try await row(of: photo.id, to: destination)
    // The row of a running download belongs to another process, or to one that was killed.
    if earlier?.intent != .running {
      try await save(newRow(photo, destination, origin, position, after: earlier))
    }
    // With its row, the photo's name is reserved.
    let path = try await path(of: photo, to: destination)
    let lock = try await downloader.lock(
      path,
      subject: destination == .gallery ? .download : .save,
      onWait: onWait
    )
    defer { lock.release() }
    if lock.hasWaited {
      let outcome = try await finishedByOther(photo, destination, at: path, lock)
      if let outcome { return outcome }
    }
    return try await run(photo, to: destination, from: origin, position, in: lock, report, progress)
  }

  /// Returns the result of another process's download of the photo; `nil` if that failed or was
  /// cancelled.
  private func finishedByOther(
    _ photo: Photo,
    _ destination: Download.Destination,
    at path: String,
    _ lock: PhotoDownloader.PartLock
  ) async throws(Problem) -> DownloadOutcome? {
    switch destination {
    case .gallery:
      guard let entry = try await galleryEntry(of: photo.id), await isWhole(entry, at: path) else {
        return nil
      }
      return .downloaded(entry)
    case .pictures:
      return lock.isFinished ? .saved(path: path) : nil
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

  /// Downloads a photo that no other process is downloading.
  private func run(
    _ photo: Photo,
    to destination: Download.Destination,
    from origin: ListID,
    _ position: Int,
    in lock: PhotoDownloader.PartLock,
    _ report: DownloadReport?,
    _ progress: @escaping @Sendable (PhotoDownloader.Progress) -> Void
  ) async throws(Problem) -> DownloadOutcome {
    let path = lock.path
    let known = try await row(of: photo.id, to: destination)
    let entry = destination == .gallery ? try await galleryEntry(of: photo.id) : nil
    var row = newRow(photo, destination, origin, position, after: known)
    if let entry { row.origin = entry.origin }
    if entry == nil, let finished = await unrecordedFile(of: row, isKnown: known != nil, at: path) {
      // The empty part file is removed before the row. A process killed in between leaves no file
      // without a row.
      lock.removeIfEmpty()
      return try await record(finished, of: row)
    }
    let point = known.map { PhotoDownloader.ResumePoint(tag: $0.tag, expected: $0.expected) }
    row.intent = .running
    let begun = row
    report?.begin()
    let finished: PhotoDownloader.DownloadedFile
    do throws(Problem) {
      finished = try await downloader.download(
        photo,
        to: path,
        in: lock,
        credit: destination == .pictures ? style.credit(of: photo) : nil,
        resuming: point,
        isResumable: true,
        subject: destination == .gallery ? .download : .save,
        began: { [self] point in
          var row = begun
          row.tag = point.tag
          row.expected = point.expected
          // The download continues if this fails, but would start over after a crash.
          do throws(Problem) { try await save(row) } catch {
            log.warning("download not noted", metadata: ["cause": "\(error.cause)"])
          }
        },
        progress: progress
      )
    } catch {
      // The service has deleted the photo. With a row, each launch would request it again.
      if error.cause == .notFound || error.cause == .gone {
        lock.discard()
        try await removeRow(photo.id, to: destination)
      }
      throw error
    }
    if let fault = finished.creditFault { onPlain(finished.path, fault) }
    let isReported = await report?.isDone() ?? false
    return try await record(finished, of: row, mending: entry, isReported: isReported)
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
  package func discard(
    _ photo: Photo,
    to destination: Download.Destination
  ) async throws(Problem) {
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
  ///   - old: the photo's gallery entry, if its damaged file was downloaded again.
  ///   - isReported: whether the download has been reported to the service.
  private func record(
    _ finished: PhotoDownloader.DownloadedFile,
    of row: Download,
    mending old: GalleryEntry? = nil,
    isReported: Bool = false
  ) async throws(Problem) -> DownloadOutcome {
    switch row.destination {
    case .gallery:
      let entry = GalleryEntry(
        photo: row.photo,
        origin: row.origin,
        originTitle: old?.originTitle ?? title(row.origin),
        fileName: String(finished.path.dropFirst(gallery.count + 1)),
        size: finished.size,
        hash: finished.hash,
        time: old?.time ?? now()
      )
      try await read { () throws(StorageError) in
        // The report of a photo whose file is mended was sent or is pending.
        try await store.save(
          entry,
          needsReport: !isReported && old == nil && needsReport(row.photo)
        )
      }
      return .downloaded(entry)
    case .pictures:
      try await read { () throws(StorageError) in
        try await store.saveInPictures(
          row.photo,
          needsReport: !isReported && needsReport(row.photo)
        )
      }
      return .saved(path: finished.path)
    }
  }

  /// Copies the gallery's file of a photo to the pictures folder; `nil` if the gallery has no
  /// complete file, or if another instance is downloading the photo.
  private func copyFromGallery(
    _ photo: Photo,
    to path: String
  ) async throws(Problem) -> DownloadOutcome? {
    let entry = try await galleryEntry(of: photo.id)
    guard let pictures, let entry else { return nil }
    let source = gallery + "/" + entry.fileName
    guard await isWhole(entry, at: source) else { return nil }
    // Another instance may be downloading the photo from the service.
    do throws(Problem) { try PhotoDownloader.discardPart(of: path) } catch { return nil }
    let copy: String
    var fault: CreditFault?
    do throws(Problem) {
      copy = try await PictureCopier(folder: pictures, style: style)
        .copy(source, of: photo) { fault = $0 }
    } catch {
      throw Problem(.save, error.cause)
    }
    if let fault { onPlain(copy, fault) }
    // The report was due when the photo came into the gallery.
    try await read { () throws(StorageError) in
      try await store.saveInPictures(photo, needsReport: false)
    }
    return .saved(path: copy)
  }

  /// Returns the complete file of a download whose process was killed before it recorded the file.
  ///
  /// `nil` if there is none.
  private func unrecordedFile(
    of row: Download,
    isKnown: Bool,
    at path: String
  ) async -> PhotoDownloader.DownloadedFile? {
    guard isKnown, row.destination == .gallery, let expected = row.expected,
      PhotoDownloader.partSize(of: path) == 0, PhotoDownloader.size(of: path) == expected
    else { return nil }
    return await PhotoDownloader.finishedFile(at: path)
  }

  private func galleryEntry(of id: Photo.ID) async throws(Problem) -> GalleryEntry? {
    try await read { () throws(StorageError) in try await store.galleryEntry(of: id) }
  }

  private func isWhole(_ entry: GalleryEntry, at path: String) async -> Bool {
    guard PhotoDownloader.size(of: path) == entry.size else { return false }
    return await PhotoDownloader.finishedFile(at: path)?.hash == entry.hash
  }

  /// Whether the service requires a report of the download.
  func needsReport(_ photo: Photo) -> Bool {
    service is any DownloadTrackingSource && photo.downloadLocation != nil
  }
}

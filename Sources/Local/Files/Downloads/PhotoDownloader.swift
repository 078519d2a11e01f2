import Disk
import Glibc
import HTTP
import Model
import Platform
import ServiceAPI

/// A downloader that creates the files of photos atomically.
///
/// Received bytes are in `NAME.part` beside the target. That file is renamed once it is complete,
/// is a valid JPEG, and has been flushed to the disk. A process that is killed leaves one or the
/// other.
package struct PhotoDownloader: Sendable {
  /// The data that resumes an unfinished download.
  package struct ResumePoint: Equatable, Sendable {
    /// The file's entity tag; `nil` if the download can only start over.
    package let tag: String?
    /// The size of the whole file in bytes, if the server states it.
    package let expected: Int64?

    /// Creates a resume point.
    ///
    /// Discards a size above the limit, which older versions may have stored.
    package init(tag: String?, expected: Int64?) {
      self.tag = tag
      self.expected = expected.flatMap { $0 <= HTTPRequest.fileLimit ? max(0, $0) : nil }
    }
  }

  /// The progress of a download in bytes.
  package struct Progress: Equatable, Sendable {
    /// The bytes received, including those of earlier attempts.
    package let received: Int64
    /// The size of the whole file; `nil` if the server didn't announce it.
    package let expected: Int64?
  }

  /// A complete downloaded file.
  package struct DownloadedFile: Equatable, Sendable {
    package let path: String
    /// The size in bytes.
    package let size: Int64
    /// The SHA-256 in lower-case hexadecimal.
    package let hash: String
    /// The reason why the credit couldn't be added; `nil` if it was added or not requested.
    package var creditFault: CreditFault?
  }

  /// The lock on the unfinished file of a download.
  ///
  /// No other program writes to it until it is released.
  package struct PartLock: Sendable {
    fileprivate let part: PartFile
    /// The path of the finished file.
    package let path: String
    /// Whether another process held the lock before.
    package let hasWaited: Bool
    /// Whether another process created the photo's file during the wait.
    package let isFinished: Bool

    /// Removes the file.
    package func discard() { part.discard() }

    /// Removes the file if it is empty.
    package func removeIfEmpty() { if part.size == 0 { part.discard() } }

    /// Removes the file if it is empty, and unlocks it.
    package func release() {
      removeIfEmpty()
      part.release()
    }
  }

  private let service: any PhotoSource
  private let transport: any HTTPTransport
  private let freeSpace: @Sendable (_ folder: String) -> Int64?

  /// Creates a downloader.
  ///
  /// - Parameter freeSpace: Returns the bytes that this user may still write to a folder's disk;
  ///   `nil` if unknown.
  package init(
    service: any PhotoSource,
    transport: any HTTPTransport,
    freeSpace: @escaping @Sendable (_ folder: String) -> Int64? = { Self.freeSpace(at: $0) }
  ) {
    self.service = service
    self.transport = transport
    self.freeSpace = freeSpace
  }

  /// Returns the URL of a photo's file in a width, and that width unless the file is the original.
  ///
  /// - Parameter width: The width in pixels; `nil` for the full size.
  package func address(of photo: Photo, width: Int?) -> (PictureAddress, width: Int?) {
    let original = service.original(of: photo)
    let sized = width.flatMap { service.sized(photo.picture, width: $0, native: photo.width) }
    guard let sized, sized.url != original.url else { return (sized ?? original, nil) }
    return (sized, sized.width)
  }

  /// The pause between attempts to lock a file that another program holds.
  private static let retryPause = Duration.milliseconds(100)

  /// Locks the unfinished file of a photo, as soon as no other process holds it.
  ///
  /// The lock is released when its process dies. Cancelling the task ends the wait immediately.
  ///
  /// - Parameters:
  ///   - isResumable: Whether the file is kept after a failed download.
  ///   - subject: The subject of problems.
  ///   - onWait: Called once if another process holds the lock.
  package func lock(
    _ path: String,
    isResumable: Bool = true,
    subject: Problem.Subject = .download,
    onWait: @Sendable () -> Void = {}
  ) async throws(Problem) -> PartLock {
    let folder = Folder.containing(path)
    let part = isResumable ? PartFile.path(for: path) : PartFile.hiddenPath(for: path)
    let before = Self.inode(of: path)
    var hasWaited = false
    while true {
      let failure: FileSystem.Failure
      do throws(FileSystem.Failure) {
        try FileSystem.createFolder(folder, mode: 0o777)
        let held = try PartFile(part, creates: true)
        if !isResumable { PartFile.removeAbandoned(in: folder) }
        let now = Self.inode(of: path)
        let isFinished = hasWaited && now != nil && now != before
        return PartLock(part: held, path: path, hasWaited: hasWaited, isFinished: isFinished)
      } catch {
        failure = error
      }
      guard failure.code == EWOULDBLOCK else { throw Problem(subject, .init(failure, of: path)) }
      if !hasWaited { onWait() }
      hasWaited = true
      do { try await Task.sleep(for: Self.retryPause) } catch {
        throw Problem(subject, HTTPError.cancelled.cause)
      }
    }
  }

  private static func inode(of path: String) -> ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  /// Downloads a photo at full size.
  ///
  /// A resumable download keeps its unfinished file if it fails or is cancelled, unless the file
  /// turns out not to be a photo.
  ///
  /// - Parameters:
  ///   - path: The target; its folder is created if it is missing.
  ///   - lock: The lock on the unfinished file, which the caller releases. By default, the file is
  ///     locked until the download ends.
  ///   - address: The URL to download instead of the full size.
  ///   - replaces: Whether an existing file is replaced; otherwise it is a problem.
  ///   - credit: The credit to add to the finished file; `nil` to leave the file unchanged.
  ///   - point: The value that `began` last received in an earlier attempt; `nil` starts over.
  ///   - isResumable: Whether an unfinished file is kept.
  ///   - subject: The subject of problems.
  ///   - began: Called and awaited before the first byte of a file or of its rest is written.
  ///     Called again, with another tag, if the file has changed. A value saved here is therefore
  ///     valid even if the process is killed.
  ///   - progress: Called on another thread, about ten times a second.
  package func download(
    _ photo: Photo,
    to path: String,
    in lock: PartLock? = nil,
    from address: PictureAddress? = nil,
    replaces: Bool = true,
    credit: XMPPacket? = nil,
    resuming point: ResumePoint? = nil,
    isResumable: Bool,
    subject: Problem.Subject = .download,
    began: @escaping @Sendable (ResumePoint) async -> Void = { _ in },
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(Problem) -> DownloadedFile {
    let isOwn = lock == nil
    let lock =
      if let lock { lock } else {
        try await self.lock(path, isResumable: isResumable, subject: subject)
      }
    defer { if isOwn { lock.release() } }
    let attempt = DownloadAttempt(
      url: (address ?? service.original(of: photo)).url,
      path: path,
      part: lock.part.path,
      replaces: replaces,
      point: point,
      isResumable: isResumable,
      credit: credit,
      subject: subject,
      transport: transport,
      freeSpace: freeSpace
    )
    do throws(Problem) {
      try await attempt.fetch(began, progress)
    } catch {
      // The rest of a file that is too large is never requested.
      if !isResumable || lock.part.size == 0 || error.cause.isOfSize { lock.discard() }
      throw error
    }
    do throws(Problem) {
      return try await attempt.finish()
    } catch {
      // A complete file that isn't a photo can't be continued. A file that couldn't be flushed or
      // renamed can.
      if !isResumable || error.cause.isOfContents { lock.discard() }
      throw error
    }
  }

  /// Removes the unfinished file of a download that won't be continued, if there is one.
  ///
  /// The download itself must have ended.
  package static func discardPart(of path: String) throws(Problem) {
    do throws(FileSystem.Failure) {
      let part = try PartFile(PartFile.path(for: path), creates: false)
      defer { part.release() }
      guard unlink(part.path) == 0 else { throw .init(code: errno, path: path) }
    } catch {
      if error.isMissing { return }
      throw Problem(.download, .init(error, of: path))
    }
  }

  /// Returns the size of the unfinished file for a path in bytes.
  package static func partSize(of path: String) -> Int64 {
    size(of: PartFile.path(for: path)) ?? 0
  }

  /// Returns the name of a photo's file in the gallery: `SERVICE-ID.jpg`.
  ///
  /// Different photos have different names. The names are safe on any file system and in any shell.
  package static func fileName(of photo: Photo) -> String { stem(of: photo.id) + ".jpg" }

  /// Returns the names of photos' files in the gallery, different even without regard to case.
  ///
  /// On a file system that ignores case, photos whose IDs differ in case only would otherwise have
  /// one file. All but the first of them get a number.
  ///
  /// - Parameters:
  ///   - kept: The photos of the gallery with their names.
  ///   - unfinished: The photos that are being downloaded, in the order of their downloads.
  package static func fileNames(
    of kept: some Sequence<(Photo.ID, String)>,
    unfinished: [Photo.ID]
  ) -> [Photo.ID: String] {
    var names = Dictionary(kept) { first, _ in first }
    var taken = Set(names.values.map { $0.lowercased() })
    for id in unfinished where names[id] == nil {
      var (name, number) = (stem(of: id) + ".jpg", 1)
      while !taken.insert(name.lowercased()).inserted {
        number += 1
        name = "\(stem(of: id)).\(number).jpg"
      }
      names[id] = name
    }
    return names
  }

  private static func stem(of id: Photo.ID) -> String {
    SafeName.id(id.service.name) + "-" + SafeName.id(id.value)
  }

  /// Returns the bytes that this user may still write to a folder's disk; `nil` if unknown.
  package static func freeSpace(at folder: String) -> Int64? {
    var status = statvfs()
    // Some network file systems don't know the free space, and report 0 of 0.
    guard statvfs(folder, &status) == 0, status.f_blocks > 0 else { return nil }
    let (bytes, isHuge) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize)
    )
    return isHuge ? .max : Int64(clamping: bytes)
  }
}

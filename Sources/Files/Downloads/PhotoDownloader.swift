import Disk
import Glibc
import HTTP
import Model
import Platform
import ServiceAPI

/// Brings photographs to this machine, whole or not at all.
///
/// What has come waits in a file `NAME.part` beside its place until it is whole, is a JPEG, and is
/// on the disk; then it is renamed. Whoever may be killed meanwhile finds either.
package struct PhotoDownloader: Sendable {
  /// The data that resumes an unfinished download.
  package struct ResumePoint: Equatable, Sendable {
    /// The file's entity tag; nil where it can only start over.
    package let tag: String?
    /// Bytes of the whole file, where the server says.
    package let expected: Int64?

    /// A size that no photograph may have, as an older version may have remembered it, is not
    /// known.
    package init(tag: String?, expected: Int64?) {
      self.tag = tag
      self.expected = expected.flatMap { $0 <= HTTPRequest.pictureLimit ? max(0, $0) : nil }
    }
  }

  /// How much of a photograph is there, in bytes.
  package struct Progress: Equatable, Sendable {
    /// Those of earlier attempts included.
    package let received: Int64
    /// Nil where the server did not announce it.
    package let expected: Int64?

    package init(received: Int64, expected: Int64?) {
      self.received = received
      self.expected = expected
    }
  }

  /// A complete downloaded file.
  package struct DownloadedFile: Equatable, Sendable {
    package let path: String
    package let size: Int64
    /// SHA-256 in lower-case hexadecimal.
    package let hash: String
    /// The reason why the file has no credit; `nil` if it has one or none was requested.
    package var creditFault: CreditFault?

    package init(path: String, size: Int64, hash: String) {
      self.path = path
      self.size = size
      self.hash = hash
    }
  }

  /// The lock on the unfinished file of a download.
  ///
  /// No other program writes to it until it is released.
  package struct PartLock: Sendable {
    fileprivate let part: PartFile
    /// Whether another program had it first.
    package let hasWaited: Bool
    /// Whether a new file took the photo's name meanwhile.
    package let isFinished: Bool

    /// Removes the file if nothing is in it.
    package func removeIfEmpty() { if part.size == 0 { part.discard() } }

    /// Removes the file if nothing is in it, and lets other programs have it.
    package func release() {
      removeIfEmpty()
      part.release()
    }
  }

  private let service: any PhotoSource
  private let transport: any HTTPTransport
  private let freeSpace: @Sendable (_ folder: String) -> Int64?

  /// - Parameter freeSpace: bytes this person may still write to a folder's disk; nil where that is
  ///   not known.
  package init(
    service: any PhotoSource,
    transport: any HTTPTransport,
    freeSpace: @escaping @Sendable (_ folder: String) -> Int64? = { Self.freeSpace(at: $0) }
  ) {
    self.service = service
    self.transport = transport
    self.freeSpace = freeSpace
  }

  /// The pause between attempts to lock a file that another program holds.
  private static let retryPause = Duration.milliseconds(100)

  /// Locks the unfinished file of a photo, as soon as no other program holds it.
  ///
  /// The lock is released when its process dies. Cancelling the task ends the wait immediately.
  ///
  /// - Parameters:
  ///   - isResumable: whether the file outlives a download that fails.
  ///   - subject: the subject of problems.
  ///   - onWait: called once if another program has the file.
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
        return PartLock(part: held, hasWaited: hasWaited, isFinished: isFinished)
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

  /// Brings a photograph in all its pixels.
  ///
  /// A download that `isResumable` leaves its part when it
  /// fails or is cancelled, unless that turns out to be no photograph.
  ///
  /// - Parameters:
  ///   - hold: the unfinished file of the path, which the caller releases; by default, it is held
  ///     until the download ends.
  ///   - path: the file; its folder is created where it is missing.
  ///   - address: what to download instead of the full size.
  ///   - replaces: whether an earlier file at the path makes way; else that is a problem.
  ///   - credit: the credit that the finished file gets.
  ///   - point: what the latest `began` of an earlier attempt reported; nil starts over.
  ///   - isResumable: whether an unfinished file stays.
  ///   - subject: what the problems are about.
  ///   - began: called, and waited for, before the first byte is written of a file or of its rest;
  ///     may be called again, with another tag when the file changed. What is remembered here is
  ///     right whenever the program may be killed.
  ///   - progress: called on another thread, some ten times a second.
  package func download(
    _ photo: Photo,
    to path: String,
    in hold: PartLock? = nil,
    from address: PictureAddress? = nil,
    replaces: Bool = true,
    credit: PhotoCredit? = nil,
    resuming point: ResumePoint? = nil,
    isResumable: Bool,
    subject: Problem.Subject = .download,
    began: @escaping @Sendable (ResumePoint) async -> Void = { _ in },
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(Problem) -> DownloadedFile {
    guard let hold else {
      let own = try await self.lock(path, isResumable: isResumable, subject: subject)
      defer { own.release() }
      return try await download(
        photo,
        to: path,
        in: own,
        from: address,
        replaces: replaces,
        credit: credit,
        resuming: point,
        isResumable: isResumable,
        subject: subject,
        began: began,
        progress: progress
      )
    }
    let held = hold.part
    let attempt = DownloadAttempt(
      url: (address ?? service.original(of: photo)).url,
      path: path,
      part: held.path,
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
      // The rest of a file that is too large is never asked for.
      if !isResumable || held.size == 0 || error.cause.isOfSize { held.discard() }
      throw error
    }
    do throws(Problem) {
      return try await attempt.finish()
    } catch {
      // What is whole and no photograph cannot be continued; what the disk refused can.
      if !isResumable || error.cause.isOfContents { held.discard() }
      throw error
    }
  }

  /// Removes what a download left at a path that will not be continued; nothing where nothing is.
  ///
  /// The download itself must have ended.
  package static func discardPart(of path: String) throws(Problem) {
    do throws(FileSystem.Failure) {
      let part = try PartFile(PartFile.path(for: path), creates: false)
      defer { part.release() }
      guard unlink(part.path) == 0 else { throw .init(code: errno, path: path) }
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return }
      throw Problem(.download, .init(error, of: path))
    }
  }

  /// Bytes that an unfinished download has at a path.
  package static func partSize(of path: String) -> Int64 {
    var status = stat()
    return stat(PartFile.path(for: path), &status) == 0 ? Int64(status.st_size) : 0
  }

  /// The name of a photograph's file in the gallery: `SERVICE-ID.jpg`.
  ///
  /// Different photographs have different names, all safe on any file system and in any shell.
  package static func fileName(of photo: Photo) -> String {
    SafeName.id(photo.id.service.name) + "-" + SafeName.id(photo.id.value) + ".jpg"
  }

  /// Bytes this person may still write to a folder's disk.
  package static func freeSpace(at folder: String) -> Int64? {
    var status = statvfs()
    // Some network file systems do not know, and say 0 of 0.
    guard statvfs(folder, &status) == 0, status.f_blocks > 0 else { return nil }
    let (bytes, isHuge) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize)
    )
    return isHuge ? .max : Int64(clamping: bytes)
  }
}

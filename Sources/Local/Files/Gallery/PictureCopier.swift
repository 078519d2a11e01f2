import Disk
import Glibc
import Model
import Platform

/// The copying of downloaded photos to the user's pictures folder.
package struct PictureCopier: Sendable {
  private let folder: String
  private let style: FileStyle

  /// Creates a copier.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if it is missing.
  ///   - style: The names and credits of the copies.
  package init(folder: String, style: FileStyle = FileStyle()) {
    self.folder = folder
    self.style = style
  }

  /// Copies a file to the name that a saved photo has.
  ///
  /// No file is replaced: if the name is in use by another picture, the copy gets a number. A file
  /// with the same picture isn't copied again, even if only one of the two has a credit.
  ///
  /// - Returns: The path of the copy.
  @discardableResult
  package func copy(
    _ source: String,
    of photo: Photo,
    _ observe: (DownloadEvent) -> Void = { _ in }
  ) async throws(Problem) -> String {
    let (path, fault) = try await BlockingWork.run { [folder, style] () throws(Problem) in
      try FileSystem.attempt(
        .share,
        Self.copy(source, to: folder, as: style.fileName(of: photo), style.credit(of: photo))
      )
    }
    if let fault { observe(.uncredited(path: path, fault)) }
    return path
  }

  /// Locks an unfinished copy, after waiting for another process that copies the same file.
  private static func lock(_ part: String) throws(FileSystem.Failure) -> PartFile {
    let deadline = MonotonicTime.now + .seconds(10)
    while true {
      do throws(FileSystem.Failure) { return try PartFile(part, creates: true) } catch {
        guard error.code == EWOULDBLOCK, .now < deadline else { throw error }
        usleep(5_000)
      }
    }
  }

  private static func copy(
    _ source: String,
    to folder: String,
    as name: String,
    _ credit: XMPPacket?
  ) throws(FileSystem.Failure) -> (path: String, fault: CreditFault?) {
    try FileSystem.createFolder(folder, mode: 0o777)
    let held = try lock(PartFile.hiddenPath(for: folder + "/" + name))
    defer {
      held.discard()
      held.release()
    }
    PartFile.removeAbandoned(in: folder)
    let part = held.path
    let fault = try copy(source, into: held, credit)
    var path = folder + "/" + name
    var number = 1
    while true {
      do throws(FileSystem.Failure) {
        try FileSystem.moveIfAbsent(part, at: path)
        return (path, fault)
      } catch {
        guard error.code == EEXIST else { throw error }
      }
      if CreditedCopy.isSamePicture(path, part) { return (path, nil) }
      number += 1
      path = folder + "/" + name.dropLast(".jpg".count) + "-\(number).jpg"
    }
  }

  /// Copies a file and adds a credit, or copies the file unchanged if that fails.
  ///
  /// - Returns: The reason why the credit couldn't be added.
  private static func copy(
    _ source: String,
    into part: PartFile,
    _ credit: XMPPacket?
  ) throws(FileSystem.Failure) -> CreditFault? {
    var fault: CreditFault?
    if let credit {
      do throws(CreditFault) {
        try CreditedCopy.copy(source, into: part, CreditedCopy.edits(adding: credit, to: source))
        return nil
      } catch {
        fault = error
      }
    }
    try FileSystem.copy(source, into: part.descriptor, at: part.path)
    return fault
  }
}

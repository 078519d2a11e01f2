import Disk
import Glibc
import Model
import Platform

/// Copies of kept photographs in the person's pictures folder.
package struct PictureCopier: Sendable {
  private let folder: String
  private let style: FileStyle

  /// - Parameter folder: created where it is missing.
  package init(folder: String, style: FileStyle = FileStyle()) {
    self.folder = folder
    self.style = style
  }

  /// Copies a file under the name that a saved photograph has.
  ///
  /// Nothing is replaced: where that name has other bytes, the copy gets a number. A file that is
  /// there already is not copied again.
  ///
  /// - Parameter onPlain: called if the copy has no credit, with the reason.
  /// - Returns: the path of the copy.
  @discardableResult
  package func copy(
    _ source: String,
    of photo: Photo,
    onPlain: (CreditFault) -> Void = { _ in }
  ) async throws(Problem) -> String {
    let result: Result<Copied, FileSystem.Failure> = await BlockingWork.run { [folder, style] in
      do throws(FileSystem.Failure) {
        let name = style.fileName(of: photo)
        return .success(try Self.copy(source, to: folder, as: name, style.credit(of: photo)))
      } catch {
        return .failure(error)
      }
    }
    do throws(FileSystem.Failure) {
      let copied = try result.get()
      if let fault = copied.fault { onPlain(fault) }
      return copied.path
    } catch {
      throw Problem(.export, .init(error))
    }
  }

  private typealias Copied = (path: String, fault: CreditFault?)

  /// Locks an unfinished copy, and waits for another program that copies the same file.
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
    _ credit: PhotoCredit?
  ) throws(FileSystem.Failure) -> Copied {
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

  /// Copies a file with a credit, or as it is if that fails.
  private static func copy(
    _ source: String,
    into part: PartFile,
    _ credit: PhotoCredit?
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

import Disk
import Glibc
import Model
import Platform

/// The files of the gallery.
package enum GalleryFolder {
  package enum Finding: Equatable, Sendable {
    case whole, missing, damaged
  }

  /// Whether a file is there, and as large as it was when it was kept.
  package static func check(_ path: String, size: Int64) -> Finding {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .missing }
    return Int64(status.st_size) == size ? .whole : .damaged
  }

  /// Compares a file's bytes with those of the download.
  ///
  /// - Parameter hash: the SHA-256 in lower-case hexadecimal.
  package static func verify(_ path: String, size: Int64, hash: String) async -> Finding {
    await BlockingWork.run {
      let finding = check(path, size: size)
      guard finding == .whole else { return finding }
      return (try? FileSystem.hash(of: path).hash) == hash ? .whole : .damaged
    }
  }

  /// Removes a file; one that is gone already is no failure.
  package static func remove(_ path: String) throws(Problem) {
    guard unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
    throw Problem(.gallery, .init(errno: errno, path: path))
  }
}

/// The differences between the database and the gallery's folder, without reading a file.
package struct GalleryAudit: Equatable, Sendable {
  /// The number of photos in the database, and the bytes of their files.
  package var count = 0
  package var bytes: Int64 = 0
  /// The names of files in the database that are missing, or of a different size.
  package var missing: [String] = []
  package var damaged: [String] = []
  /// The names of files that belong to no photo in the database and to no unfinished download.
  package var orphans: [String] = []

  /// Compares the size of every file of the gallery with the database.
  ///
  /// - Parameter unfinished: the names of files that are being downloaded.
  package init(folder: String, stubs: [GalleryStub], unfinished: Set<String> = []) {
    count = stubs.count
    for stub in stubs.sorted(by: { $0.fileName < $1.fileName }) {
      bytes = bytes.adding(bytes: stub.size)
      switch GalleryFolder.check(folder + "/" + stub.fileName, size: stub.size) {
      case .missing: missing.append(stub.fileName)
      case .damaged: damaged.append(stub.fileName)
      case .whole: break
      }
    }
    let known = Set(stubs.map(\.fileName)).union(unfinished.map { $0 + ".part" })
    orphans = FileSystem.names(in: folder).filter { !known.contains($0) }
  }
}

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
  /// - Returns: the path of the copy.
  @discardableResult
  package func copy(_ source: String, of photo: Photo) async throws(Problem) -> String {
    let result: Result<String, FileSystem.Failure> = await BlockingWork.run { [folder, style] in
      do throws(FileSystem.Failure) {
        return .success(try Self.copy(source, to: folder, as: style.fileName(of: photo)))
      } catch {
        return .failure(error)
      }
    }
    do throws(FileSystem.Failure) { return try result.get() } catch {
      throw Problem(.export, .init(error))
    }
  }

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
    as name: String
  ) throws(FileSystem.Failure) -> String {
    try FileSystem.createFolder(folder, mode: 0o777)
    let held = try lock(PartFile.hiddenPath(for: folder + "/" + name))
    defer {
      held.discard()
      held.release()
    }
    PartFile.removeAbandoned(in: folder)
    let part = held.path
    try FileSystem.copy(source, into: held.descriptor, at: part)
    let hash = try FileSystem.hash(of: part).hash
    var path = folder + "/" + name
    var number = 1
    while true {
      do throws(FileSystem.Failure) {
        try FileSystem.moveIfAbsent(part, at: path)
        return path
      } catch {
        guard error.code == EEXIST else { throw error }
      }
      if (try? FileSystem.hash(of: path).hash) == hash { return path }
      number += 1
      path = folder + "/" + name.dropLast(".jpg".count) + "-\(number).jpg"
    }
  }
}

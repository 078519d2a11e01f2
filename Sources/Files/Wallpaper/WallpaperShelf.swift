import Disk
import FoundationEssentials
import Glibc
import Model
import Platform

/// The folder of the files that desktops show as wallpapers.
///
/// A desktop reads its file again at the next login. Each file has a new name, since desktops don't
/// notice new contents under an old name. The current and the former file of each
/// desktop are kept; the others are removed.
package struct WallpaperShelf: Sendable {
  /// The settings of one desktop.
  struct Record: Codable, Equatable, Sendable {
    /// The name of the file that was set last.
    var file: String?
    /// The desktop's setting before that; `nil` if it isn't known.
    var former: [String: String]?
  }

  /// The permission to change the folder, which one program has at a time.
  package struct Hold: Sendable {
    fileprivate let lock: FileLock
    package func release() { lock.release() }
  }

  package let folder: String

  /// The beginning of all names of files, which tells them from files of the user.
  private static let prefix = "wallpaper-"
  /// The name of a link to the file that was set last, for configurations of window managers.
  package static let link = "current"
  /// The record of files whose path was only printed.
  private static let printed = "print"
  /// The pause between attempts to lock the folder.
  private static let retryPause = Duration.milliseconds(100)

  package init(folder: String) { self.folder = folder }

  /// Waits until no other program changes the folder.
  ///
  /// - Parameter onWait: called once if another program does.
  package func hold(onWait: () -> Void = {}) async throws(Problem) -> Hold {
    do throws(FileSystem.Failure) { try FileSystem.createFolder(folder, mode: 0o700) } catch {
      throw Problem(.save, .init(error))
    }
    var isReported = false
    while true {
      switch FileLock.acquire(folder + "/lock") {
      case .acquired(let lock): return Hold(lock: lock)
      case .impossible: throw Problem(.save, .init(errno: errno, path: folder + "/lock"))
      case .busy:
        if !isReported { onWait() }
        isReported = true
        do { try await Task.sleep(for: Self.retryPause) } catch {
          let cancelled = FileSystem.Failure(code: ECANCELED, path: folder)
          throw Problem(.save, .init(cancelled, of: folder))
        }
      }
    }
  }

  // MARK: Files

  package func path(of name: String) -> String { folder + "/" + name }

  /// Returns the name for a photo's file.
  ///
  /// - Parameter width: in pixels; `nil` for the original.
  package static func name(of photo: Photo, width: Int?) -> String {
    let name = PhotoDownloader.fileName(of: photo).dropLast(".jpg".count)
    return prefix + name + (width.map { ".\($0)" } ?? "") + ".jpg"
  }

  /// Copies a file of the user.
  ///
  /// - Parameter type: the end of the new name.
  /// - Returns: the new name, which tells contents apart.
  package func copy(_ path: String, type: String) async throws(Problem) -> String {
    do throws(FileSystem.Failure) {
      let hash = try await BlockingWork.hash(of: path).hash
      let name = Self.prefix + hash.prefix(16) + "." + type
      let part = self.path(of: name + ".part")
      let file = Glibc.open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard file >= 0 else { throw .init(code: errno, path: part) }
      defer { close(file) }
      try FileSystem.copy(path, into: file, at: part)
      try FileSystem.move(part, to: self.path(of: name))
      return name
    } catch {
      throw Problem(.save, .init(error))
    }
  }

  /// Adds a file of the gallery without copying it, if the file system allows that.
  package func add(_ path: String, named name: String) throws(Problem) {
    let target = self.path(of: name)
    do throws(FileSystem.Failure) {
      let part = target + ".part"
      unlink(part)
      guard Glibc.link(path, part) == 0 else {
        let file = Glibc.open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw .init(code: errno, path: part) }
        defer { close(file) }
        try FileSystem.copy(path, into: file, at: part)
        return try FileSystem.move(part, to: target)
      }
      try FileSystem.move(part, to: target)
      // A rename from one name of a file to another does nothing.
      unlink(part)
    } catch {
      throw Problem(.save, .init(error))
    }
  }

  /// Whether there is a file.
  package func has(_ name: String) -> Bool { (RegularFile.size(of: path(of: name)) ?? 0) > 0 }

  // MARK: Settings

  /// Shows a file on the desktop, and remembers the desktop's setting before it.
  ///
  /// The caller holds the folder.
  package func set(
    _ name: String,
    on desktop: DesktopWallpaper
  ) async throws(WallpaperFailure) {
    let old = record(of: desktop.id)
    let before = await setting(of: desktop, old)
    // Showing a file again doesn't replace anything.
    let former = Self.has(name, before) ? old.former : before
    // First the record: a program that is killed in between leaves no file that is removed.
    try save(Record(file: name, former: former), of: desktop.id)
    do throws(WallpaperFailure) { try await desktop.set(path(of: name)) } catch {
      // A desktop that took a part of it may show the new file.
      if await setting(of: desktop, old) == before { try? save(old, of: desktop.id) }
      removeOthers()
      throw error
    }
    point(to: name)
    removeOthers()
  }

  /// Brings back the desktop's setting before the last one.
  ///
  /// A second call reverts the first. The caller holds the folder.
  package func undo(on desktop: DesktopWallpaper) async throws(WallpaperFailure) {
    let old = record(of: desktop.id)
    guard let former = old.former else { throw .noFormer(desktop: desktop.name) }
    let before = await setting(of: desktop, old)
    if let path = former[Self.pathKey] {
      guard RegularFile.size(of: path) != nil else { throw .noFormer(desktop: desktop.name) }
      try await desktop.set(path)
    } else {
      try await desktop.restore(former)
    }
    // The former picture may be one of the user's.
    let file = files.first { Self.has($0, former) }
    try save(Record(file: file, former: before), of: desktop.id)
    point(to: file)
    removeOthers()
  }

  /// Keeps a file whose path is printed, until two other paths were printed.
  ///
  /// The caller holds the folder.
  package func savePrinted(_ name: String) throws(WallpaperFailure) {
    var records = records
    let old = records[Self.printed]?.file
    if old != name {
      let former = old.map { [Self.pathKey: path(of: $0)] }
      records[Self.printed] = Record(file: name, former: former)
      try save(records)
    }
    removeOthers()
  }

  /// Returns the name of the file that was set or printed last.
  ///
  /// - Parameter desktop: `nil` for printed files.
  package func lastFile(of desktop: DesktopTools.Wallpaper?) -> String? {
    records[desktop?.rawValue ?? Self.printed]?.file
  }

  /// The key of a setting that is only the path of a file.
  private static let pathKey = "path"

  /// Whether a setting contains the name of a file, in a path, a URL or JSON.
  private static func has(_ name: String, _ setting: [String: String]?) -> Bool {
    setting?.values.contains { $0.contains(name) } ?? false
  }

  /// The names of all files of wallpapers.
  private var files: [String] {
    FileSystem.names(in: folder).filter { $0.hasPrefix(Self.prefix) }
  }

  /// Returns the desktop's setting or, if it doesn't tell, the file that was set last.
  private func setting(of desktop: DesktopWallpaper, _ record: Record) async -> [String: String]? {
    await desktop.read() ?? record.file.map { [Self.pathKey: path(of: $0)] }
  }

  private func point(to name: String?) {
    let link = path(of: Self.link)
    let new = link + ".new"
    unlink(new)
    guard let name, symlink(name, new) == 0, rename(new, link) == 0 else {
      // A link to another picture than the one that is shown would mislead.
      unlink(new)
      unlink(link)
      return
    }
  }

  /// Removes files that no record has, and what killed programs have left.
  private func removeOthers() {
    let records = records.values
    for name in files
    where !records.contains(where: { $0.file == name || Self.has(name, $0.former) }) {
      unlink(path(of: name))
    }
  }

  // MARK: Records

  private var recordsPath: String { path(of: "wallpapers.json") }

  private func record(of desktop: DesktopTools.Wallpaper) -> Record {
    records[desktop.rawValue] ?? Record()
  }

  private var records: [String: Record] {
    guard let bytes = try? FileSystem.contents(of: recordsPath) else { return [:] }
    return (try? JSONDecoder().decode([String: Record].self, from: Data(bytes))) ?? [:]
  }

  private func save(
    _ record: Record,
    of desktop: DesktopTools.Wallpaper
  ) throws(WallpaperFailure) {
    var records = records
    records[desktop.rawValue] = record
    try save(records)
  }

  private func save(_ records: [String: Record]) throws(WallpaperFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    // Texts can always be encoded.
    let data = (try? encoder.encode(records)) ?? Data()
    do throws(FileSystem.Failure) {
      try FileSystem.replace(recordsPath, with: Array(data), mode: 0o600)
    } catch {
      throw .problem(Problem(.save, .init(error)))
    }
  }
}

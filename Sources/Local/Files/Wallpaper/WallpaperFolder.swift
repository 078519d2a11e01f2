import Disk
import Glibc
import Model
import Platform

/// The folder of the files that desktops show as wallpapers.
///
/// A desktop reads its file again at the next login. Each file has a new name, since desktops don't
/// notice new contents under an old name. The current and the former file of each desktop are kept,
/// and those that a monitor may still show; others that imagefeed has made are removed.
package struct WallpaperFolder: Sendable {
  private typealias Record = WallpaperRecords.Record

  /// The permission to change the folder, which one program has at a time.
  package struct FolderLock: Sendable {
    fileprivate let lock: FileLock
    package func release() { lock.release() }
  }

  package let folder: String

  private let onSetAside: @Sendable (_ path: String) -> Void

  /// The name of a link to the file that was set last, for configurations of window managers.
  package static let link = "current"
  /// The record of files whose path was only printed.
  private static let printed = "print"
  /// The pause between attempts to lock the folder.
  private static let retryPause = Duration.milliseconds(100)

  /// - Parameter onSetAside: called with the new path of a damaged file of records.
  package init(folder: String, onSetAside: @escaping @Sendable (_ path: String) -> Void = { _ in })
  {
    self.folder = folder
    self.onSetAside = onSetAside
  }

  /// Waits until no other program changes the folder.
  ///
  /// - Parameter onWait: called once if another program does.
  package func lock(onWait: () -> Void = {}) async throws(Problem) -> FolderLock {
    try FileSystem.attempt(.wallpaper, FileSystem.createFolder(folder, mode: 0o700))
    var isReported = false
    while true {
      switch FileLock.acquire(folder + "/lock") {
      case .acquired(let lock): return FolderLock(lock: lock)
      case .impossible: throw Problem(.wallpaper, .init(errno: errno, path: folder + "/lock"))
      case .busy:
        if !isReported { onWait() }
        isReported = true
        do { try await Task.sleep(for: Self.retryPause) } catch {
          let cancelled = FileSystem.Failure(code: ECANCELED, path: folder)
          throw Problem(.wallpaper, .init(cancelled, of: folder))
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
    return WallpaperRecords.prefix + name + (width.map { ".\($0)" } ?? "") + ".jpg"
  }

  /// Records a file that is about to be made.
  ///
  /// If the program is killed before the file is set, a later call removes it.
  package func register(_ name: String) throws(Problem) {
    var records = try records()
    records.add(name)
    try save(records)
  }

  /// Copies a file of the user.
  ///
  /// - Parameter type: the end of the new name.
  /// - Returns: the new name, which tells contents apart.
  package func copy(_ path: String, type: String) async throws(Problem) -> String {
    let hash = try await BlockingWork.run { () throws(Problem) in
      try FileSystem.attempt(.wallpaper, FileSystem.hash(of: path).hash)
    }
    let name = WallpaperRecords.prefix + hash.prefix(16) + "." + type
    try register(name)
    try FileSystem.attempt(.wallpaper, place(path, as: name, isLinked: false))
    return name
  }

  /// Adds a file of the gallery without copying it, if the file system allows that.
  package func add(_ path: String, named name: String) throws(Problem) {
    try register(name)
    try FileSystem.attempt(.wallpaper, place(path, as: name, isLinked: true))
  }

  /// Copies or links a file into the folder.
  ///
  /// - Parameter isLinked: Whether the file is linked if the file system allows that.
  private func place(
    _ source: String,
    as name: String,
    isLinked: Bool
  ) throws(FileSystem.Failure) {
    let part = path(of: name + ".part")
    unlink(part)
    if !isLinked || Glibc.link(source, part) != 0 {
      let file = Glibc.open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw .init(code: errno, path: part) }
      defer { close(file) }
      try FileSystem.copy(source, into: file, at: part)
    }
    try FileSystem.move(part, to: path(of: name))
    // A rename from one name of a file to another does nothing.
    unlink(part)
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
    var records = try WallpaperFailure.attempt(records())
    let old = records.desktops[desktop.id.rawValue] ?? Record()
    let reported = await desktop.read()
    let before = reported ?? setting(old.file)
    // Showing a file again doesn't replace anything. A change that has failed doesn't, either.
    let isSame = Record.has(name, before) || reported == nil && old.uncertain != nil
    records.add(name)
    let new = Record(file: name, former: isSame ? old.former : before)
    try await change(desktop, reported, &records, from: old, during: new, to: new) {
      () throws(WallpaperFailure) in
      try await desktop.set(path(of: name))
    }
  }

  /// Brings back the desktop's setting before the last one.
  ///
  /// A second call reverts the first. The caller holds the folder.
  package func undo(on desktop: DesktopWallpaper) async throws(WallpaperFailure) {
    var records = try WallpaperFailure.attempt(records())
    let old = records.desktops[desktop.id.rawValue] ?? Record()
    guard let former = old.former else { throw .noFormer(desktop: desktop.name) }
    let reported = await desktop.read()
    let path = former[Self.pathKey]
    if let path, RegularFile.size(of: path) == nil { throw .noFormer(desktop: desktop.name) }
    // The former picture may be one of the user's.
    let file = FileSystem.names(in: folder).first { name in
      name.hasPrefix(WallpaperRecords.prefix) && Record.has(name, former)
    }
    let new = Record(file: file, former: reported ?? setting(old.file))
    // Another attempt brings back the same setting.
    try await change(desktop, reported, &records, from: old, during: old, to: new) {
      () throws(WallpaperFailure) in
      if let path { try await desktop.set(path) } else { try await desktop.restore(former) }
    }
  }

  /// Changes a desktop and its record.
  ///
  /// Until the change is complete, the record has all files that a monitor may show. This includes
  /// the time after this program was killed.
  ///
  /// - Parameters:
  ///   - reported: the desktop's setting before the change; `nil` if it doesn't report that.
  ///   - draft: the record that remains if the change may be incomplete.
  private func change(
    _ desktop: DesktopWallpaper,
    _ reported: [String: String]?,
    _ records: inout WallpaperRecords,
    from old: Record,
    during draft: Record,
    to new: Record,
    _ body: () async throws(WallpaperFailure) -> Void
  ) async throws(WallpaperFailure) {
    let key = desktop.id.rawValue
    records.desktops[key] = draft
    records.desktops[key]?.uncertain = old.shown
    try WallpaperFailure.attempt(save(records))
    do throws(WallpaperFailure) { try await body() } catch {
      let isUnchanged =
        if let reported { await desktop.read() == reported } else { desktop.hasRefused(error) }
      if isUnchanged { records.desktops[key] = old }
      removeOthers(&records)
      throw error
    }
    records.desktops[key] = new
    point(to: new.file)
    removeOthers(&records)
  }

  /// Keeps a file whose path is printed, until two other paths were printed.
  ///
  /// The caller holds the folder.
  package func savePrinted(_ name: String) throws(Problem) {
    var records = try records()
    let old = records.desktops[Self.printed]?.file
    records.add(name)
    if old != name {
      records.desktops[Self.printed] = Record(file: name, former: setting(old))
    }
    try save(records)
    removeOthers(&records)
  }

  /// Returns the name of the file that was set or printed last.
  ///
  /// - Parameter desktop: `nil` for printed files.
  package func lastFile(of desktop: DesktopTools.Wallpaper?) throws(Problem) -> String? {
    try records().desktops[desktop?.rawValue ?? Self.printed]?.file
  }

  /// The key of a setting that is only the path of a file.
  private static let pathKey = "path"

  /// Returns a setting that is only a file; `nil` without a file.
  private func setting(_ file: String?) -> [String: String]? {
    file.map { [Self.pathKey: path(of: $0)] }
  }

  private func point(to name: String?) {
    let link = path(of: Self.link)
    let new = link + ".new"
    var status = stat()
    // A file of the user isn't replaced.
    if lstat(link, &status) == 0, status.st_mode & S_IFMT != S_IFLNK { return }
    unlink(new)
    guard let name, symlink(name, new) == 0, rename(new, link) == 0 else {
      // A link to another picture than the one that is shown would mislead.
      unlink(new)
      unlink(link)
      return
    }
  }

  /// Removes the files that imagefeed has made and that no desktop needs, and saves the records.
  ///
  /// Nothing is removed if the folder is a symbolic link, since that may lead to files of the user.
  /// A failure leaves the records and files for the next call.
  private func removeOthers(_ records: inout WallpaperRecords) {
    let directory = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if directory >= 0 {
      defer { close(directory) }
      for name in records.removeOthers() {
        // A killed program may have left an unfinished file.
        for entry in [name, name + ".part", "." + name + ".part"] {
          var status = stat()
          guard fstatat(directory, entry, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFREG
          else { continue }
          unlinkat(directory, entry, 0)
        }
      }
    }
    try? save(records)
  }

  // MARK: Records

  private var recordsPath: String { path(of: "wallpapers.json") }

  private func records() throws(Problem) -> WallpaperRecords {
    try FileSystem.attempt(.wallpaper, WallpaperRecords(recordsPath, onSetAside: onSetAside))
  }

  private func save(_ records: WallpaperRecords) throws(Problem) {
    try FileSystem.attempt(.wallpaper, records.save(to: recordsPath))
  }
}

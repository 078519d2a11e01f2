import Files
import Model
import ServiceAPI

/// A change of the desktop's wallpaper, by the program or by the command.
///
/// Only one program changes the wallpaper at a time.
package struct WallpaperChange: Sendable {
  private let downloads: DownloadCoordinator
  private let folder: WallpaperFolder
  private let environment: [String: String]
  private let desktop: DesktopWallpaper?
  private let isShown: Bool
  private let lock: WallpaperFolder.FolderLock

  /// Begins a change, as soon as no other program changes the wallpaper.
  ///
  /// - Parameters:
  ///   - environment: The environment of the desktop's programs.
  ///   - isShown: Whether the desktop is changed; otherwise only a file is made.
  ///   - onWait: Called if another program is changing the wallpaper.
  package init(
    _ downloads: DownloadCoordinator,
    _ folder: WallpaperFolder,
    environment: [String: String],
    isShown: Bool = true,
    onWait: () -> Void = {}
  ) async throws(WallpaperFailure) {
    do throws(WallpaperFailure) { desktop = try DesktopWallpaper(environment: environment) } catch {
      if isShown { throw error }
      desktop = nil
    }
    do throws(Problem) { lock = try await folder.lock(onWait: onWait) } catch {
      throw .problem(error)
    }
    self.downloads = downloads
    self.folder = folder
    self.environment = environment
    self.isShown = isShown
  }

  /// Lets other programs change the wallpaper.
  package func end() { lock.release() }

  /// Returns the monitors in use; none if they aren't known.
  package func monitors() async -> [Monitor] {
    await Monitor.all(of: desktop, environment: environment)
  }

  /// Returns the name of the file that was set or printed last.
  package func lastFile() throws(Problem) -> String? {
    try folder.lastFile(of: isShown ? desktop?.id : nil)
  }

  /// Makes the file of a photo: from the gallery's file, or by a download in the size of the
  /// monitors.
  ///
  /// - Returns: The file's name.
  package func file(
    of photo: Photo,
    on monitors: [Monitor],
    _ observe: @escaping DownloadObserver = { _ in }
  ) async throws(Problem) -> String {
    let entry = try? await downloads.galleryEntry(of: photo.id)
    if let entry {
      let path = downloads.gallery + "/" + entry.fileName
      let finding = GalleryFolder.check(path, size: entry.size)
      if finding == .whole {
        let name = WallpaperFolder.name(of: photo, width: nil)
        try folder.add(path, named: name)
        return name
      }
      // Only its own service can send the photo again.
      if photo.id.service != downloads.service.id {
        let isDamaged = finding == .damaged
        throw Problem(.wallpaper, isDamaged ? .truncatedPicture : .missingFile(path: path))
      }
    }
    let width = Self.width(of: photo, on: monitors)
    let (address, nameWidth) = downloads.downloader.address(of: photo, width: width)
    let name = WallpaperFolder.name(of: photo, width: nameWidth)
    // The download was reported when the file was made.
    if folder.has(name) { return name }
    try folder.register(name)
    return try await downloads.reporting(photo, ReportCircuitBreaker(), observe) {
      observe throws(Problem) in
      observe(.requested)
      _ = try await downloads.downloader.download(
        photo,
        to: folder.path(of: name),
        from: address,
        isResumable: false,
        progress: { observe(.progressed($0)) }
      )
      return name
    }
  }

  /// Returns the width in pixels that lets a photo cover the monitors.
  package static func width(of photo: Photo, on monitors: [Monitor]) -> Int {
    Monitor.width(covering: monitors, with: photo.isMeasured ? (photo.width, photo.height) : nil)
  }

  /// Makes a copy of a file of the user.
  ///
  /// - Parameter type: The end of the new name.
  /// - Returns: The copy's name.
  package func copy(_ path: String, type: String) async throws(Problem) -> String {
    try await folder.copy(path, type: type)
  }

  /// Shows a file on the desktop, or records it as printed.
  ///
  /// - Returns: The file's path.
  @discardableResult
  package func show(_ name: String) async throws(WallpaperFailure) -> String {
    if isShown, let desktop {
      try await folder.set(name, on: desktop)
    } else {
      try WallpaperFailure.attempt(folder.savePrinted(name))
    }
    return folder.path(of: name)
  }

  /// Brings back the setting before the last one.
  package func undo() async throws(WallpaperFailure) {
    guard let desktop else { throw .noDesktop }
    try await folder.undo(on: desktop)
  }
}

import Files
import Imaging
import Library
import Model
import Operations
import ServiceAPI
import Storage

/// The place that a wallpaper is taken from.
package enum WallpaperSource: Equatable, Sendable {
  case photo(id: String)
  /// A file of the user.
  case file(String)
  case random(RandomChoice)
  case favourites
  case gallery

  /// Takes an argument for a file if it has a slash or a dot; otherwise `nil`.
  package init?(file argument: String) {
    guard argument.contains("/") || argument.contains(".") else { return nil }
    self = .file(argument)
  }

  /// Whether choosing the photo may need a request to the service.
  package var needsService: Bool {
    switch self {
    case .file, .gallery: false
    case .photo, .random, .favourites: true
    }
  }
}

/// The command that shows photos as the desktop's wallpaper.
package struct WallpaperCommands: Sendable {
  package struct Wallpaper: Equatable, Sendable {
    package var path: String
    /// `nil` for a file of the user.
    package var photo: Photo?
  }

  /// The maximum wait for a download's report after its file is complete.
  private static let reportTimeout = Duration.seconds(5)

  let context: CommandContext
  private let onWait: @Sendable () -> Void
  private let progress: PhotoCommands.Progress
  let choose: @Sendable (_ count: Int) -> Int

  /// - Parameters:
  ///   - onWait: called if another program is setting the wallpaper: this one waits for it.
  ///   - choose: returns a random number below a count.
  package init(
    _ context: CommandContext,
    onWait: @escaping @Sendable () -> Void = {},
    choose: @escaping @Sendable (_ count: Int) -> Int = { Int.random(in: 0..<$0) },
    progress: @escaping PhotoCommands.Progress = { _, _ in }
  ) {
    self.context = context
    self.onWait = onWait
    self.choose = choose
    self.progress = progress
  }

  private var wallpaperFolder: WallpaperFolder { context.wallpapers }

  /// Shows a photo on the desktop.
  ///
  /// - Parameters:
  ///   - orientation: of photos to choose from; by default that of the main screen, if there are
  ///     such photos.
  ///   - isShown: whether the desktop is changed; otherwise the file is only made.
  package func set(
    _ source: WallpaperSource,
    orientation: SearchQuery.Orientation? = nil,
    isShown: Bool = true
  ) async throws(CommandFailure) -> Wallpaper {
    let desktop: DesktopWallpaper?
    do throws(WallpaperFailure) { desktop = try desktopWallpaper() } catch {
      if isShown { throw .wallpaper(error) }
      desktop = nil
    }
    let lock = try await context.ask { () throws(Problem) in
      try await wallpaperFolder.lock(onWait: onWait)
    }
    defer { lock.release() }
    let last = try await context.ask { () throws(Problem) in
      try wallpaperFolder.lastFile(of: isShown ? desktop?.id : nil)
    }
    let (name, photo) = try await file(
      of: source,
      Requirements(
        screens: await Screen.all(of: desktop, environment: context.environment),
        orientation: orientation,
        last: last
      )
    )
    if isShown, let desktop {
      try await attempt { () throws(WallpaperFailure) in
        try await wallpaperFolder.set(name, on: desktop)
      }
    } else {
      try await context.ask { () throws(Problem) in try wallpaperFolder.savePrinted(name) }
    }
    return Wallpaper(path: wallpaperFolder.path(of: name), photo: photo)
  }

  /// Brings back the setting before the last one.
  package func undo() async throws(CommandFailure) {
    let lock = try await context.ask { () throws(Problem) in
      try await wallpaperFolder.lock(onWait: onWait)
    }
    defer { lock.release() }
    try await attempt { () throws(WallpaperFailure) in
      try await wallpaperFolder.undo(on: try desktopWallpaper())
    }
  }

  private func desktopWallpaper() throws(WallpaperFailure) -> DesktopWallpaper {
    try DesktopWallpaper(environment: context.environment)
  }

  private func attempt(
    _ body: () async throws(WallpaperFailure) -> Void
  ) async throws(CommandFailure) {
    do throws(WallpaperFailure) { try await body() } catch { throw .wallpaper(error) }
  }

  // MARK: The file

  /// The requirements for a photo.
  struct Requirements {
    var screens: [Screen]
    /// The user's choice; `nil` if it depends on the screens.
    var orientation: SearchQuery.Orientation?
    /// The name of the file that was used last.
    var last: String?

    /// The orientation of the main screen if there is no choice.
    var preferred: SearchQuery.Orientation {
      orientation ?? Screen.main(of: screens).orientation
    }

    func width(of photo: Photo) -> Int {
      Screen.width(
        covering: screens,
        with: photo.isMeasured ? (photo.width, photo.height) : nil
      )
    }
  }

  private func file(
    of source: WallpaperSource,
    _ requirements: Requirements
  ) async throws(CommandFailure) -> (name: String, photo: Photo?) {
    switch source {
    case .file(let path):
      let type = try Self.type(of: path)
      return (
        try await context.ask { () throws(Problem) in
          try await wallpaperFolder.copy(path, type: type)
        }, nil
      )
    case .photo(let id):
      return try await file(of: Photo.ID(service: context.service.id, value: id), requirements)
    case .random(let choice):
      return try await file(of: try await randomPhoto(choice, requirements), requirements)
    case .favourites:
      let photos = try await favourites()
      guard let photo = pick(from: shuffled(photos), requirements) else {
        throw .noWallpaper(source, requirements.orientation)
      }
      return try await file(of: photo, requirements)
    case .gallery:
      let entries = try await context.read { store throws(StorageError) in
        try await store.gallery()
      }
      let checked = shuffled(entries).map { (entry: $0, finding: finding($0)) }
      let whole = checked.filter { $0.finding == .whole }
      guard let photo = pick(from: whole.map(\.entry.photo), requirements) else {
        for case (_, .unreadable(let cause)) in checked where whole.isEmpty {
          throw .problem(Problem(.gallery, cause))
        }
        throw .noWallpaper(source, requirements.orientation)
      }
      return try await file(of: photo.id, requirements)
    }
  }

  /// Returns the end of the name for a file of the user.
  private static func type(of path: String) throws(CommandFailure) -> String {
    do throws(ImagingError) {
      _ = try JPEG.check(file: path)
      return "jpg"
    } catch {
      switch error {
      case .unsupported(.png): return "png"
      case .unsupported(.webP): return "webp"
      case .unsupported(.avif): return "avif"
      case .unsupported(.jpegXL): return "jxl"
      default: throw .picture(path: path, error)
      }
    }
  }

  private func file(
    of id: Photo.ID,
    _ requirements: Requirements
  ) async throws(CommandFailure) -> (name: String, photo: Photo?) {
    let entry = try? await context.store?.galleryEntry(of: id)
    if let entry, isWhole(entry) {
      let name = WallpaperFolder.name(of: entry.photo, width: nil)
      try await context.ask { () throws(Problem) in
        try wallpaperFolder.add(context.gallery + "/" + entry.fileName, named: name)
      }
      return (name, context.backend.renewed(entry.photo))
    }
    return try await context.ask { () throws(Problem) in
      try await context.withPhoto(id) { photo throws(Problem) in
        (try await download(photo, requirements), photo)
      }
    }
  }

  private func file(
    of photo: Photo,
    _ requirements: Requirements
  ) async throws(CommandFailure) -> (name: String, photo: Photo?) {
    let entry = try? await context.store?.galleryEntry(of: photo.id)
    if let entry, isWhole(entry) { return try await file(of: photo.id, requirements) }
    return try await context.ask { () throws(Problem) in
      (try await download(photo, requirements), photo)
    }
  }

  private func isWhole(_ entry: GalleryEntry) -> Bool { finding(entry) == .whole }

  private func finding(_ entry: GalleryEntry) -> GalleryFolder.Finding {
    GalleryFolder.check(context.gallery + "/" + entry.fileName, size: entry.size)
  }

  /// Downloads a photo in the size of the screens, and reports the download to the service.
  ///
  /// - Returns: the name of the file.
  private func download(_ photo: Photo, _ requirements: Requirements) async throws(Problem)
    -> String
  {
    let service = context.service
    let original = service.original(of: photo)
    let sized = service.sized(
      photo.picture,
      width: requirements.width(of: photo),
      native: photo.width
    )
    let address = sized ?? original
    let isOriginal = address.url == original.url
    let name = WallpaperFolder.name(of: photo, width: isOriginal ? nil : address.width)
    // The download was reported when the file was made.
    if wallpaperFolder.has(name) { return name }
    try wallpaperFolder.register(name)
    let breaker = ReportCircuitBreaker(timeout: Self.reportTimeout)
    let report = context.coordinator?.report(of: photo, breaker)
    report?.begin()
    let downloader = PhotoDownloader(service: service, transport: context.transport)
    _ = try await downloader.download(
      photo,
      to: wallpaperFolder.path(of: name),
      from: address,
      isResumable: false,
      progress: { [progress] in progress(photo.id.value, $0) }
    )
    if let report, await !report.isDone() { await context.coordinator?.addPendingReport(photo) }
    return name
  }
}

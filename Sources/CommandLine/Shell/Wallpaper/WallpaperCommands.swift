import EffectHandling
import Files
import Imaging
import Localization
import Model
import ServiceAPI
import Storage

/// The place that a wallpaper is taken from.
enum WallpaperSource: Equatable, Sendable {
  case photo(id: String)
  /// A file of the user.
  case file(String)
  case random(RandomChoice)
  case favourites
  case gallery

  /// Whether choosing the photo may need a request to the service.
  var needsService: Bool {
    switch self {
    case .file, .gallery: false
    case .photo, .random, .favourites: true
    }
  }
}

/// The command that shows photos as the desktop's wallpaper.
struct WallpaperCommands: Sendable {
  struct Wallpaper: Equatable, Sendable {
    var path: String
    /// `nil` for a file of the user.
    var photo: Photo?
  }

  let context: CommandContext
  private let onWait: @Sendable () -> Void
  private let observe: PhotoCommands.Observer
  let choose: @Sendable (_ count: Int) -> Int

  /// - Parameters:
  ///   - onWait: called if another program is setting the wallpaper: this one waits for it.
  ///   - choose: returns a random number below a count.
  init(
    _ context: CommandContext,
    onWait: @escaping @Sendable () -> Void = {},
    choose: @escaping @Sendable (_ count: Int) -> Int = { Int.random(in: 0..<$0) },
    observe: @escaping PhotoCommands.Observer = { _, _ in }
  ) {
    self.context = context
    self.onWait = onWait
    self.choose = choose
    self.observe = observe
  }

  /// Shows a photo on the desktop.
  ///
  /// - Parameters:
  ///   - orientation: of photos to choose from; by default that of the main monitor, if there are
  ///     such photos.
  ///   - isShown: whether the desktop is changed; otherwise the file is only made.
  func set(
    _ source: WallpaperSource,
    orientation: SearchQuery.Orientation? = nil,
    isShown: Bool = true
  ) async throws(ShellMessage) -> Wallpaper {
    let change = try await begin(isShown: isShown)
    defer { change.end() }
    let last = try await context.ask { () throws(Problem) in try change.lastFile() }
    let (name, photo) = try await file(
      of: source,
      Requirements(monitors: await change.monitors(), orientation: orientation, last: last),
      change
    )
    let path = try await attempt { () throws(WallpaperFailure) in try await change.show(name) }
    return Wallpaper(path: path, photo: photo)
  }

  /// Brings back the setting before the last one.
  func undo() async throws(ShellMessage) {
    let change = try await begin(isShown: true)
    defer { change.end() }
    try await attempt { () throws(WallpaperFailure) in try await change.undo() }
  }

  private func begin(isShown: Bool) async throws(ShellMessage) -> WallpaperChange {
    try await attempt { () throws(WallpaperFailure) in
      try await WallpaperChange(
        context.downloads,
        context.wallpapers,
        environment: context.environment,
        isShown: isShown,
        onWait: onWait
      )
    }
  }

  private func attempt<Value: Sendable>(
    _ body: () async throws(WallpaperFailure) -> Value
  ) async throws(ShellMessage) -> Value {
    do throws(WallpaperFailure) { return try await body() } catch { throw .wallpaper(error) }
  }

  // MARK: The file

  /// The requirements for a photo.
  struct Requirements {
    var monitors: [Monitor]
    /// The user's choice; `nil` if it depends on the monitors.
    var orientation: SearchQuery.Orientation?
    /// The name of the file that was used last.
    var last: String?

    /// The orientation of the main monitor if there is no choice.
    var preferred: SearchQuery.Orientation {
      orientation ?? Monitor.main(of: monitors).orientation
    }

    func width(of photo: Photo) -> Int { WallpaperChange.width(of: photo, on: monitors) }
  }

  /// Makes the file in a change, and returns its name, with the photo unless it is a file of the
  /// user.
  private func file(
    of source: WallpaperSource,
    _ requirements: Requirements,
    _ change: WallpaperChange
  ) async throws(ShellMessage) -> (name: String, photo: Photo?) {
    let photo: Photo
    switch source {
    case .file(let path):
      let type = try Self.type(of: path)
      let name = try await context.ask { () throws(Problem) in
        try await change.copy(path, type: type)
      }
      return (name, nil)
    case .photo(let id):
      let id = Photo.ID(service: context.service.id, value: id)
      let entry = try? await context.store?.galleryEntry(of: id)
      let known = entry.flatMap { finding($0) == .whole ? context.backend.renewed($0.photo) : nil }
      return try await context.ask { () throws(Problem) in
        try await context.withPhoto(id, known: known) { photo throws(Problem) in
          (try await file(of: photo, requirements, change), photo)
        }
      }
    case .random(let choice):
      photo = try await randomPhoto(choice, requirements)
    case .favourites:
      let picked = pick(from: shuffled(try await favourites()), requirements)
      guard let picked else { throw .noFavourites(requirements.orientation) }
      photo = picked
    case .gallery:
      let entries = try await context.read { store throws(StorageError) in
        try await store.gallery()
      }
      let checked = shuffled(entries).map { (entry: $0, finding: finding($0)) }
      let whole = checked.filter { $0.finding == .whole }
      guard let picked = pick(from: whole.map(\.entry.photo), requirements) else {
        for case (_, .unreadable(let cause)) in checked where whole.isEmpty {
          throw .problem(Problem(.gallery, cause))
        }
        throw .noGalleryPhotos(requirements.orientation)
      }
      photo = context.backend.renewed(picked)
    }
    return try await context.ask { () throws(Problem) in
      (try await file(of: photo, requirements, change), photo)
    }
  }

  private func file(
    of photo: Photo,
    _ requirements: Requirements,
    _ change: WallpaperChange
  ) async throws(Problem) -> String {
    try await change.file(of: photo, on: requirements.monitors) { [observe] event in
      observe(event, photo.id.value)
    }
  }

  private func finding(_ entry: GalleryEntry) -> GalleryFolder.Finding {
    GalleryFolder.check(context.gallery + "/" + entry.fileName, size: entry.size)
  }

  /// Returns the end of the name for a file of the user.
  private static func type(of path: String) throws(ShellMessage) -> String {
    do throws(ImagingError) {
      _ = try JPEG.check(file: path)
      return "jpg"
    } catch {
      switch error {
      case .unsupported(.png): return "png"
      case .unsupported(.webP): return "webp"
      case .unsupported(.avif): return "avif"
      case .unsupported(.jpegXL): return "jxl"
      case .notAJPEG, .unsupported: throw .notAWallpaper(path: path)
      default: throw error.failure(path)
      }
    }
  }
}

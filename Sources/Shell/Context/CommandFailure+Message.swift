import Files
import Imaging
import Localization

extension CommandFailure {
  /// Returns the message to print.
  ///
  /// - Parameter id: The photo that the failure concerns.
  func message(about id: String? = nil) -> ShellMessage {
    switch self {
    case .problem(let problem): id.map { .about(id: $0, problem) } ?? .problem(problem)
    case .notConfigured(let path): .notConfigured(path: path)
    case .notCached: .notCached
    case .notSignedIn: .notSignedIn
    case .noSignIn: .noSignIn
    case .noToken: .noToken
    case .refusedToken: .refusedToken
    case .noAlbums(let service): .noAlbums(service: service)
    case .notAnID(let text): .notAnID(text)
    case .notInGallery(let id): .notInGallery(id: id)
    case .damagedFile(let path): .damagedFile(path: path)
    case .missingFile(let path): .missingFile(path: path)
    case .picture(let path, .notAJPEG), .picture(let path, .unsupported): .notAWallpaper(path: path)
    case .picture(let path, let error): .commandLine(error.message(path))
    case .wallpaper(.noDesktop): .noDesktop
    case .wallpaper(.noProgram(let program, let desktop)):
      .noWallpaperProgram(program, desktop: desktop)
    case .wallpaper(.failed(let program, let message)):
      .wallpaperProgramFailed(program, message: message)
    case .wallpaper(.timedOut(let program)): .wallpaperProgramTimedOut(program)
    case .wallpaper(.noFormer(let desktop)): .noFormerWallpaper(desktop: desktop)
    case .wallpaper(.problem(let problem)): .problem(problem)
    case .noWallpaper(.favourites, let orientation):
      .noFavourites(isFiltered: orientation != nil)
    case .noWallpaper(_, let orientation): .noGalleryPhotos(isFiltered: orientation != nil)
    case .foreignFolder(let path): .foreignFolder(path: path)
    case .noPhotos: .noPhotos
    }
  }
}

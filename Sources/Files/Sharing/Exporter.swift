import Glibc
import Model

/// The export of photo files to programs of the user's desktop.
///
/// Each program gets the file as a separate argument. No shell is involved.
package struct Exporter: Sendable {
  private let environment: [String: String]
  private let runner: ProgramRunner
  private let wallpaperTimeout: Duration

  /// Creates an exporter.
  ///
  /// - Parameters:
  ///   - environment: The environment of the programs, including the PATH to search.
  ///   - watchDuration: The time within which a program may fail.
  ///   - wallpaperTimeout: The time after which a program that sets the wallpaper is ended.
  package init(
    environment: [String: String],
    watchDuration: Duration = .seconds(2),
    wallpaperTimeout: Duration = DesktopWallpaper.timeout
  ) {
    self.environment = environment
    self.wallpaperTimeout = wallpaperTimeout
    runner = ProgramRunner(environment: environment, watchDuration: watchDuration)
  }

  /// Returns the available desktop tools, and the missing programs of custom commands.
  package func tools(for commands: [ShareCommand] = []) -> DesktopTools {
    DesktopTools(
      clipboard: clipboard,
      wallpaper: wallpaper,
      canMail: runner.finds("xdg-email"),
      canView: runner.finds("xdg-open"),
      missing: Set(commands.map(\.program)).filter { !runner.finds($0) }
    )
  }

  /// The clipboard program of the session's type.
  ///
  /// Each requires its display server.
  private var clipboard: DesktopTools.Clipboard? {
    if isSet("WAYLAND_DISPLAY"), runner.finds(DesktopTools.Clipboard.wayland.rawValue) {
      return .wayland
    }
    if isSet("DISPLAY"), runner.finds(DesktopTools.Clipboard.x11.rawValue) { return .x11 }
    return nil
  }

  /// The desktop whose wallpaper can be set.
  private var wallpaper: DesktopTools.Wallpaper? {
    (try? DesktopWallpaper(runner, limit: wallpaperTimeout))?.id
  }

  private func isSet(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

  // MARK: Actions

  /// Copies the image itself to the clipboard.
  package func copyPicture(_ path: String) async throws(Problem) {
    switch clipboard {
    case .wayland: try await run(["wl-copy", "--type", "image/jpeg"], input: path)
    case .x11:
      try await run(["xclip", "-selection", "clipboard", "-t", "image/jpeg", "-i", path])
    case nil: throw Problem(.export, .noProgram(name: "wl-copy, xclip"))
    }
  }

  /// Opens a new mail with the file attached.
  package func mail(_ path: String) async throws(Problem) {
    try await run(["xdg-email", "--attach", path])
  }

  /// Opens the file in the desktop's viewer.
  package func view(_ path: String) async throws(Problem) {
    try await run(["xdg-open", path])
  }

  package func setWallpaper(_ path: String) async throws(Problem) {
    do throws(WallpaperFailure) {
      try await DesktopWallpaper(runner, limit: wallpaperTimeout).set(path)
    } catch {
      switch error {
      case .problem(let problem): throw problem
      case .noProgram(let name, _): throw Problem(.export, .noProgram(name: name))
      case .failed(let program, _), .timedOut(let program):
        throw Problem(.export, .commandFailed(command: program))
      case .noDesktop, .noFormer: throw Problem(.export, .noProgram(name: "feh"))
      }
    }
  }

  /// Runs a custom command.
  ///
  /// - Returns: Whether it has ended. A command that is still running may fail later.
  package func run(_ command: [String], named name: String) async throws(Problem) -> Bool {
    switch await runner.run(command) {
    case .works: return true
    case .runs: return false
    case .failed: throw Problem(.export, .commandFailed(command: name))
    case .missing: throw Problem(.export, .noProgram(name: command.first ?? name))
    }
  }

  private func run(_ command: [String], input: String? = nil) async throws(Problem) {
    let name = command.first ?? ""
    switch await runner.run(command, input: input) {
    case .works, .runs: return
    case .failed: throw Problem(.export, .commandFailed(command: name))
    case .missing: throw Problem(.export, .noProgram(name: name))
    }
  }
}

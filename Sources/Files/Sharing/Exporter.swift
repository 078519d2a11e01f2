import Glibc
import Model

/// Hands photographs' files to the programs of the person's desktop.
///
/// Each gets its file as an argument of its own; no shell is in between.
package struct Exporter: Sendable {
  private let environment: [String: String]
  private let runner: ProgramRunner
  private let wallpaperLimit: Duration

  /// - Parameters:
  ///   - environment: what the programs get, and where they are looked up.
  ///   - watchDuration: the time within which a program may fail.
  ///   - wallpaperLimit: the time after which a program that sets the wallpaper is ended.
  package init(
    environment: [String: String],
    watchDuration: Duration = .seconds(2),
    wallpaperLimit: Duration = DesktopWallpaper.limit
  ) {
    self.environment = environment
    self.wallpaperLimit = wallpaperLimit
    runner = ProgramRunner(environment: environment, watchDuration: watchDuration)
  }

  /// What of the desktop is there, and what of the person's own commands.
  package func tools(for commands: [ShareCommand] = []) -> DesktopTools {
    DesktopTools(
      clipboard: clipboard,
      wallpaper: wallpaper,
      canMail: runner.finds("xdg-email"),
      canView: runner.finds("xdg-open"),
      missing: Set(commands.map(\.program)).filter { !runner.finds($0) }
    )
  }

  /// The program of the session's own kind first; neither works without its server.
  private var clipboard: DesktopTools.Clipboard? {
    if isSet("WAYLAND_DISPLAY"), runner.finds(DesktopTools.Clipboard.wayland.rawValue) {
      return .wayland
    }
    if isSet("DISPLAY"), runner.finds(DesktopTools.Clipboard.x11.rawValue) { return .x11 }
    return nil
  }

  /// The desktop whose wallpaper can be set.
  private var wallpaper: DesktopTools.Wallpaper? {
    (try? DesktopWallpaper(runner, limit: wallpaperLimit))?.id
  }

  private func isSet(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

  // MARK: Doing it

  /// Puts the picture itself into the clipboard.
  package func copyPicture(_ path: String) async throws(Problem) {
    switch clipboard {
    case .wayland: try await run(["wl-copy", "--type", "image/jpeg"], input: path)
    case .x11:
      try await run(["xclip", "-selection", "clipboard", "-t", "image/jpeg", "-i", path])
    case nil: throw Problem(.export, .noProgram(name: "wl-copy, xclip"))
    }
  }

  /// Begins a letter with the file attached.
  package func mail(_ path: String) async throws(Problem) {
    try await run(["xdg-email", "--attach", path])
  }

  /// Opens the file in the desktop's viewer.
  package func view(_ path: String) async throws(Problem) {
    try await run(["xdg-open", path])
  }

  package func setWallpaper(_ path: String) async throws(Problem) {
    do throws(WallpaperFailure) {
      try await DesktopWallpaper(runner, limit: wallpaperLimit).set(path)
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

  /// Runs a command of the person's own.
  ///
  /// - Returns: whether it has ended; one that has not may still fail.
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

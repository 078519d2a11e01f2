import Glibc
import Model

/// Passes photo files to programs of the user's desktop.
///
/// Each program gets the file as a separate argument. No shell is involved.
package struct PhotoSharer: Sendable {
  /// The environment of the programs, including the PATH to search.
  package let environment: [String: String]
  private let runner: ProgramRunner

  /// Creates an sharer.
  ///
  /// - Parameter watchDuration: The time within which a program may fail.
  package init(environment: [String: String], watchDuration: Duration = .seconds(2)) {
    self.environment = environment
    runner = ProgramRunner(environment: environment, watchDuration: watchDuration)
  }

  /// Returns the available desktop tools, and the missing programs of custom commands.
  package func tools(for commands: [ShareCommand] = []) -> DesktopTools {
    DesktopTools(
      clipboard: clipboard,
      wallpaper: (try? DesktopWallpaper(environment: environment))?.id,
      display: isSet("WAYLAND_DISPLAY") ? .wayland : isSet("DISPLAY") ? .x11 : nil,
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

  private func isSet(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

  // MARK: Actions

  /// Copies the image itself to the clipboard.
  package func copyPicture(_ path: String) async throws(Problem) {
    switch clipboard {
    case .wayland: try await run(["wl-copy", "--type", "image/jpeg"], input: path)
    case .x11:
      try await run(["xclip", "-selection", "clipboard", "-t", "image/jpeg", "-i", path])
    case nil: throw Problem(.share, .noProgram(name: "wl-copy, xclip"))
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

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - name: The command's name in problems; `nil` for the program's.
  ///   - input: The path of a file to read as standard input; `nil` for none.
  /// - Returns: Whether it has ended. A command that is still running may fail later.
  @discardableResult
  package func run(
    _ command: [String],
    named name: String? = nil,
    input: String? = nil
  ) async throws(Problem) -> Bool {
    let program = command.first ?? ""
    switch await runner.run(command, input: input) {
    case .works: return true
    case .runs: return false
    case .failed: throw Problem(.share, .commandFailed(command: name ?? program))
    case .missing: throw Problem(.share, .noProgram(name: program))
    }
  }
}

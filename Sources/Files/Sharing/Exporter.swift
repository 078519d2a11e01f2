import Glibc
import Model

/// Passes photo files to programs of the user's desktop.
///
/// Each program gets the file as a separate argument. No shell is involved.
package struct Exporter: Sendable {
  private let environment: [String: String]
  private let runner: ProgramRunner

  /// Creates an exporter.
  ///
  /// - Parameters:
  ///   - environment: The environment of the programs, including the PATH to search.
  ///   - watchDuration: The time within which a program may fail.
  package init(environment: [String: String], watchDuration: Duration = .seconds(2)) {
    self.environment = environment
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

  /// The wallpaper program of the running desktop; feh if none is known.
  private var wallpaper: DesktopTools.Wallpaper? {
    let desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").uppercased().split(separator: ":")
    var candidates: [DesktopTools.Wallpaper] = []
    for desktop in desktops {
      switch desktop {
      case "GNOME", "UNITY", "BUDGIE": candidates.append(.gnome)
      case "KDE": candidates.append(.kde)
      case "XFCE": candidates.append(.xfce)
      case "SWAY": candidates.append(.sway)
      default: break
      }
    }
    if isSet("SWAYSOCK") { candidates.append(.sway) }
    if isSet("DISPLAY") { candidates.append(.feh) }
    return candidates.first { runner.finds($0.rawValue) }
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
    switch wallpaper {
    case .gnome:
      let address = "file://" + Self.escaped(path)
      let schema = "org.gnome.desktop.background"
      try await run(["gsettings", "set", schema, "picture-uri", address])
      // Since GNOME 42 the dark style has a separate wallpaper. Older versions don't have this key.
      _ = await runner.run(["gsettings", "set", schema, "picture-uri-dark", address])
    case .kde: try await run(["plasma-apply-wallpaperimage", path])
    case .xfce: try await setXfceWallpaper(path)
    case .sway:
      // sway splits its argument into words itself.
      try await run(["swaymsg", "output * bg \(Self.quotedForSway(path)) fill"])
    case .feh: try await run(["feh", "--bg-fill", path])
    case nil: throw Problem(.export, .noProgram(name: "feh"))
    }
  }

  /// Sets the wallpaper of Xfce, which has a property for every screen and workspace.
  private func setXfceWallpaper(_ path: String) async throws(Problem) {
    let channel = ["xfconf-query", "-c", "xfce4-desktop"]
    let list = await runner.output(of: channel + ["-l"]) ?? ""
    let properties = list.split(separator: "\n").filter { $0.hasSuffix("/last-image") }
    guard !properties.isEmpty else {
      throw Problem(.export, .commandFailed(command: "xfconf-query"))
    }
    for property in properties {
      try await run(channel + ["-p", String(property), "-s", path])
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

  /// Quotes a path for sway's configuration syntax.
  private static func quotedForSway(_ path: String) -> String {
    "\"" + path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Escapes a path for a URL (RFC 3986, 3.3).
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

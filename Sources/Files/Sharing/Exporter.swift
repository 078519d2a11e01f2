import Glibc
import Model

/// Hands photographs' files to the programs of the person's desktop.
///
/// Each gets its file as an argument of its own; no shell is in between.
package struct Exporter: Sendable {
  private let environment: [String: String]
  private let runner: ProgramRunner

  /// - Parameters:
  ///   - environment: what the programs get, and where they are looked up.
  ///   - watchDuration: how long a program is watched for a failure; one that still runs has not failed.
  package init(environment: [String: String], watchDuration: Duration = .seconds(2)) {
    self.environment = environment
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

  /// The desktop that runs, as it names itself; feh where there is none that has a say.
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
    switch wallpaper {
    case .gnome:
      let address = "file://" + Self.escaped(path)
      let schema = "org.gnome.desktop.background"
      try await run(["gsettings", "set", schema, "picture-uri", address])
      // Since GNOME 42 the dark style has a wallpaper of its own; older ones do not know the key.
      _ = await runner.run(["gsettings", "set", schema, "picture-uri-dark", address])
    case .kde: try await run(["plasma-apply-wallpaperimage", path])
    case .xfce: try await setXfceWallpaper(path)
    case .sway:
      // sway takes its words apart itself.
      try await run(["swaymsg", "output * bg \(Self.quotedForSway(path)) fill"])
    case .feh: try await run(["feh", "--bg-fill", path])
    case nil: throw Problem(.export, .noProgram(name: "feh"))
    }
  }

  /// Every screen and workspace of Xfce has a property of its own.
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

  /// Quotes a path as sway's configuration does.
  private static func quotedForSway(_ path: String) -> String {
    "\"" + path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// A path as a part of an address (RFC 3986, 3.3).
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

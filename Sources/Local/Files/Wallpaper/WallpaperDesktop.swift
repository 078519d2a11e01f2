import Model

/// A desktop whose wallpaper can be set: a row of the one table of desktops.
struct WallpaperDesktop: Sendable {
  /// The sessions that a row is for.
  enum Session: Sendable {
    /// - Parameters:
    ///   - names: as in `XDG_CURRENT_DESKTOP`, in capitals.
    ///   - variable: set in such sessions only; `nil` if there is none.
    case desktop(names: Set<String>, variable: String? = nil)
    /// Any other window manager of X11.
    case x11
  }

  let id: DesktopTools.Wallpaper
  /// The name for messages.
  let name: String
  let session: Session
  /// The program that sets the wallpaper.
  let program: String
  let background: any Background
  /// The query to the desktop for its monitors; `nil` if X11 or the kernel is queried.
  var monitors: MonitorQuery?

  /// The table, in the order of search: the first row is used that fits and whose program exists.
  static let all = [
    WallpaperDesktop(
      id: .gnome,
      name: "GNOME",
      session: .desktop(names: ["GNOME", "UNITY", "BUDGIE", "PANTHEON"]),
      program: "gsettings",
      background: GSettingsBackground(
        schema: "org.gnome.desktop.background",
        key: "picture-uri",
        darkKey: "picture-uri-dark"
      ),
      monitors: .mutter
    ),
    WallpaperDesktop(
      id: .cinnamon,
      name: "Cinnamon",
      session: .desktop(names: ["X-CINNAMON", "CINNAMON"]),
      program: "gsettings",
      background: GSettingsBackground(
        schema: "org.cinnamon.desktop.background",
        key: "picture-uri"
      )
    ),
    WallpaperDesktop(
      id: .mate,
      name: "MATE",
      session: .desktop(names: ["MATE"]),
      program: "gsettings",
      background: GSettingsBackground(
        schema: "org.mate.background",
        key: "picture-filename",
        hasURLs: false
      )
    ),
    WallpaperDesktop(
      id: .kde,
      name: "KDE Plasma",
      session: .desktop(names: ["KDE"]),
      program: "dbus-send",
      background: PlasmaBackground(),
      monitors: .kscreen
    ),
    WallpaperDesktop(
      id: .xfce,
      name: "Xfce",
      session: .desktop(names: ["XFCE"]),
      program: "xfconf-query",
      background: XfceBackground()
    ),
    WallpaperDesktop(
      id: .lxqt,
      name: "LXQt",
      session: .desktop(names: ["LXQT"]),
      program: "pcmanfm-qt",
      background: CommandBackground {
        ["pcmanfm-qt", "--set-wallpaper=" + $0, "--wallpaper-mode=zoom"]
      }
    ),
    WallpaperDesktop(
      id: .lxde,
      name: "LXDE",
      session: .desktop(names: ["LXDE"]),
      program: "pcmanfm",
      background: CommandBackground {
        ["pcmanfm", "--set-wallpaper=" + $0, "--wallpaper-mode=crop"]
      }
    ),
    WallpaperDesktop(
      id: .sway,
      name: "sway",
      session: .desktop(names: ["SWAY"], variable: "SWAYSOCK"),
      program: "swaymsg",
      background: SwayBackground(),
      monitors: .sway
    ),
    WallpaperDesktop(
      id: .hyprland,
      name: "Hyprland",
      session: .desktop(names: ["HYPRLAND"], variable: "HYPRLAND_INSTANCE_SIGNATURE"),
      program: "hyprctl",
      background: HyprpaperBackground(),
      monitors: .hyprland
    ),
    // nitrogen is there for wallpapers only; feh may be there to look at pictures.
    WallpaperDesktop(
      id: .nitrogen,
      name: "nitrogen",
      session: .x11,
      program: "nitrogen",
      background: CommandBackground { ["nitrogen", "--set-zoom-fill", "--save", $0] }
    ),
    WallpaperDesktop(
      id: .feh,
      name: "feh",
      session: .x11,
      program: "feh",
      background: CommandBackground { ["feh", "--bg-fill", $0] }
    ),
    WallpaperDesktop(
      id: .xwallpaper,
      name: "xwallpaper",
      session: .x11,
      program: "xwallpaper",
      background: CommandBackground { ["xwallpaper", "--zoom", $0] }
    ),
  ]

  /// Returns the rows that fit a session, the best first.
  ///
  /// The desktop's own name comes before variables, which a session may have inherited.
  static func fitting(_ environment: [String: String]) -> [WallpaperDesktop] {
    func isSet(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }
    let current = (environment["XDG_CURRENT_DESKTOP"] ?? "").uppercased()
    var rows: [WallpaperDesktop] = []
    for name in current.split(separator: ":").map(String.init) {
      rows += all.filter { row in
        if case .desktop(let names, _) = row.session { names.contains(name) } else { false }
      }
    }
    rows += all.filter { row in
      switch row.session {
      case .desktop(_, let variable): variable.map(isSet) ?? false
      // What X11 programs draw under Wayland is behind everything else.
      case .x11: isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY")
      }
    }
    return rows
  }
}

/// The wallpaper of the desktop that is running.
package struct DesktopWallpaper: Sendable {
  private let row: WallpaperDesktop
  private let programs: DesktopPrograms

  package var id: DesktopTools.Wallpaper { row.id }
  /// The desktop's name for messages.
  package var name: String { row.name }

  /// The time for all programs of one change.
  package static let timeout = Duration.seconds(10)
  /// The time after which a program that names the monitors is ended.
  package static let monitorsLimit = Duration.seconds(3)

  /// Finds the desktop.
  ///
  /// - Parameters:
  ///   - environment: for the programs, and to look them up.
  ///   - limit: the time for all programs together, after which the running one is ended.
  package init(
    environment: [String: String],
    limit: Duration = Self.timeout
  ) throws(WallpaperFailure) {
    let runner = ProgramRunner(environment: Self.withUTF8(environment), watchDuration: limit)
    let rows = WallpaperDesktop.fitting(environment)
    guard let row = rows.first(where: { runner.finds($0.program) }) else {
      guard let first = rows.first else { throw .noDesktop }
      if case .x11 = first.session { throw .noDesktop }
      throw .noProgram(first.program, desktop: first.name)
    }
    self.row = row
    programs = DesktopPrograms(runner: runner, limit: limit, desktop: row.name)
  }

  /// Returns an environment that makes programs read and print paths as UTF-8.
  ///
  /// cron, for example, sets no locale; `gsettings` then prints a question mark for a letter.
  private static func withUTF8(_ environment: [String: String]) -> [String: String] {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    let locale = names.first { !$0.isEmpty }?.uppercased() ?? ""
    guard !locale.contains("UTF-8"), !locale.contains("UTF8") else { return environment }
    return environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
  }

  /// Shows a picture on all monitors.
  ///
  /// - Parameter path: absolute.
  package func set(_ path: String) async throws(WallpaperFailure) {
    try await row.background.set(path, programs)
  }

  /// Returns the current setting for `restore`; `nil` if the desktop doesn't tell it.
  package func read() async -> [String: String]? { await row.background.read(programs) }

  /// Brings back a setting that `read` has returned.
  package func restore(_ setting: [String: String]) async throws(WallpaperFailure) {
    try await row.background.restore(setting, programs)
  }

  /// Whether a failure of a change means that no monitor shows the new picture.
  ///
  /// A program that refuses says why; one that crashes may have changed the monitor before.
  func hasRefused(_ failure: WallpaperFailure) -> Bool {
    switch failure {
    case .failed(_, let message): row.background.isAtomic && !message.isEmpty
    case .noProgram: row.background.isAtomic
    case .noDesktop, .noFormer, .problem: true
    case .timedOut: false
    }
  }

  /// Returns the monitors in use; none if they aren't known.
  ///
  /// - Parameter limit: The time after which the program that names the monitors is ended.
  func monitors(within limit: Duration) async -> [Monitor] {
    guard let query = row.monitors else { return [] }
    return await query.monitors(within: limit) {
      await programs.output(query.command, within: limit)
    }
  }
}

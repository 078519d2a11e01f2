import Disk

/// The folders for the program's files, by the XDG base directory specification.
///
/// Paths are computed from an explicit environment, so that tests can use another one.
package struct XDG: Equatable, Sendable {
  /// `$HOME`, or `/` without a usable one.
  package let home: String
  /// `$XDG_CONFIG_HOME`, without the program's own folder, like the next three.
  package let configHome: String
  package let dataHome: String
  package let cacheHome: String
  package let stateHome: String
  /// The folder for saved photos: `XDG_PICTURES_DIR` from user-dirs.dirs or the environment,
  /// otherwise `~/Pictures`.
  package let pictures: String
  /// The program's folder below `dataHome` and `cacheHome`.
  ///
  /// The demo has one of its own, so that its photos never appear among the user's.
  private let folder: String

  /// Computes the paths.
  ///
  /// - Parameter isDemo: Whether the demo is shown, which has its own database, gallery, sessions
  ///   and pictures.
  package init(environment: [String: String], isDemo: Bool = false) {
    folder = isDemo ? "imagefeed/demo" : "imagefeed"
    let home = Self.absolute(environment["HOME"]) ?? "/"
    self.home = home
    /// Returns a base folder.
    ///
    /// Relative paths are ignored, as the specification requires.
    func base(_ name: String, _ standard: String) -> String {
      Self.absolute(environment[name]) ?? Self.join(home, standard)
    }
    configHome = base("XDG_CONFIG_HOME", ".config")
    dataHome = base("XDG_DATA_HOME", ".local/share")
    cacheHome = base("XDG_CACHE_HOME", ".cache")
    stateHome = base("XDG_STATE_HOME", ".local/state")

    let file = try? FileSystem.contents(of: Self.join(configHome, "user-dirs.dirs"))
    pictures =
      file.flatMap {
        Self.picturesFolder(userDirs: String(decoding: $0, as: UTF8.self), home: home)
      }
      ?? base("XDG_PICTURES_DIR", "Pictures")
  }

  /// The path of `config.toml`, unless the command line names another file.
  package var configFile: String { Self.join(configHome, "imagefeed/config.toml") }
  package var credentialsFile: String { data("credentials.json") }
  /// The file to lock while renewing a session.
  package var renewalLock: String { data("renewal.lock") }
  /// The file to lock while changing a session's stored data.
  package var credentialsLock: String { data("credentials.lock") }
  package var databaseFile: String { data("imagefeed.db") }
  /// The folder of the gallery's photos.
  package var galleryFolder: String { data("gallery") }
  /// The folder of the files that desktops show as wallpapers.
  ///
  /// The demo uses it too, because a desktop has one wallpaper before this one.
  package var wallpaperFolder: String { Self.join(dataHome, "imagefeed/wallpaper") }
  /// The marker of the notice about tmux's option `allow-passthrough`.
  package var tmuxNoticeFile: String { Self.join(dataHome, "imagefeed/tmux-notice") }
  package var cacheFolder: String { Self.join(cacheHome, "imagefeed") }
  /// The extended edition's image cache.
  package var pictureCacheFolder: String { Self.join(cacheHome, folder + "/pictures") }
  /// The folder of the markers of terminals that gave no reply.
  package var silentTerminalsFolder: String { Self.join(cacheFolder, "silent") }
  /// The file of `LaunchGuard`, written during a launch.
  package var startFile: String { Self.join(stateHome, "imagefeed/start") }
  /// The folder of the files that processes share to limit requests.
  package var stateFolder: String { Self.join(stateHome, "imagefeed") }
  /// The file with the time of the next permitted call, for services that limit calls per second.
  package var rateLimitFile: String { Self.join(stateHome, "imagefeed/pace") }
  package var logFile: String { Self.join(stateHome, "imagefeed/imagefeed.log") }

  private func data(_ name: String) -> String { Self.join(dataHome, folder + "/" + name) }

  /// Returns the value of `XDG_PICTURES_DIR` in the text of a user-dirs.dirs file, with `$HOME`
  /// resolved; `nil` if it is missing or relative.
  static func picturesFolder(userDirs: String, home: String) -> String? {
    for line in userDirs.split(whereSeparator: \.isNewline) {
      let text = line.drop { $0 == " " || $0 == "\t" }
      guard text.hasPrefix("XDG_PICTURES_DIR=") else { continue }
      let value = text.dropFirst("XDG_PICTURES_DIR=".count).filter { $0 != "\"" }
      if value == "$HOME" || value.hasPrefix("$HOME/") {
        return absolute(home + value.dropFirst("$HOME".count))
      }
      return absolute(value)
    }
    return nil
  }

  /// Returns a path with `~` resolved; `nil` if it is empty or relative.
  func expanded(_ path: String) -> String? { Self.absolute(Self.resolved(path, home: home)) }

  /// Returns a path with `~` resolved.
  ///
  /// - Parameter home: The user's home folder; unless it is an absolute path, nothing is resolved.
  package static func resolved(_ path: String, home: String?) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = absolute(home) else { return path }
    return (home == "/" && path != "~" ? "" : home) + path.dropFirst()
  }

  /// Returns a path without slashes at its end; `nil` if it is relative, or had bytes that aren't
  /// UTF-8, since the repaired text names another folder.
  private static func absolute(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/"), !path.contains("\u{FFFD}") else { return nil }
    return withoutFinalSlashes(path)
  }

  /// Returns a path without slashes at its end, except for the root's.
  package static func withoutFinalSlashes(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func join(_ folder: String, _ path: String) -> String {
    folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }
}

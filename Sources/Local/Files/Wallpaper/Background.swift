import Model

/// The interface of a desktop to its wallpaper.
protocol Background: Sendable {
  /// Whether a picture is set by one command, which changes all monitors or fails.
  var isAtomic: Bool { get }
  /// Shows a picture on all monitors.
  ///
  /// - Parameter path: absolute.
  func set(_ path: String, _ programs: DesktopPrograms) async throws(WallpaperFailure)
  /// Returns the current setting for `restore`; `nil` if the desktop doesn't tell it.
  func read(_ programs: DesktopPrograms) async -> [String: String]?
  /// Brings back a setting that `read` has returned.
  func restore(
    _ setting: [String: String],
    _ programs: DesktopPrograms
  ) async throws(WallpaperFailure)
}

extension Background {
  var isAtomic: Bool { false }
  func read(_ programs: DesktopPrograms) async -> [String: String]? { nil }
  func restore(
    _ setting: [String: String],
    _ programs: DesktopPrograms
  ) async throws(WallpaperFailure) {}
}

/// A program that takes the path as an argument, and that can't be asked.
struct CommandBackground: Background {
  /// Makes the command for a path.
  let command: @Sendable (_ path: String) -> [String]
  let isAtomic = true

  func set(_ path: String, _ programs: DesktopPrograms) async throws(WallpaperFailure) {
    try await programs.run(command(path))
  }
}

/// The background of sway's outputs.
struct SwayBackground: Background {
  let isAtomic = true

  func set(_ path: String, _ programs: DesktopPrograms) async throws(WallpaperFailure) {
    guard let word = DesktopLiteral.sway(path) else {
      throw .failed(program: "swaymsg", message: "sway doesn't accept a path with a line end")
    }
    try await programs.run(["swaymsg", "output * bg \(word) fill"])
  }
}

/// Keys of a schema of GSettings.
struct GSettingsBackground: Background {
  let schema: String
  /// The key of the picture.
  let key: String
  /// The key of the picture for the dark style, which not every version has.
  var darkKey: String?
  /// Whether the keys have URLs, rather than paths.
  var hasURLs = true

  /// The key of the picture's scaling, which also switches it off.
  private static let options = "picture-options"

  func set(_ path: String, _ programs: DesktopPrograms) async throws(WallpaperFailure) {
    let value = DesktopLiteral.gvariant(hasURLs ? DesktopLiteral.fileURL(path) : path)
    try await programs.run(["gsettings", "set", schema, key, value])
    if let darkKey { _ = await programs.output(["gsettings", "set", schema, darkKey, value]) }
    if await get(Self.options, programs) == "'none'" {
      try await programs.run(["gsettings", "set", schema, Self.options, "'zoom'"])
    }
  }

  func read(_ programs: DesktopPrograms) async -> [String: String]? {
    guard let value = await get(key, programs) else { return nil }
    var setting = [key: value]
    for key in [darkKey, Self.options].compactMap(\.self) {
      setting[key] = await get(key, programs)
    }
    return setting
  }

  func restore(
    _ setting: [String: String],
    _ programs: DesktopPrograms
  ) async throws(WallpaperFailure) {
    for key in [key, darkKey, Self.options].compactMap(\.self) {
      guard let value = setting[key] else { continue }
      try await programs.run(["gsettings", "set", schema, key, value])
    }
  }

  /// Returns the value of a key as `gsettings` prints it, which `gsettings set` reads again.
  private func get(_ key: String, _ programs: DesktopPrograms) async -> String? {
    guard let text = await programs.output(["gsettings", "get", schema, key]) else { return nil }
    let value = DesktopPrograms.message(text)
    return value.isEmpty ? nil : value
  }
}

/// Properties of Xfce's desktop: one for each monitor and workspace.
struct XfceBackground: Background {
  private static let channel = ["xfconf-query", "-c", "xfce4-desktop"]

  func set(_ path: String, _ programs: DesktopPrograms) async throws(WallpaperFailure) {
    let list = try await programs.run(Self.channel + ["-l"])
    let properties = Self.properties(list)
    guard !properties.isEmpty else {
      throw .failed(program: "xfconf-query", message: "xfce4-desktop has no last-image")
    }
    for property in properties {
      try await programs.run(Self.channel + ["-p", property, "-s", path])
    }
  }

  func read(_ programs: DesktopPrograms) async -> [String: String]? {
    guard let list = await programs.output(Self.channel + ["-l"]) else { return nil }
    var setting: [String: String] = [:]
    for property in Self.properties(list) {
      guard let text = await programs.output(Self.channel + ["-p", property]) else { continue }
      // A path may have line ends; the last one is the program's.
      setting[property] = text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
    return setting.isEmpty ? nil : setting
  }

  func restore(
    _ setting: [String: String],
    _ programs: DesktopPrograms
  ) async throws(WallpaperFailure) {
    for (property, path) in setting.sorted(by: { $0.key < $1.key }) {
      try await programs.run(Self.channel + ["-p", property, "-s", path])
    }
  }

  private static func properties(_ list: String) -> [String] {
    list.split(separator: "\n").filter { $0.hasSuffix("/last-image") }.map(String.init)
  }
}

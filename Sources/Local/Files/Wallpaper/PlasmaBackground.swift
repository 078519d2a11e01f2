import Model

/// KDE Plasma's desktops, through a script that its shell runs.
///
/// `plasma-apply-wallpaperimage` would be simpler, but it refuses paths with an apostrophe.
struct PlasmaBackground: Background {
  /// The only key of a setting: a JSON array with an entry for each desktop.
  private static let key = "desktops"
  /// The function of Plasma's scripts whose argument is the answer.
  private static let printing = "print"
  private static let group = #"["Wallpaper", "org.kde.image", "General"]"#

  func set(_ path: String, _ programs: DesktopPrograms) async throws(WallpaperFailure) {
    try await evaluate(
      """
      var url = \(DesktopLiteral.javaScript(DesktopLiteral.fileURL(path)));
      var all = desktops();
      for (var i = 0; i < all.length; i++) {
        all[i].wallpaperPlugin = "org.kde.image";
        all[i].currentConfigGroup = \(Self.group);
        all[i].writeConfig("Image", url);
      }
      """,
      programs
    )
  }

  func read(_ programs: DesktopPrograms) async -> [String: String]? {
    let script = """
      var all = desktops();
      var found = [];
      for (var i = 0; i < all.length; i++) {
        all[i].currentConfigGroup = \(Self.group);
        var image = String(all[i].readConfig("Image", ""));
        found.push({"id": all[i].id, "plugin": all[i].wallpaperPlugin, "image": image});
      }
      \(Self.printing)(JSON.stringify(found));
      """
    guard let text = await programs.output(Self.command(script)) else { return nil }
    let json = DesktopPrograms.message(text).drop { $0 == " " }
    return json.hasPrefix("[{") && json.hasSuffix("}]") ? [Self.key: String(json)] : nil
  }

  func restore(
    _ setting: [String: String],
    _ programs: DesktopPrograms
  ) async throws(WallpaperFailure) {
    try await evaluate(
      """
      var former = JSON.parse(\(DesktopLiteral.javaScript(setting[Self.key] ?? "[]")));
      for (var i = 0; i < former.length; i++) {
        var desktop = desktopById(former[i].id);
        if (!desktop) continue;
        desktop.wallpaperPlugin = former[i].plugin;
        desktop.currentConfigGroup = \(Self.group);
        desktop.writeConfig("Image", former[i].image);
      }
      """,
      programs
    )
  }

  private func evaluate(
    _ script: String,
    _ programs: DesktopPrograms
  ) async throws(WallpaperFailure) {
    try await programs.run(Self.command(script))
  }

  private static func command(_ script: String) -> [String] {
    [
      "dbus-send", "--session", "--print-reply=literal", "--dest=org.kde.plasmashell",
      "/PlasmaShell", "org.kde.PlasmaShell.evaluateScript", "string:" + script,
    ]
  }
}

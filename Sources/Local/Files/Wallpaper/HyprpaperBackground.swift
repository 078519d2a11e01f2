import FoundationEssentials
import Model

/// hyprpaper, which Hyprland's program talks to.
///
/// Until version 0.8 a picture is loaded first, and the path is everything after the first comma.
/// Since then pictures needn't be loaded, and commas in a path are escaped.
struct HyprpaperBackground: Background {
  func set(_ path: String, _ programs: DesktopPrograms) async throws(WallpaperFailure) {
    let isOld = await programs.output(Self.command("preload", path)).map(Self.isFine) ?? false
    let escaped = isOld ? path : DesktopLiteral.hyprctl(path)
    // A picture for all monitors doesn't replace the one of a single monitor.
    for monitor in await monitors(programs) {
      let answer = try await programs.run(Self.command("wallpaper", monitor + "," + escaped))
      guard Self.isFine(answer) else {
        throw .failed(program: "hyprctl", message: DesktopPrograms.message(answer))
      }
    }
    if isOld { _ = await programs.output(Self.command("unload", "unused")) }
  }

  /// Returns the names of the monitors; an empty name, which means all, if they aren't known.
  private func monitors(_ programs: DesktopPrograms) async -> [String] {
    struct Output: Decodable { var name: String }
    let text = await programs.output(["hyprctl", "-j", "monitors"]) ?? ""
    let monitors = try? JSONDecoder().decode([Output].self, from: Data(text.utf8))
    let names = (monitors ?? []).map(\.name).filter { !$0.contains(",") }
    return names.isEmpty ? [""] : names
  }

  /// Whether a response reports no error; `hyprctl` may succeed even if it reports one.
  private static func isFine(_ answer: String) -> Bool {
    ["", "ok"].contains(DesktopPrograms.message(answer))
  }

  private static func command(_ request: String, _ argument: String) -> [String] {
    ["hyprctl", "hyprpaper", request, argument]
  }
}

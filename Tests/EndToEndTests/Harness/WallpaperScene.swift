import Foundation
import Harness

/// Stand-ins for desktops' programs, and a shell that finds them.
struct WallpaperScene {
  let demo: DemoProcess
  let script: Script
  let programs: StandInPrograms
  /// The folder of wallpapers.
  let folder: String

  /// A session of sway.
  static let sway = ["SWAYSOCK": "/run/sway", "WAYLAND_DISPLAY": "wayland-1"]
  /// A session of another window manager.
  static let x11 = ["DISPLAY": ":7", "WAYLAND_DISPLAY": ""]

  static func run(_ body: (WallpaperScene) throws -> Void) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      try body(
        WallpaperScene(
          demo: demo,
          script: Script(stage, demo),
          programs: StandInPrograms(in: stage.home.path + "/desktop"),
          folder: stage.home.path + "/data/imagefeed/wallpaper"
        )
      )
    }
  }

  /// Runs a script in a session.
  func run(_ text: String, _ session: [String: String] = [:]) throws -> Subprocess.Result {
    let path = programs.folder + ":" + (script.environment["PATH"] ?? "")
    return try script.run(text, ["PATH": path].merging(session) { $1 })
  }

  /// Returns the names of the wallpapers' files.
  func files() throws -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("wallpaper-") }.sorted()
  }

  /// Returns the ID of the first photo of the feed.
  func id() throws -> String {
    try script.lines("$imagefeed feed --limit 1 --format '{id}'").at(0)
  }

  /// Makes `swaymsg` with one screen.
  func addSway(width: Int, height: Int, _ script: String = "") throws {
    let mode = #"{"width":\#(width),"height":\#(height)}"#
    let outputs = #"[{"active":true,"focused":true,"current_mode":\#(mode)}]"#
    try programs.add(
      "swaymsg",
      "case \"$*\" in *get_outputs) echo '\(outputs)'; exit;; esac\n\(script)"
    )
  }
}

import Foundation
import Harness
import Testing

/// `imagefeed wallpaper` in front of a stand-in for each desktop.
@Suite(.endToEnd) struct WallpaperDesktopTests {
  /// A desktop: its session, its program, and the path in the program's last argument.
  private struct Desktop: CustomTestStringConvertible, Sendable {
    var name: String
    var session: [String: String]
    var program: String
    var script = ""
    var path: @Sendable (_ argument: String) throws -> String?
    var testDescription: String { name }
  }

  private static let url: @Sendable (String) throws -> String? = { argument in
    DesktopPaths.string(ofVariant: argument).flatMap(DesktopPaths.path(ofURL:))
  }

  private static let desktops: [Desktop] = [
    Desktop(
      name: "GNOME",
      session: ["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"],
      program: "gsettings",
      path: url
    ),
    Desktop(
      name: "Cinnamon",
      session: ["XDG_CURRENT_DESKTOP": "X-Cinnamon"],
      program: "gsettings",
      path: url
    ),
    Desktop(
      name: "MATE",
      session: ["XDG_CURRENT_DESKTOP": "MATE"],
      program: "gsettings",
      path: { DesktopPaths.string(ofVariant: $0) }
    ),
    Desktop(
      name: "KDE",
      session: ["XDG_CURRENT_DESKTOP": "KDE"],
      program: "dbus-send",
      path: { argument in
        let line = argument.split(separator: "\n").first { $0.contains("var url = ") }
        let literal = line?.dropFirst("string:var url = ".count).dropLast() ?? ""
        let url = try JSONDecoder().decode(String.self, from: Data(literal.utf8))
        return DesktopPaths.path(ofURL: url)
      }
    ),
    Desktop(
      name: "Xfce",
      session: ["XDG_CURRENT_DESKTOP": "XFCE"],
      program: "xfconf-query",
      script: "[ \"$3\" != -l ] || echo /backdrop/screen0/monitor0/workspace0/last-image",
      path: { $0 }
    ),
    Desktop(
      name: "LXQt",
      session: ["XDG_CURRENT_DESKTOP": "LXQt"],
      program: "pcmanfm-qt",
      path: { String($0.dropFirst("--set-wallpaper=".count)) }
    ),
    Desktop(
      name: "LXDE",
      session: ["XDG_CURRENT_DESKTOP": "LXDE"],
      program: "pcmanfm",
      path: { String($0.dropFirst("--set-wallpaper=".count)) }
    ),
    Desktop(
      name: "sway",
      session: WallpaperScene.sway,
      program: "swaymsg",
      path: { try DesktopPaths.path(inSway: $0) }
    ),
    Desktop(
      name: "Hyprland",
      session: ["HYPRLAND_INSTANCE_SIGNATURE": "x"],
      program: "hyprctl",
      script: "[ \"$2\" != preload ] || echo Unknown",
      path: { String($0.dropFirst().replacing("\\,", with: ",")) }
    ),
    Desktop(name: "nitrogen", session: WallpaperScene.x11, program: "nitrogen", path: { $0 }),
    Desktop(name: "feh", session: WallpaperScene.x11, program: "feh", path: { $0 }),
    Desktop(name: "xwallpaper", session: WallpaperScene.x11, program: "xwallpaper", path: { $0 }),
  ]

  @Test(arguments: desktops)
  private func `each desktop gets a path that exists, whatever is in it`(
    desktop: Desktop
  ) throws {
    try WallpaperScene.run { scene in
      try scene.programs.add(desktop.program, desktop.script)
      // A line end ends a command of sway.
      let end = desktop.program == "swaymsg" ? "" : "\n"
      let hostile = scene.folder + "/it's  \"x\" $(touch ran);,\\`id`\(end)$HOME 100%/-"
      let session = desktop.session.merging(["XDG_DATA_HOME": hostile, "PATH": Self.path(scene)]) {
        $1
      }
      let result = try scene.script.run("$imagefeed wallpaper -- \(scene.id())", session)
      #expect(result.status == 0)
      #expect(result.text.hasPrefix("Photo by "))
      let calls = try scene.programs.calls().filter { $0[0] == desktop.program }
      let found = calls.flatMap { call in
        call.dropFirst().compactMap { try? desktop.path($0) }
      }
      // The machine's own screen may decide the end of the name.
      let start = hostile + "/imagefeed/wallpaper/wallpaper-unsplash-\(try scene.id())."
      let path = try #require(found.first { $0.hasPrefix(start) }, "\(calls)")
      #expect(path.hasSuffix(".jpg") && FileManager.default.fileExists(atPath: path))
      let home = try #require(scene.script.environment["HOME"])
      #expect(!FileManager.default.fileExists(atPath: home + "/ran"))
      #expect(try scene.demo.state().counts["download"] == 1)
    }
  }

  /// Returns a `PATH` with the stand-ins alone.
  private static func path(_ scene: WallpaperScene) -> String { scene.programs.folder }

  @Test func `without a desktop it says so in a sentence, downloads nothing, and fails`() throws {
    try WallpaperScene.run { scene in
      let none = ["PATH": scene.programs.folder]
      let id = try scene.id()
      let english = try scene.run("$imagefeed wallpaper -- \(id) 2>&1", none)
      #expect(english.status == 1)
      #expect(
        english.text
          == "imagefeed: found no desktop whose wallpaper can be set; use --print to get "
          + "only the path of the file.\n"
      )
      let russian = try scene.run("$imagefeed wallpaper --lang ru -- \(id) 2>&1", none)
      #expect(russian.text.hasPrefix("imagefeed: не найдена среда рабочего стола"))
      #expect(russian.text.split(separator: "\n").count == 1)
      let kde = none.merging(["XDG_CURRENT_DESKTOP": "KDE", "PATH": "/nowhere"]) { $1 }
      let missing = try Subprocess.run(
        ["/bin/bash", "-c", "$imagefeed wallpaper -- \(id) 2>&1"],
        environment: scene.script.environment.merging(kde) { $1 }
      )
      #expect(missing.status == 1)
      #expect(
        missing.text
          == "imagefeed: dbus-send, which sets the wallpaper of KDE Plasma, isn't installed.\n"
      )
      #expect(try scene.files() == [])
      #expect(try scene.demo.state().counts["download"] ?? 0 == 0)
    }
  }

  @Test func `a program that fails gives its message, and the file isn't kept`() throws {
    try WallpaperScene.run { scene in
      try scene.addSway(width: 640, height: 360, "echo 'Error: no output'; exit 2")
      let id = try scene.id()
      let result = try scene.run("$imagefeed wallpaper -- \(id) 2>&1", WallpaperScene.sway)
      #expect(result.status == 1)
      #expect(
        result.text
          == "imagefeed: couldn't set the wallpaper: swaymsg: Error: no output.\n"
      )
      #expect(try scene.files() == [])
    }
  }
}

import Foundation
import Harness
import Model
import Testing

@testable import Files

/// The desktops' programs, played by scripts that record their arguments.
@Suite(.timeLimit(.hang)) struct `The wallpaper of a desktop` {
  private let folder: TemporaryFolder
  private let programs: StandInPrograms
  /// A path that every language in between would act on.
  private let path = "/home/ada/it's \"x\"  $(touch ran);,\\\n`id` $mod/wallpaper-1.jpg"

  init() throws {
    folder = try TemporaryFolder()
    programs = try StandInPrograms(in: folder.path)
  }

  private func desktop(
    _ environment: [String: String],
    limit: Duration = .seconds(600)
  ) throws(WallpaperFailure) -> DesktopWallpaper {
    try DesktopWallpaper(
      environment: ["PATH": programs.folder].merging(environment) { $1 },
      limit: limit
    )
  }

  private func failure(_ body: () async throws(WallpaperFailure) -> Void) async -> WallpaperFailure?
  {
    do throws(WallpaperFailure) { try await body() } catch { return error }
    return nil
  }

  // MARK: The table

  @Test(arguments: [
    (["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"], DesktopTools.Wallpaper.gnome),
    (["XDG_CURRENT_DESKTOP": "GNOME-Classic:GNOME"], .gnome),
    (["XDG_CURRENT_DESKTOP": "Budgie:GNOME"], .gnome),
    (["XDG_CURRENT_DESKTOP": "Pantheon"], .gnome),
    (["XDG_CURRENT_DESKTOP": "X-Cinnamon"], .cinnamon),
    (["XDG_CURRENT_DESKTOP": "MATE"], .mate), (["XDG_CURRENT_DESKTOP": "KDE"], .kde),
    (["XDG_CURRENT_DESKTOP": "XFCE"], .xfce), (["XDG_CURRENT_DESKTOP": "LXQt"], .lxqt),
    (["XDG_CURRENT_DESKTOP": "LXDE"], .lxde), (["XDG_CURRENT_DESKTOP": "sway"], .sway),
    (["SWAYSOCK": "/run/sway"], .sway), (["XDG_CURRENT_DESKTOP": "Hyprland"], .hyprland),
    (["HYPRLAND_INSTANCE_SIGNATURE": "x"], .hyprland), (["DISPLAY": ":0"], .nitrogen),
    (["XDG_CURRENT_DESKTOP": "i3", "DISPLAY": ":0"], .nitrogen),
    // The desktop's own name comes first.
    (["XDG_CURRENT_DESKTOP": "KDE", "DISPLAY": ":0", "SWAYSOCK": "/run/sway"], .kde),
    (["XDG_CURRENT_DESKTOP": "", "DISPLAY": ":0", "SWAYSOCK": "/run/sway"], .sway),
  ])
  func `is that of the running desktop`(
    environment: [String: String],
    id: DesktopTools.Wallpaper
  ) throws {
    for row in WallpaperDesktop.all { try programs.add(row.program) }
    #expect(try desktop(environment).id == id)
  }

  @Test(arguments: [
    [:], ["XDG_CURRENT_DESKTOP": "niri"], ["WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"],
    ["SWAYSOCK": "", "DISPLAY": ""],
  ])
  func `is none without a known desktop`(environment: [String: String]) async throws {
    for row in WallpaperDesktop.all { try programs.add(row.program) }
    let error = await failure { () throws(WallpaperFailure) in _ = try desktop(environment) }
    #expect(error == .noDesktop)
  }

  @Test func `needs the desktop's program, and leaves it to the next one`() async throws {
    let kde = ["XDG_CURRENT_DESKTOP": "KDE", "DISPLAY": ":0"]
    let missing = await failure { () throws(WallpaperFailure) in _ = try desktop(kde) }
    #expect(missing == .noProgram("dbus-send", desktop: "KDE Plasma"))
    try programs.add("xwallpaper")
    #expect(try desktop(kde).id == .xwallpaper)
    try programs.add("feh")
    #expect(try desktop(kde).id == .feh)
    let x11 = await failure { () throws(WallpaperFailure) in
      _ = try DesktopWallpaper(environment: ["PATH": "/nowhere", "DISPLAY": ":0"])
    }
    #expect(x11 == .noDesktop)
  }

  @Test func `has a row for every desktop, whose program is the one that is run`() async throws {
    #expect(Set(WallpaperDesktop.all.map(\.id)) == Set(DesktopTools.Wallpaper.allCases))
    for row in WallpaperDesktop.all {
      programs.clear()
      try programs.add(row.program)
      let runner = ProgramRunner(
        environment: ["PATH": programs.folder],
        watchDuration: .seconds(600)
      )
      let all = DesktopPrograms(runner: runner, limit: .seconds(600), desktop: row.name)
      try? await row.background.set("/a.jpg", all)
      #expect(try programs.calls().first?.first == row.program)
    }
  }

  // MARK: Each desktop

  @Test func `in GNOME is both styles' URL, and can be brought back`() async throws {
    let former = [
      "picture-uri": "'file:///usr/old.png'", "picture-uri-dark": "'file:///usr/dark.png'",
      "picture-options": "'none'",
    ]
    try programs.addSettings(former)
    let desktop = try desktop(["XDG_CURRENT_DESKTOP": "GNOME"])
    #expect(await desktop.read() == former)
    try await desktop.set(path)
    for key in ["picture-uri", "picture-uri-dark"] {
      let url = try #require(DesktopPaths.string(ofVariant: try programs.setting(key)))
      #expect(DesktopPaths.path(ofURL: url) == path)
    }
    // Otherwise no picture would be shown.
    #expect(try programs.setting("picture-options") == "'zoom'")
    let schemas = try programs.calls().map { $0[2] }
    #expect(Set(schemas) == ["org.gnome.desktop.background"])
    try await desktop.restore(former)
    for (key, value) in former { #expect(try programs.setting(key) == value) }
  }

  @Test func `in GNOME before 42 has no dark style, and keeps its scaling`() async throws {
    try programs.addSettings(["picture-uri": "''", "picture-options": "'scaled'"])
    let desktop = try desktop(["XDG_CURRENT_DESKTOP": "GNOME"])
    try await desktop.set("/a.jpg")
    #expect(try programs.setting("picture-uri") == "'file:///a.jpg'")
    #expect(try programs.setting("picture-options") == "'scaled'")
    #expect(
      await desktop.read() == ["picture-uri": "'file:///a.jpg'", "picture-options": "'scaled'"]
    )
  }

  @Test func `in Cinnamon is a URL, in MATE a path`() async throws {
    let keys = ["picture-uri": "''", "picture-filename": "''", "picture-options": "'zoom'"]
    try programs.addSettings(keys)
    try await desktop(["XDG_CURRENT_DESKTOP": "X-Cinnamon"]).set(path)
    let url = try #require(DesktopPaths.string(ofVariant: try programs.setting("picture-uri")))
    #expect(DesktopPaths.path(ofURL: url) == path)
    let mate = try desktop(["XDG_CURRENT_DESKTOP": "MATE"])
    try await mate.set(path)
    let value = try programs.setting("picture-filename")
    #expect(DesktopPaths.string(ofVariant: value) == path)
    #expect(await mate.read()?["picture-filename"] == value)
    let schemas = try programs.calls().map { $0[2] }
    #expect(Set(schemas) == ["org.cinnamon.desktop.background", "org.mate.background"])
  }

  @Test func `in KDE Plasma is set, read and brought back by scripts`() async throws {
    let former =
      #"[{"id":1,"plugin":"org.kde.slideshow","image":""},{"id":2,"plugin":"x","image":"a'\"b"}]"#
    try programs.add("dbus-send", "printf '   %s\\n' '\(former.replacing("'", with: "'\\''"))'")
    let desktop = try desktop(["XDG_CURRENT_DESKTOP": "KDE"])
    #expect(await desktop.read() == ["desktops": former])
    try await desktop.set(path)
    try await desktop.restore(["desktops": former])
    let calls = try programs.calls()
    let start = [
      "dbus-send", "--session", "--print-reply=literal", "--dest=org.kde.plasmashell",
      "/PlasmaShell", "org.kde.PlasmaShell.evaluateScript",
    ]
    #expect(calls.count == 3 && calls.allSatisfy { $0.dropLast() == start[...] })
    #expect(calls.allSatisfy { $0.last?.hasPrefix("string:var ") == true })
    #expect(try calls.at(1).at(6).contains("writeConfig(\"Image\", url)"))
    #expect(try calls.at(2).at(6).contains("desktopById(former[i].id)"))
    // The only literals that come from outside.
    let url = try literal(after: "string:var url = ", in: calls.at(1).at(6))
    #expect(DesktopPaths.path(ofURL: url) == path)
    #expect(try literal(after: "JSON.parse(", in: calls.at(2).at(6)) == former)
  }

  /// Reads a string literal of JavaScript up to the end of its line.
  private func literal(after start: String, in script: String) throws -> String {
    let line = try #require(script.split(separator: "\n").first { $0.contains(start) })
    let text = try #require(line.firstRange(of: start).map { line[$0.upperBound...] })
    let end = try #require(text.lastIndex(of: "\""))
    return try JSONDecoder().decode(String.self, from: Data(text[...end].utf8))
  }

  @Test func `in KDE Plasma isn't known if the shell answers something else`() async throws {
    for answer in ["", "Error: no", "[]"] {
      try programs.add("dbus-send", "echo '   \(answer)'")
      #expect(try await desktop(["XDG_CURRENT_DESKTOP": "KDE"]).read() == nil)
    }
  }

  @Test func `in Xfce is a property of every monitor and workspace`() async throws {
    let properties = ["/backdrop/screen0/a/last-image", "/backdrop/screen0/b c/last-image"]
    try programs.add(
      "xfconf-query",
      """
      case $3 in
        -l) printf '%s\\n' '\(properties[0])' /backdrop/screen0/a/image-style '\(properties[1])';;
        -p) [ $# -gt 4 ] || printf '%s\\n' "/old/$4";;
      esac
      """
    )
    let desktop = try desktop(["XDG_CURRENT_DESKTOP": "XFCE"])
    let former = await desktop.read()
    #expect(former == Dictionary(uniqueKeysWithValues: properties.map { ($0, "/old/" + $0) }))
    programs.clear()
    try await desktop.set(path)
    let channel = ["xfconf-query", "-c", "xfce4-desktop"]
    #expect(
      try programs.calls() == [channel + ["-l"]]
        + properties.map { channel + ["-p", $0, "-s", path] }
    )
    programs.clear()
    try await desktop.restore(former ?? [:])
    #expect(
      try programs.calls() == properties.map { channel + ["-p", $0, "-s", "/old/" + $0] }
    )
  }

  @Test func `in Xfce fails if there is no such property`() async throws {
    try programs.add("xfconf-query", "echo /other")
    let desktop = try desktop(["XDG_CURRENT_DESKTOP": "XFCE"])
    let error = await failure { () throws(WallpaperFailure) in try await desktop.set(path) }
    guard case .failed("xfconf-query", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(await desktop.read() == nil)
  }

  @Test func `in sway is a word that sway and wordexp read`() async throws {
    try programs.add("swaymsg")
    let sway = try desktop(["SWAYSOCK": "/run/sway"])
    let error = await failure { () throws(WallpaperFailure) in try await sway.set(path) }
    guard case .failed("swaymsg", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try programs.calls() == [])
    // Everything but a line end reaches sway.
    let accepted = path.replacing("\n", with: "")
    try await sway.set(accepted)
    let call = try #require(try programs.calls().first)
    #expect(call.count == 2)
    #expect(try DesktopPaths.path(inSway: call.at(1), variables: ["$mod": "Mod4"]) == accepted)
  }

  @Test func `in Hyprland before 0_8 is loaded, shown on every monitor, and the old one unloaded`()
    async throws
  {
    try programs.add(
      "hyprctl",
      """
      case "$*" in
        "-j monitors") echo '[{"name":"DP-1","width":1},{"name":"HDMI-A-1"}]';;
        *) echo ok;;
      esac
      """
    )
    try await desktop(["HYPRLAND_INSTANCE_SIGNATURE": "x"]).set("/a,b c.jpg")
    let hyprpaper = ["hyprctl", "hyprpaper"]
    #expect(
      try programs.calls() == [
        hyprpaper + ["preload", "/a,b c.jpg"], ["hyprctl", "-j", "monitors"],
        hyprpaper + ["wallpaper", "DP-1,/a,b c.jpg"],
        hyprpaper + ["wallpaper", "HDMI-A-1,/a,b c.jpg"], hyprpaper + ["unload", "unused"],
      ]
    )
  }

  @Test func `in newer Hyprland is shown at once, with commas escaped`() async throws {
    try programs.add(
      "hyprctl",
      "case \"$2\" in preload) echo 'Unknown hyprpaper request'; exit 1;; monitors) exit 1;; esac"
    )
    try await desktop(["HYPRLAND_INSTANCE_SIGNATURE": "x"]).set("/a,b.jpg")
    #expect(
      try programs.calls().last == ["hyprctl", "hyprpaper", "wallpaper", ",/a\\,b.jpg"]
    )
  }

  @Test func `in Hyprland fails with what hyprctl says, though that succeeds`() async throws {
    try programs.add("hyprctl", "echo \"can't send: failed to connect\"")
    let error = await failure { () throws(WallpaperFailure) in
      try await desktop(["HYPRLAND_INSTANCE_SIGNATURE": "x"]).set(path)
    }
    #expect(error == .failed(program: "hyprctl", message: "can't send: failed to connect"))
  }

  @Test(arguments: [
    ("LXQt", "pcmanfm-qt", ["--set-wallpaper=PATH", "--wallpaper-mode=zoom"]),
    ("LXDE", "pcmanfm", ["--set-wallpaper=PATH", "--wallpaper-mode=crop"]),
    ("i3", "nitrogen", ["--set-zoom-fill", "--save", "PATH"]),
    ("i3", "feh", ["--bg-fill", "PATH"]),
    ("i3", "xwallpaper", ["--zoom", "PATH"]),
  ])
  func `of other programs is one argument`(
    name: String,
    program: String,
    arguments: [String]
  ) async throws {
    try programs.add(program)
    let desktop = try desktop(["XDG_CURRENT_DESKTOP": name, "DISPLAY": ":0"])
    try await desktop.set(path)
    #expect(await desktop.read() == nil)
    let expected = arguments.map { $0.replacing("PATH", with: path) }
    #expect(try programs.calls() == [[program] + expected])
  }

  @Test(arguments: [
    ([:], "C.UTF-8"), (["LC_ALL": "C", "LANG": "ru_RU.UTF-8"], "C.UTF-8"),
    (["LC_ALL": "", "LANG": "ru_RU.UTF-8"], "ru_RU.UTF-8"),
    (["LC_CTYPE": "en_GB.utf8"], "en_GB.utf8"),
  ])
  func `is set and read by programs that know UTF-8`(
    locale: [String: String],
    expected: String
  ) async throws {
    let script = "echo \"'${LC_ALL:-${LC_CTYPE:-$LANG}}'\""
    try programs.add("gsettings", script)
    let mate = try desktop(locale.merging(["XDG_CURRENT_DESKTOP": "MATE"]) { $1 })
    #expect(await mate.read()?["picture-filename"] == "'\(expected)'")
  }

  // MARK: Failures

  @Test(arguments: [
    ("echo >&2; echo '  no display. ' >&2; echo more >&2; exit 3", "  no display. "),
    ("echo 'Error: on standard output'; exit 1", "Error: on standard output"), ("exit 1", ""),
    ("kill -9 $$", ""),
  ])
  func `fails with what the program says`(script: String, message: String) async throws {
    try programs.add("feh", script)
    let error = await failure { () throws(WallpaperFailure) in
      try await desktop(["DISPLAY": ":0"]).set(path)
    }
    #expect(error == .failed(program: "feh", message: message))
  }

  @Test func `fails if the program doesn't end, which is ended with what it has started`()
    async throws
  {
    let fifo = folder.path + "/fifo"
    mkfifo(fifo, 0o600)
    // The reader and the program that waits for it live as long as nobody writes.
    try programs.add("feh", "/bin/cat '\(fifo)' & /bin/cat '\(fifo)'")
    let error = await failure { () throws(WallpaperFailure) in
      try await desktop(["DISPLAY": ":0"], limit: .milliseconds(200)).set(path)
    }
    #expect(error == .timedOut(program: "feh"))
    // Without a reader the pipe can't be opened for writing.
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let writer = open(fifo, O_WRONLY | O_NONBLOCK)
      if writer < 0 { break }
      close(writer)
      try #require(ContinuousClock.now < deadline)
      sched_yield()
    }
    #expect(errno == ENXIO)
  }

  @Test func `has one limit for all its programs together`() async throws {
    let fifo = folder.path + "/fifo"
    mkfifo(fifo, 0o600)
    try programs.add("hyprctl", "/bin/cat '\(fifo)'")
    let desktop = try desktop(["HYPRLAND_INSTANCE_SIGNATURE": "x"], limit: .milliseconds(200))
    #expect(await desktop.monitors(within: .seconds(600)) == [])
    let error = await failure { () throws(WallpaperFailure) in try await desktop.set(path) }
    #expect(error == .timedOut(program: "hyprctl"))
    // Otherwise each of four calls would be waited for.
    #expect(try programs.calls().count == 1)
  }
}

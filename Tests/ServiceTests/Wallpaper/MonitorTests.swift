import Dispatch
import Foundation
import Harness
import Model
import Testing

@testable import Files

@Suite struct `The monitors` {
  private func monitors(_ query: MonitorQuery, _ text: String) -> [Monitor] { query.read(text) }

  @Test func `of sway are its active outputs, as they are turned`() {
    let text = """
      [{"name":"eDP-1","active":true,"focused":false,"scale":2.0,"transform":"normal",
        "current_mode":{"width":2880,"height":1800,"refresh":60000}},
       {"name":"DP-1","active":true,"focused":true,"transform":"flipped-270",
        "current_mode":{"width":3840,"height":2160,"refresh":60000}},
       {"name":"DP-2","active":false,"current_mode":null},
       {"name":"DP-3","active":true,"current_mode":{"width":0,"height":-5}}]
      """
    #expect(
      monitors(.sway, text) == [
        Monitor(width: 2880, height: 1800), Monitor(width: 2160, height: 3840, isMain: true),
      ]
    )
  }

  @Test func `of Hyprland are its monitors`() {
    let text = """
      [{"id":0,"name":"eDP-1","width":1920,"height":1200,"scale":1.25,"transform":1,
        "focused":true,"disabled":false},{"name":"DP-1","width":2560,"height":1440,"transform":2},
       {"name":"DP-2","width":800,"height":600,"disabled":true}]
      """
    #expect(
      monitors(.hyprland, text) == [
        Monitor(width: 1200, height: 1920, isMain: true), Monitor(width: 2560, height: 1440),
      ]
    )
  }

  @Test func `of KDE Plasma are the enabled outputs of kscreen-doctor`() {
    let text = """
      {"outputs":[{"connected":true,"enabled":true,"currentModeId":"b","priority":1,"rotation":1,
        "modes":[{"id":"a","size":{"width":640,"height":480}},
                 {"id":"b","size":{"width":3840,"height":2160}}]},
       {"connected":true,"enabled":true,"currentModeId":"a","priority":2,"rotation":8,
        "modes":[{"id":"a","size":{"width":1920,"height":1080}}]},
       {"connected":true,"enabled":false,"modes":[]},{"connected":false,"enabled":true}]}
      """
    #expect(
      monitors(.kscreen, text) == [
        Monitor(width: 3840, height: 2160, isMain: true), Monitor(width: 1080, height: 1920),
      ]
    )
  }

  @Test func `of GNOME are the modes in use of Mutter's monitors`() {
    let text = """
      (uint32 7, [(('eDP-1', 'BOE', '0x0835', '0x00000000'), [('2256x1504@59.999', 2256, 1504, \
      59.99, 1.5, [1.0, 2.0], {'is-current': <true>, 'is-preferred': <true>}), \
      ('1920x1280@60.0', 1920, 1280, 60.0, 1.0, [1.0], {})], {'is-builtin': <true>}), \
      (('DP-2', 'DEL', "D'ELL (U)", 'X'), [('640x480@60.0', 640, 480, 60.0, 1.0, [1.0], \
      @a{sv} {}), ('2560x1440@60.0', 2560, 1440, 59.951000213623047, 1.0, [1.0, 1.25], \
      {'is-current': <true>})], {'display-name': <'Dell'>}), \
      (('DP-3', 'A', 'B', 'C'), [('800x600@60.0', 800, 600, 60.0, 1.0, [1.0], \
      {'is-current': <true>})], @a{sv} {})], \
      [(0, 0, 1.5, uint32 0, true, [('eDP-1', 'BOE', '0x0835', '0x00000000')], @a{sv} {}), \
      (-1440, 0, 1.0, 3, false, [('DP-2', 'DEL', "D'ELL (U)", 'X')], {})], \
      {'layout-mode': <uint32 2>})
      """
    #expect(
      monitors(.mutter, text) == [
        Monitor(width: 2256, height: 1504, isMain: true), Monitor(width: 1440, height: 2560),
      ]
    )
  }

  @Test func `of X11 are the parts of the desktop that xrandr names`() {
    let text = """
      Screen 0: minimum 8 x 8, current 3000 x 1920, maximum 32767 x 32767
      eDP-1 connected 1920x1080+0+0 (normal left inverted right x axis y axis) 344mm x 193mm
         1920x1080     60.01*+  59.97
      DP-1 connected primary 1080x1920+1920+0 left (normal left inverted) 531mm x 299mm
      DP-2 connected (normal left inverted right x axis y axis)
      HDMI-1 disconnected (normal left inverted right x axis y axis)
      """
    #expect(
      monitors(.xrandr, text) == [
        Monitor(width: 1920, height: 1080), Monitor(width: 1080, height: 1920, isMain: true),
      ]
    )
  }

  @Test func `are none in an answer that says something else`() {
    for query in [MonitorQuery.sway, .hyprland, .kscreen, .mutter, .xrandr] {
      for text in ["", "{}", "[]", "[{}]", "error: no display", #"{"outputs":[{}]}"#] {
        #expect(monitors(query, text) == [])
      }
    }
  }

  /// A single one of these texts takes minutes if it is searched at each position.
  @Test(.timeLimit(.minutes(5))) func `are read from any output as fast as it is long`() {
    let pieces = [
      "('a', 1, 1", "(('", "('a', 1, 1, 1, 1, [", "(0, 0, 1.0, 0, true, [('a'", "1", "(", "'",
      "{'is-current': <true>", "{\"a\":", "[", "A connected 1x1+", "A connected primary ",
    ]
    for query in [MonitorQuery.sway, .hyprland, .kscreen, .mutter, .xrandr] {
      for piece in pieces {
        _ = monitors(query, String(repeating: piece, count: (256 << 10) / piece.utf8.count))
      }
    }
  }

  @Test func `are none if reading the output takes too long`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let query = MonitorQuery(command: []) { _ in
      gate.wait()
      return [Monitor(width: 1, height: 1)]
    }
    #expect(await query.monitors(within: .milliseconds(20)) { "" } == [])
    gate.signal()
    #expect(await query.monitors(within: .seconds(600)) { nil } == [])
    gate.signal()
    let found = await query.monitors(within: .seconds(600)) { "" }
    #expect(found == [Monitor(width: 1, height: 1)])
  }

  @Test func `of the kernel are the connected ones that aren't off`() async throws {
    let folder = try TemporaryFolder()
    let devices = [
      ("card0-DP-1", "connected", "enabled", "2560x1440\n1920x1080\n"),
      ("card0-DP-2", "connected", "disabled", "800x600\n"),
      ("card0-DP-3", "disconnected", "disabled", ""), ("card0-DP-4", "connected", "enabled", ""),
    ]
    for (name, status, enabled, modes) in devices {
      _ = try folder.write(status + "\n", to: name + "/status")
      _ = try folder.write(enabled + "\n", to: name + "/enabled")
      _ = try folder.write(modes, to: name + "/modes")
    }
    let found = await Monitor.all(of: nil, environment: ["PATH": "/x"], devices: folder.path)
    #expect(found == [Monitor(width: 2560, height: 1440)])
    #expect(await Monitor.all(of: nil, environment: ["PATH": "/x"], devices: "/nowhere") == [])
  }

  @Test func `are asked of the desktop, then of X11, then of the kernel`() async throws {
    let folder = try TemporaryFolder()
    let programs = try StandInPrograms(in: folder.path)
    try programs.add("xrandr", "echo 'A connected 640x480+0+0'")
    try programs.add("swaymsg", "exit 1")
    let environment = ["PATH": programs.folder, "SWAYSOCK": "/x", "DISPLAY": ":0"]
    let sway = try DesktopWallpaper(environment: environment, limit: .seconds(600))
    func found(_ more: [String: String] = [:]) async -> [Monitor] {
      await Monitor.all(
        of: sway,
        environment: environment.merging(more) { $1 },
        limit: .seconds(600),
        devices: "/nowhere"
      )
    }
    #expect(await found() == [Monitor(width: 640, height: 480)])
    // XWayland has sizes of its own.
    #expect(await found(["WAYLAND_DISPLAY": "wayland-1"]) == [])
    let output = #"[{"active":true,"current_mode":{"width":9,"height":9}}]"#
    try programs.add("swaymsg", "echo '\(output)'")
    #expect(await found() == [Monitor(width: 9, height: 9)])
  }

  @Test func `decide a photo's width, which covers each of them`() {
    let wide = Monitor(width: 3840, height: 2160)
    let tall = Monitor(width: 1080, height: 1920)
    // 3:2 fills 16:9 by its width, and 2:3 as well.
    #expect(Monitor.width(covering: [wide], with: (6000, 4000)) == 3840)
    #expect(Monitor.width(covering: [wide], with: (4000, 6000)) == 3840)
    // A panorama fills it by its height.
    #expect(Monitor.width(covering: [wide], with: (6000, 2000)) == 6480)
    #expect(Monitor.width(covering: [tall], with: (6000, 4000)) == 2880)
    #expect(Monitor.width(covering: [tall, wide], with: (6000, 4000)) == 3840)
    #expect(Monitor.width(covering: [tall], with: nil) == 1080)
    #expect(Monitor.width(covering: [], with: (6000, 4000)) == 3840)
    #expect(Monitor.width(covering: [wide], with: (Int.max, 1)) == 100_000)
  }

  @Test func `decide the orientation by the main one, else the largest`() {
    let wide = Monitor(width: 3840, height: 2160)
    let tall = Monitor(width: 1080, height: 1920)
    var main = tall
    main.isMain = true
    #expect(Monitor.main(of: [tall, wide]).orientation == .landscape)
    #expect(Monitor.main(of: [wide, main]).orientation == .portrait)
    #expect(Monitor.main(of: []).orientation == .landscape)
    #expect(Monitor(width: 5, height: 5).orientation == .squarish)
  }
}

import Disk
import FoundationEssentials

/// A program that names the monitors, and the way to read its output.
struct MonitorQuery: Sendable {
  let command: [String]
  /// Reads the output of the program.
  let read: @Sendable (_ output: String) -> [Monitor]

  /// Returns the monitors in the program's output; none if it isn't read within the limit.
  ///
  /// - Parameter output: Runs the program; returns `nil` if it fails.
  func monitors(
    within limit: Duration,
    _ output: @escaping @Sendable () async -> String?
  ) async -> [Monitor] {
    let (results, result) = AsyncStream.makeStream(of: [Monitor].self)
    let work = Task {
      if let text = await output() { result.yield(await BlockingWork.run { read(text) }) }
      result.finish()
    }
    let timer = Task {
      try? await Task.sleep(for: limit)
      result.finish()
    }
    defer { for task in [work, timer] { task.cancel() } }
    for await monitors in results { return monitors }
    return []
  }

  static let sway = MonitorQuery(command: ["swaymsg", "-r", "-t", "get_outputs"]) { text in
    struct Output: Decodable {
      struct Mode: Decodable { var width, height: Int? }
      var active, focused: Bool?
      var mode: Mode?
      var transform: String?

      private enum CodingKeys: String, CodingKey {
        case active, focused, transform
        case mode = "current_mode"
      }
    }
    return decoded([Output].self, text).filter { $0.active == true }.compactMap { output in
      let isTurned = output.transform.map { $0.hasSuffix("90") || $0.hasSuffix("270") }
      return Monitor(
        output.mode?.width,
        output.mode?.height,
        isTurned: isTurned ?? false,
        isMain: output.focused ?? false
      )
    }
  }

  static let hyprland = MonitorQuery(command: ["hyprctl", "-j", "monitors"]) { text in
    struct Output: Decodable {
      var width, height, transform: Int?
      var focused, disabled: Bool?
    }
    return decoded([Output].self, text).filter { $0.disabled != true }.compactMap { output in
      Monitor(
        output.width,
        output.height,
        isTurned: (output.transform ?? 0) % 2 == 1,
        isMain: output.focused ?? false
      )
    }
  }

  static let kscreen = MonitorQuery(command: ["kscreen-doctor", "-j"]) { text in
    struct Configuration: Decodable {
      struct Output: Decodable {
        struct Mode: Decodable {
          struct Size: Decodable { var width, height: Int? }
          var id: String
          var size: Size
        }
        var enabled, connected: Bool?
        var currentModeId: String?
        var modes: [Mode]?
        /// 1 upright, 2 left, 4 upside down, 8 right.
        var rotation: Int?
        /// 1 for the main one.
        var priority: Int?
      }
      var outputs: [Output]
    }
    let outputs = (try? JSONDecoder().decode(Configuration.self, from: Data(text.utf8)))?.outputs
    return (outputs ?? []).filter { $0.enabled == true && $0.connected != false }.compactMap {
      output in
      let size = output.modes?.first { $0.id == output.currentModeId }?.size
      return Monitor(
        size?.width,
        size?.height,
        isTurned: [2, 8].contains(output.rotation ?? 1),
        isMain: output.priority == 1
      )
    }
  }

  static let mutter = MonitorQuery(
    command: [
      "gdbus", "call", "--session", "--dest", "org.gnome.Mutter.DisplayConfig",
      "--object-path", "/org/gnome/Mutter/DisplayConfig",
      "--method", "org.gnome.Mutter.DisplayConfig.GetCurrentState",
    ]
  ) { text in
    // ((connector, …), modes, …) for each monitor, then (x, y, scale, transform, isPrimary,
    // [(connector, …)], …) for each part of the desktop. Regular expressions would take minutes
    // for some texts.
    var connector: Substring = ""
    var modes: [(connector: Substring, fields: [Substring])] = []
    var parts: [Substring: (isTurned: Bool, isMain: Bool)] = [:]
    var previous: Substring = ""
    for piece in text.split(separator: "('", omittingEmptySubsequences: false) {
      let part = (previous.lastIndex(of: "(").map { previous[$0...] } ?? "").split(separator: ", ")
      let name = piece.prefix { $0 != "'" }
      if previous.last == "(" {
        connector = name
      } else if part.count == 6, part[5] == "[" {
        parts[name] = ((part[3].last?.wholeNumberValue ?? 0) % 2 == 1, part[4] == "true")
      } else if piece.prefix(while: { $0 != "}" }).contains("'is-current': <true>") {
        modes.append((connector, piece.split(separator: ", ", maxSplits: 3)))
      }
      previous = piece
    }
    return modes.compactMap { mode in
      // A monitor without a part of the desktop is switched off.
      guard mode.fields.count == 4, let part = parts[mode.connector] else { return nil }
      let (width, height) = (Int(mode.fields[1]), Int(mode.fields[2]))
      return Monitor(width, height, isTurned: part.isTurned, isMain: part.isMain)
    }
  }

  static let xrandr = MonitorQuery(command: ["xrandr", "--current"]) { text in
    text.split(separator: "\n").compactMap { line in
      guard let match = line.prefixMatch(of: /\S+ connected (primary )?(\d+)x(\d+)\+/) else {
        return nil
      }
      return Monitor(Int(match.2), Int(match.3), isMain: match.1 != nil)
    }
  }

  private static func decoded<Value: Decodable>(_ type: [Value].Type, _ text: String) -> [Value] {
    (try? JSONDecoder().decode(type, from: Data(text.utf8))) ?? []
  }
}

/// The monitors that the kernel knows, in their own mode and not turned.
enum KernelMonitors {
  static func all(in folder: String) -> [Monitor] {
    FileSystem.names(in: folder).compactMap { name in
      guard line("status", name, folder) == "connected",
        line("enabled", name, folder) != "disabled",
        let mode = line("modes", name, folder)?.prefixMatch(of: /(\d+)x(\d+)/)
      else { return nil }
      return Monitor(Int(mode.1), Int(mode.2))
    }
  }

  /// Returns the first line of a device's file.
  private static func line(_ file: String, _ device: String, _ folder: String) -> String? {
    let bytes = try? FileSystem.contents(of: "\(folder)/\(device)/\(file)")
    return bytes.flatMap { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }
  }
}

import Disk
import FoundationEssentials
import Model
import Platform

/// The wallpapers that were set on each desktop, and the files that were made for them.
struct WallpaperRecords: Codable, Equatable, Sendable {
  /// The wallpapers of one desktop.
  struct Record: Codable, Equatable, Sendable {
    /// The name of the file that was set last.
    var file: String?
    /// The desktop's setting before that; `nil` if it isn't known.
    var former: [String: String]?
    /// The names of earlier files that a monitor may still show; `nil` after a complete change.
    ///
    /// A change that fails may have reached some monitors only.
    var uncertain: [String]?

    /// The maximum number of uncertain files.
    private static let uncertainLimit = 8

    /// The names of files that a monitor may show while this record is being replaced.
    ///
    /// Beyond the limit, the first one and the newest ones remain: a monitor that no change reaches
    /// shows the first, and a monitor that each change reaches shows the newest.
    var shown: [String] {
      let all = (uncertain ?? []) + [file].compactMap(\.self)
      guard all.count > Self.uncertainLimit else { return all }
      return all.prefix(1) + all.suffix(Self.uncertainLimit - 1)
    }

    /// Whether the desktop needs a file for the current or the former wallpaper.
    func needs(_ name: String) -> Bool {
      file == name || uncertain?.contains(name) == true || Self.has(name, former)
    }

    /// Whether a setting contains the name of a file, in a path, a URL or JSON.
    static func has(_ name: String, _ setting: [String: String]?) -> Bool {
      setting?.values.contains { $0.contains(name) } ?? false
    }
  }

  /// The records by the name of the desktop.
  var desktops: [String: Record] = [:]
  /// The names of files that were made and that haven't been removed, the oldest first.
  private(set) var files: [String] = []

  /// The beginning of all names of files.
  static let prefix = "wallpaper-"
  /// The maximum number of files, if they can't be removed.
  private static let fileLimit = 1_000

  /// Adds a file to those that may be removed later.
  mutating func add(_ name: String) {
    files.removeAll { $0 == name }
    files.append(name)
    files.removeFirst(max(0, files.count - Self.fileLimit))
  }

  /// Forgets the files that no desktop needs, and returns their names.
  mutating func removeOthers() -> [String] {
    let others = files.filter { name in !desktops.values.contains { $0.needs(name) } }
    files.removeAll { others.contains($0) }
    return others.filter { $0.hasPrefix(Self.prefix) && !$0.contains("/") && !$0.contains("\0") }
  }

  // MARK: The file

  /// Reads a file of records.
  ///
  /// Sets a damaged one aside.
  ///
  /// - Parameter onSetAside: Called with the new path of a damaged file.
  /// - Throws: Also if the file exists but can't be read.
  init(_ path: String, onSetAside: (String) -> Void) throws(FileSystem.Failure) {
    guard let bytes = try FileSystem.contents(of: path) else { return }
    if let records = try? JSONDecoder().decode(Self.self, from: Data(bytes)) {
      self = records
    } else {
      onSetAside(try FileSystem.setAside(path))
    }
  }

  /// Replaces the file.
  func save(to path: String) throws(FileSystem.Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    // Texts can always be encoded.
    let data = (try? encoder.encode(self)) ?? Data()
    try FileSystem.replace(path, with: Array(data), mode: 0o600)
  }
}

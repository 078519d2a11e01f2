import Foundation
import Harness

/// A builder of ICC profiles, which also embeds them in JPEG files.
struct ProfileBuilder {
  var tags: [String: [UInt8]]

  /// Returns a profile with the primaries of sRGB.
  static func rgb(_ curve: [UInt8]) -> ProfileBuilder {
    ProfileBuilder(
      tags: [
        "rXYZ": xyz(0.4361, 0.2225, 0.0139), "gXYZ": xyz(0.3851, 0.7169, 0.0971),
        "bXYZ": xyz(0.1431, 0.0606, 0.7141), "wtpt": xyz(0.9642, 1, 0.8249),
        "rTRC": curve, "gTRC": curve, "bTRC": curve,
      ]
    )
  }

  var bytes: [UInt8] {
    var table: [UInt8] = Self.number(tags.count)
    var data: [UInt8] = []
    for (name, body) in tags.sorted(by: { $0.key < $1.key }) {
      table += Array(name.utf8) + Self.number(132 + tags.count * 12 + data.count)
      table += Self.number(body.count)
      data += body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    }
    let head = Self.number(128 + table.count + data.count) + [0, 0, 0, 0, 2, 0x40, 0, 0]
    let kind = Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    let rest = [UInt8](repeating: 0, count: 28) + Self.fixed(0.9642) + Self.fixed(1)
    let header = head + kind + rest + Self.fixed(0.8249)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
  }

  func embedded(in jpeg: [UInt8]) -> [UInt8] { Self.embed(bytes, in: jpeg) }

  // MARK: Tags

  static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + fixed(x) + fixed(y) + fixed(z)
  }

  static func gamma(_ gamma: Double) -> [UInt8] {
    let value = Int(gamma * 256)
    return Array("curv".utf8) + [0, 0, 0, 0] + number(1) + [UInt8(value >> 8), UInt8(value & 255)]
  }

  /// Returns a curve of sRGB: a function, or a table of 1024 or 26 points.
  static func sRGBCurve(_ kind: String) -> [UInt8] {
    guard kind != "parametric" else {
      return Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
        + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
    }
    let count = kind == "table" ? 1024 : 26
    let points = (0..<count).flatMap { index -> [UInt8] in
      let value = Double(index) / Double(count - 1)
      let linear = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      let number = Int((linear * 65_535).rounded())
      return [UInt8(number >> 8), UInt8(number & 255)]
    }
    return Array("curv".utf8) + [0, 0, 0, 0] + number(count) + points
  }

  /// Returns a table of three colours whose points are missing.
  static func table(_ kind: String, points: UInt8) -> [UInt8] {
    let head = Array(kind.utf8) + [0, 0, 0, 0, 3, 3]
    guard kind == "mAB " else {
      let unity = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { fixed($0) }
      let curve = (0..<256).map { UInt8($0) }
      if kind == "mft1" { return head + [points, 0] + unity + curve + curve + curve }
      let ends: [UInt8] = [0, 0, 255, 255]
      return head + [points, 0] + unity + [0, 2, 0, 2] + ends + ends + ends
    }
    let offsets = [32, 0, 0, 68, 32].flatMap(number)
    let line = Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
    let grid = [points, points, points] + [UInt8](repeating: 0, count: 13) + [2, 0, 0, 0]
    return head + [0, 0] + offsets + line + line + line + grid
  }

  static func number(_ value: Int) -> [UInt8] {
    [
      UInt8(value >> 24 & 255), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255),
      UInt8(value & 255),
    ]
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    number(Int((value * 65_536).rounded()))
  }

  // MARK: Segments

  /// Returns the segments of a profile, each with at most `part` bytes of it.
  static func parts(_ profile: [UInt8], part: Int = 65_519) -> [[UInt8]] {
    let starts = Array(stride(from: 0, to: profile.count, by: part))
    return starts.enumerated().map { index, start in
      let bytes = Array(profile[start..<min(start + part, profile.count)])
      return Self.part(bytes, UInt8(index + 1), UInt8(starts.count))
    }
  }

  /// Returns the contents of a segment with a part of a profile.
  static func part(_ bytes: [UInt8], _ number: UInt8, _ count: UInt8) -> [UInt8] {
    Array("ICC_PROFILE".utf8) + [0, number, count] + bytes
  }

  /// Returns a file with APP2 segments after its start.
  static func insert(_ segments: some Sequence<[UInt8]>, in jpeg: [UInt8]) -> [UInt8] {
    jpeg[..<2] + segments.flatMap { FlatJPEG.segment(0xE2, $0) } + jpeg[2...]
  }

  static func embed(_ profile: [UInt8], in jpeg: [UInt8], part: Int = 65_519) -> [UInt8] {
    insert(parts(profile, part: part), in: jpeg)
  }
}

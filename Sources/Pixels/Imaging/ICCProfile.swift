/// The ICC profile of an image whose colours aren't sRGB (ICC.1:2022).
package struct ICCProfile: Equatable, Sendable {
  /// The kind of colours that the profile describes.
  package enum Colors: Sendable { case gray, rgb, cmyk }

  /// The maximum size of a profile in bytes.
  ///
  /// Profiles of printers have one or two megabytes.
  static let maximumSize = 4 << 20

  let colors: Colors
  let bytes: [UInt8]

  /// Reads the header and the table of tags (ICC.1:2022, 7.2 and 7.3).
  ///
  /// - Parameters:
  ///   - bytes: the profile; bytes after the size in its header are ignored.
  ///   - components: the number of colour components in the image.
  /// - Returns: `nil` if the profile is sRGB, damaged, or of another kind than images have. The
  ///   image is then shown as if it had no profile.
  init?(_ bytes: [UInt8], components: Int) {
    guard bytes.count >= Self.headerSize, bytes.count <= Self.maximumSize else { return nil }
    let size = Self.number(bytes, 0)
    guard size >= Self.headerSize, size <= bytes.count else { return nil }
    self.bytes = size == bytes.count ? bytes : Array(bytes.prefix(size))
    switch (components, Self.name(bytes, 16)) {
    case (1, "GRAY"): colors = .gray
    case (3, "RGB "): colors = .rgb
    case (4, "CMYK"): colors = .cmyk
    default: return nil
    }
    // Profiles of scanners and cameras, displays, and printers.
    guard ["scnr", "mntr", "prtr"].contains(Self.name(bytes, 12)),
      ["XYZ ", "Lab "].contains(Self.name(bytes, 20)), Self.name(bytes, 36) == "acsp",
      tagCount <= 100, Self.headerSize + tagCount * Self.entrySize <= size,
      // A conversion from them may have any number of steps. Images don't have such profiles.
      !hasTag(beginningWith: "D2B"), !isSRGB
    else { return nil }
  }

  /// The size of the header and the number of tags, in bytes.
  private static let headerSize = 132
  /// The size of an entry in the table of tags, in bytes.
  private static let entrySize = 12

  private var tagCount: Int { Self.number(bytes, 128) }

  /// Whether there is a tag whose name begins with these three characters.
  func hasTag(beginningWith name: String) -> Bool {
    (0..<tagCount).contains { index in
      bytes.dropFirst(Self.headerSize + index * Self.entrySize).starts(with: name.utf8)
    }
  }

  /// Returns the contents of a tag; `nil` if there is none, or if it isn't within the profile.
  func tag(_ name: String) -> ArraySlice<UInt8>? {
    for index in 0..<tagCount {
      let entry = Self.headerSize + index * Self.entrySize
      guard Self.name(bytes, entry) == name else { continue }
      let (offset, count) = (Self.number(bytes, entry + 4), Self.number(bytes, entry + 8))
      return offset + count <= bytes.count ? bytes[offset..<(offset + count)] : nil
    }
    return nil
  }

  /// Returns the big-endian number of four bytes at an offset, which must be within the bytes.
  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the four characters at an offset, which must be within the bytes.
  private static func name(_ bytes: [UInt8], _ offset: Int) -> String {
    String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
  }
}

/// The parts of a profile in the APP2 segments of a JPEG (ICC.1:2010, B.4).
struct ICCProfileParts {
  private static let signature = Array("ICC_PROFILE".utf8) + [0]

  /// The announced number of parts; 0 before the first part.
  private var count = 0
  private var parts: [Int: UnsafeRawBufferPointer] = [:]
  private var isDamaged = false

  /// Adds the contents of a segment if it is a part of a profile.
  mutating func add(_ segment: UnsafeRawBufferPointer) {
    guard segment.count >= 14, segment.starts(with: Self.signature) else { return }
    let (number, count) = (Int(segment[12]), Int(segment[13]))
    let isFirst = parts.isEmpty
    guard isFirst || count == self.count, (1...max(count, 1)).contains(number),
      parts.updateValue(UnsafeRawBufferPointer(rebasing: segment[14...]), forKey: number) == nil
    else {
      isDamaged = true
      return
    }
    self.count = count
  }

  /// Returns the profile; `nil` if parts are missing or repeated, or as in `ICCProfile.init`.
  ///
  /// - Parameter components: the number of colour components in the image.
  func profile(components: Int) -> ICCProfile? {
    guard count > 0, !isDamaged, parts.count == count,
      parts.values.reduce(0, { $0 + $1.count }) <= ICCProfile.maximumSize
    else { return nil }
    var bytes: [UInt8] = []
    for number in 1...count {
      guard let part = parts[number] else { return nil }
      bytes.append(contentsOf: part)
    }
    return ICCProfile(bytes, components: components)
  }
}

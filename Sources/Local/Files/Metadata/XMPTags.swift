/// The start tags and end tags of an XMP packet.
///
/// XMP needs elements, attributes, texts and processing instructions only. A packet with anything
/// else isn't read.
struct XMPTags {
  struct Tag {
    enum Kind { case start, end, empty }

    let kind: Kind
    let name: String
    /// The values of the attributes, without references.
    let attributes: [String: String]
    /// The number of elements that contain the element.
    let depth: Int
    /// The position of the first byte.
    let start: Int
  }

  /// The tags in the order of the packet.
  private(set) var tags: [Tag] = []
  /// The position of the processing instruction that ends the packet; `nil` if there is none.
  private(set) var end: Int?

  private let bytes: [UInt8]
  private var position = 0
  private var openNames: [String] = []

  /// Reads a packet; `nil` if its tags aren't well formed.
  init?(_ packet: String) {
    bytes = Array(packet.utf8)
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      if skip("?") {
        if bytes[position...].starts(with: "xpacket end".utf8) { end = start }
        guard skipInstruction() else { return nil }
      } else if !readTag(at: start) {
        return nil
      }
    }
    guard openNames.isEmpty, !tags.isEmpty else { return nil }
  }

  /// Skips the rest of a processing instruction; `false` if it doesn't end.
  private mutating func skipInstruction() -> Bool {
    while let mark = bytes[position...].firstIndex(of: UInt8(ascii: "?")) {
      position = mark + 1
      if skip(">") { return true }
    }
    return false
  }

  private mutating func readTag(at start: Int) -> Bool {
    let isEnd = skip("/")
    guard let name = readName() else { return false }
    var attributes: [String: String] = [:]
    while true {
      let hasSpace = skipSpace()
      let isEmpty = !isEnd && skip("/")
      if skip(">") {
        return add(isEnd ? .end : isEmpty ? .empty : .start, name, attributes, at: start)
      }
      guard hasSpace, !isEnd, !isEmpty, let attribute = readName(), let value = readValue(),
        attributes.updateValue(value, forKey: attribute) == nil
      else { return false }
    }
  }

  private mutating func add(
    _ kind: Tag.Kind,
    _ name: String,
    _ attributes: [String: String],
    at start: Int
  ) -> Bool {
    if kind == .end, openNames.popLast() != name { return false }
    let depth = openNames.count
    if kind == .start { openNames.append(name) }
    tags.append(
      Tag(kind: kind, name: name, attributes: attributes, depth: depth, start: start)
    )
    return true
  }

  // MARK: Parts of a tag

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  /// Returns a name; `nil` if there is none.
  ///
  /// Characters beyond ASCII aren't checked.
  private mutating func readName() -> String? {
    let start = position
    while position < bytes.count, Self.isOfName(bytes[position]) { position += 1 }
    return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
  }

  /// Returns the value after an attribute's name.
  private mutating func readValue() -> String? {
    _ = skipSpace()
    guard skip("=") else { return nil }
    _ = skipSpace()
    let isDouble = skip("\"")
    guard isDouble || skip("'") else { return nil }
    let quote = UInt8(ascii: isDouble ? "\"" : "'")
    guard let end = bytes[position...].firstIndex(of: quote) else { return nil }
    let value = bytes[position..<end]
    position = end + 1
    return value.contains(UInt8(ascii: "<")) ? nil : XML.resolved(value)
  }

  static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }
}

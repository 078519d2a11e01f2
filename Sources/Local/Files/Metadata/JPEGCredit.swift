import Disk
import Model

/// The marker segments of a JPEG file before its first scan, and the changes that add a credit.
///
/// The file isn't trusted: every length is checked, and a file that can't be parsed is left
/// unchanged.
package struct JPEGCredit: Equatable {
  package enum Outcome: Equatable {
    /// The changes, in the order of their positions; none if the file already has the credit.
    case edits([FileEdit])
    /// These bytes end before the first scan.
    case needsMore
    case fault(CreditFault)
  }

  /// The maximum number of bytes after a segment's length field.
  package static let bodyLimit = 65_533
  package static let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let extensionSignature = Array("http://ns.adobe.com/xmp/extension/\0".utf8)

  /// The position for a new segment: after the last JFIF or EXIF segment before the index.
  private var insertionOffset = 2
  /// The body of the multi-picture index without its signature; `nil` if there is none.
  private var index: Range<Int>?
  private var packets: [Range<Int>] = []
  private var hasExtension = false
  /// Whether the file has a JUMBF box (ISO 19566-5), which holds content credentials (C2PA).
  private var hasContentCredentials = false
  /// The position of the first segment that is neither an application segment nor a comment.
  private(set) var imageStart = 0

  /// Reads the segments up to the first scan; `nil` if the bytes end before it.
  private init?(_ bytes: [UInt8]) throws(CreditFault) {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] == 0xFF, bytes[1] == 0xD8 else { throw .metadata }
    var position = 2
    while true {
      let start = position
      // Any number of FF bytes may precede a marker.
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      guard position < bytes.count else { return nil }
      guard position > start else { throw .metadata }
      let marker = bytes[position]
      if imageStart == 0, !(0xE0...0xEF).contains(marker), marker != 0xFE { imageStart = start }
      switch marker {
      case 0xDA: return
      case 0xC0...0xCF, 0xDB...0xDF, 0xE0...0xEF, 0xFE: break
      default: throw .metadata
      }
      guard position + 2 < bytes.count else { return nil }
      let length = Int(bytes[position + 1]) << 8 | Int(bytes[position + 2])
      guard length >= 2 else { throw .metadata }
      let body = (position + 3)..<(position + 1 + length)
      guard body.upperBound <= bytes.count else { return nil }
      position = body.upperBound
      read(marker, bytes, start, body)
    }
  }

  private mutating func read(_ marker: UInt8, _ bytes: [UInt8], _ start: Int, _ body: Range<Int>) {
    func begins(with signature: [UInt8]) -> Bool { bytes[body].starts(with: signature) }
    switch marker {
    case 0xE0,
      0xE1 where begins(with: Array("Exif\0".utf8)):
      if index == nil, imageStart == 0 { insertionOffset = body.upperBound }
    case 0xE1 where begins(with: Self.signature): packets.append(start..<body.upperBound)
    case 0xE1 where begins(with: Self.extensionSignature): hasExtension = true
    case 0xE2 where begins(with: Array("MPF\0".utf8)) && index == nil:
      index = (body.lowerBound + 4)..<body.upperBound
    case 0xEB where begins(with: Array("JP".utf8)):
      // The box's type follows the identifier, two numbers and the length (10918-1, annex I).
      if bytes[body].dropFirst(12).starts(with: "jumb".utf8) { hasContentCredentials = true }
    default: break
    }
  }

  /// Returns the changes that add a credit to a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's first bytes.
  ///   - isWhole: Whether these are all bytes of the file.
  package static func edits(
    adding packet: XMPPacket,
    to bytes: [UInt8],
    isWhole: Bool
  ) -> Outcome {
    do throws(CreditFault) {
      guard let file = try JPEGCredit(bytes) else {
        return isWhole ? .fault(.metadata) : .needsMore
      }
      return .edits(try file.edits(adding: packet, to: bytes))
    } catch {
      return .fault(error)
    }
  }

  /// Returns the position of the first byte after the metadata.
  ///
  /// `nil` if the bytes can't be parsed as a JPEG file or end before the first scan.
  package static func imageStart(of bytes: [UInt8]) -> Int? {
    guard let file = try? JPEGCredit(bytes) else { return nil }
    return file.imageStart
  }

  private func edits(adding packet: XMPPacket, to bytes: [UInt8]) throws(CreditFault) -> [FileEdit]
  {
    guard !hasContentCredentials else { throw .contentCredentials }
    let edit: FileEdit
    if let old = packets.first {
      guard packets.count == 1, old.upperBound <= imageStart else { throw .metadata }
      // Offsets are relative to the index, so bytes after it must not move relative to it.
      if let index, index.upperBound <= old.lowerBound { throw .metadata }
      // Fill bytes may precede the marker.
      let body = bytes[old].drop { $0 == 0xFF }.dropFirst(3 + Self.signature.count)
      guard let text = String(validating: body, as: UTF8.self) else { throw .metadata }
      // The address of content credentials that aren't in the file.
      guard !text.contains("dcterms:provenance") else { throw .contentCredentials }
      let merged = try packet.merged(into: text)
      guard merged != text else { return [] }
      edit = FileEdit(range: old, bytes: try Self.segment(merged))
    } else {
      guard !hasExtension else { throw .metadata }
      edit = FileEdit(
        range: insertionOffset..<insertionOffset,
        bytes: try Self.segment(packet.text)
      )
    }
    return [edit] + [size(growingBy: edit.bytes.count - edit.range.count, bytes)].compactMap(\.self)
  }

  /// Returns a segment with an XMP packet.
  private static func segment(_ packet: String) throws(CreditFault) -> [UInt8] {
    let body = signature + Array(packet.utf8)
    guard body.count <= bodyLimit else { throw .noRoom }
    return [0xFF, 0xE1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
  }

  /// Returns the change of the first picture's size in a multi-picture index (CIPA DC-007, 5.2.3).
  ///
  /// `nil` if there is no index or it can't be parsed.
  private func size(growingBy growth: Int, _ bytes: [UInt8]) -> FileEdit? {
    guard let index, index.count >= 8, index.upperBound <= imageStart else { return nil }
    let isLittleEndian = bytes[index.lowerBound] == UInt8(ascii: "I")
    func range(_ offset: Int, _ count: Int) -> Range<Int>? {
      guard offset >= 0, offset <= index.count - count else { return nil }
      return (index.lowerBound + offset)..<(index.lowerBound + offset + count)
    }
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard let range = range(offset, count) else { return nil }
      let digits = isLittleEndian ? bytes[range].reversed() : Array(bytes[range])
      return digits.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let start = directory + 2 + entry * 12
      guard let tag = number(start, 2) else { return nil }
      // The list of pictures. Each begins with attribute, size and offset, four bytes each.
      guard tag == 0xB002 else { continue }
      guard let list = number(start + 8, 4), let size = number(list + 4, 4),
        let field = range(list + 4, 4), number(list + 8, 4) == 0, size > 0,
        let grown = UInt32(exactly: size + growth)
      else { return nil }
      let digits = (0..<4).map { UInt8(truncatingIfNeeded: grown >> ($0 * 8)) }
      return FileEdit(range: field, bytes: isLittleEndian ? digits : digits.reversed())
    }
    return nil
  }
}

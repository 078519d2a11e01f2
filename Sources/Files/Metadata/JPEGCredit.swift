import Disk
import Model

/// Where a JPEG file gets a credit, by its marker segments before the first scan.
///
/// The file may be of any origin: every length is checked, and a file that isn't understood is left
/// as it is.
package struct JPEGCredit: Equatable {
  package enum Outcome: Equatable {
    /// The changes, in the order of their places; none if the file has the credit already.
    case edits([FileEdit])
    /// The first scan isn't among these bytes.
    case needsMore
    case fault(CreditFault)
  }

  /// The maximum number of bytes after a segment's length field.
  package static let bodyLimit = 65_533
  package static let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let extensionSignature = Array("http://ns.adobe.com/xmp/extension/\0".utf8)

  /// Where a new segment belongs: after the last JFIF or EXIF segment.
  private var place = 2
  /// The body of the first segment of a multi-picture index, after its signature.
  private var index: Range<Int>?
  private var packets: [Range<Int>] = []
  private var hasExtension = false
  /// The first byte that belongs to no segment of an application and no comment.
  private(set) var imageStart = 0

  /// Reads the segments up to the first scan.
  ///
  /// Returns `nil` if there are fewer bytes than segments.
  private init?(_ bytes: [UInt8]) throws(CreditFault) {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] == 0xFF, bytes[1] == 0xD8 else { throw .metadata }
    var position = 2
    while true {
      let start = position
      // Any number of FF may fill the space before a marker.
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
      if index == nil, imageStart == 0 { place = body.upperBound }
    case 0xE1 where begins(with: Self.signature): packets.append(start..<body.upperBound)
    case 0xE1 where begins(with: Self.extensionSignature): hasExtension = true
    case 0xE2 where begins(with: Array("MPF\0".utf8)) && index == nil:
      index = (body.lowerBound + 4)..<body.upperBound
    default: break
    }
  }

  /// Returns the changes that add a credit to a file.
  ///
  /// - Parameters:
  ///   - bytes: the file's first bytes.
  ///   - isWhole: whether these are all bytes of the file.
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

  /// Returns the first byte that isn't metadata; `nil` if these bytes are no start of a JPEG file.
  package static func imageStart(of bytes: [UInt8]) -> Int? {
    guard let file = try? JPEGCredit(bytes) else { return nil }
    return file.imageStart
  }

  private func edits(adding packet: XMPPacket, to bytes: [UInt8]) throws(CreditFault) -> [FileEdit]
  {
    let edit: FileEdit
    if let old = packets.first {
      guard packets.count == 1, old.upperBound <= imageStart else { throw .metadata }
      // The index counts from its own place: what follows it must not move.
      if let index, index.upperBound <= old.lowerBound { throw .metadata }
      // A marker may have fill bytes before it.
      let body = bytes[old].drop { $0 == 0xFF }.dropFirst(3 + Self.signature.count)
      guard let text = String(validating: body, as: UTF8.self) else { throw .metadata }
      let merged = try packet.merged(into: text)
      guard merged != text else { return [] }
      edit = FileEdit(range: old, bytes: try Self.segment(merged))
    } else {
      guard !hasExtension else { throw .metadata }
      edit = FileEdit(range: place..<place, bytes: try Self.segment(packet.text))
    }
    return [edit] + [size(growingBy: edit.bytes.count - edit.range.count, bytes)].compactMap(\.self)
  }

  /// A segment with a packet of XMP.
  private static func segment(_ packet: String) throws(CreditFault) -> [UInt8] {
    let body = signature + Array(packet.utf8)
    guard body.count <= bodyLimit else { throw .noRoom }
    return [0xFF, 0xE1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
  }

  /// Returns the change of the first picture's size in a multi-picture index (CIPA DC-007, 5.2.3);
  /// `nil` if there is no index or it isn't understood.
  private func size(growingBy growth: Int, _ bytes: [UInt8]) -> FileEdit? {
    guard let index, index.count >= 8, index.upperBound <= imageStart else { return nil }
    let isLittleEndian = bytes[index.lowerBound] == UInt8(ascii: "I")
    func place(_ offset: Int, _ count: Int) -> Range<Int>? {
      guard offset >= 0, offset <= index.count - count else { return nil }
      return (index.lowerBound + offset)..<(index.lowerBound + offset + count)
    }
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard let place = place(offset, count) else { return nil }
      let digits = isLittleEndian ? bytes[place].reversed() : Array(bytes[place])
      return digits.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let start = directory + 2 + entry * 12
      guard let tag = number(start, 2) else { return nil }
      // The list of pictures: attribute, size and offset of each, four bytes each.
      guard tag == 0xB002 else { continue }
      guard let list = number(start + 8, 4), let size = number(list + 4, 4),
        let field = place(list + 4, 4), number(list + 8, 4) == 0, size > 0,
        let grown = UInt32(exactly: size + growth)
      else { return nil }
      let digits = (0..<4).map { UInt8(truncatingIfNeeded: grown >> ($0 * 8)) }
      return FileEdit(range: field, bytes: isLittleEndian ? digits : digits.reversed())
    }
    return nil
  }
}

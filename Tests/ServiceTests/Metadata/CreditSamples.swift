import FoundationEssentials
import Harness
import Model

@testable import Disk
@testable import Files
@testable import Unsplash

/// JPEG files with several kinds of metadata, and a credit for them.
enum CreditSamples {
  static let photo = Photo(
    id: Photo.ID(service: .unsplash, value: "-_aB3"),
    width: 8,
    height: 8,
    description: "A <red> rose & \"thorns\"",
    altDescription: "a rose",
    author: Person(username: "ada", name: "Ada O'Neill"),
    picture: .derived(from: "https://images.example/photo-1"),
    pageURL: "https://unsplash.com/photos/a?b=c&d=e"
  )
  static let packet = XMPPacket(of: photo, .unsplash)
  static let style = FileStyle(credited: [.unsplash])

  static let jfif = FlatJPEG.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
  /// A TIFF header and an empty directory.
  static let exif = FlatJPEG.segment(
    0xE1,
    Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
  )
  static let profile = FlatJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 7])

  /// Returns a multi-picture index (CIPA DC-007) of two pictures.
  ///
  /// - Parameter size: The size of the first picture in bytes.
  static func index(_ size: UInt32 = 5_000, isLittleEndian: Bool = false) -> [UInt8] {
    func number(_ value: UInt32, _ count: Int) -> [UInt8] {
      let digits = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittleEndian ? digits : digits.reversed()
    }
    var body = Array("MPF\0".utf8) + Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2)
    body += number(8, 4) + number(2, 2)
    body += number(0xB001, 2) + number(4, 2) + number(1, 4) + number(2, 4)
    body += number(0xB002, 2) + number(7, 2) + number(32, 4) + number(38, 4) + number(0, 4)
    body += number(0x20_0000, 4) + number(size, 4) + number(0, 4) + number(0, 4)
    body += number(0, 4) + number(900, 4) + number(4_960, 4) + number(0, 4)
    return FlatJPEG.segment(0xE2, body)
  }

  static func xmp(_ packet: String) -> [UInt8] {
    FlatJPEG.segment(0xE1, JPEGCredit.signature + Array(packet.utf8))
  }

  /// Returns an XMP packet with these attributes and elements in its description.
  static func packet(_ attributes: String = "", _ elements: String = "") -> String {
    """
    <?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>
    <x:xmpmeta xmlns:x='adobe:ns:meta/'>
    <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
    <rdf:Description rdf:about='' \(attributes)>\(elements)</rdf:Description>
    </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end='w'?>
    """
  }

  static func file(_ segments: [UInt8]...) -> [UInt8] {
    var file = FlatJPEG(8, 8)
    file.preface = segments.flatMap(\.self)
    return file.bytes
  }

  static func edits(_ bytes: [UInt8], isWhole: Bool = true) -> JPEGCredit.Outcome {
    JPEGCredit.edits(adding: packet, to: bytes, isWhole: isWhole)
  }

  /// Returns the file after the changes; `nil` if there are none.
  static func changed(_ bytes: [UInt8]) -> [UInt8]? {
    guard case .edits(let edits) = edits(bytes), !edits.isEmpty else { return nil }
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound] + edit.bytes
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }

  /// Returns the marker and the body of each segment before the first scan of a valid file.
  static func segments(_ bytes: [UInt8]) -> [(marker: UInt8, body: [UInt8])] {
    var found: [(UInt8, [UInt8])] = []
    var position = 2
    while bytes[position + 1] != 0xDA {
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      found.append((bytes[position + 1], Array(bytes[(position + 4)..<(position + 2 + length)])))
      position += 2 + length
    }
    return found
  }

  /// Returns the XMP packets in a file.
  static func packets(_ bytes: [UInt8]) -> [String] {
    segments(bytes).filter { $0.marker == 0xE1 && $0.body.starts(with: JPEGCredit.signature) }
      .map { String(decoding: $0.body.dropFirst(JPEGCredit.signature.count), as: UTF8.self) }
  }
}

import Canvas

/// What the first bytes of a JPEG file say about it.
package struct JPEGHeader: Equatable, Sendable {
  /// Width in pixels as stored, before the orientation is applied.
  package var width: Int
  /// Height in pixels as stored.
  package var height: Int
  /// EXIF orientation, 1…8; 1 when there is none or it makes no sense.
  package var orientation: Int
  package var isProgressive: Bool
  /// Colour components: 1 grey, 3 colour, 4 CMYK.
  package var components: Int
  /// Where the frame header ends: past it, the bytes FF D9 can only be the end of the picture.
  var frameEnd: Int

  /// The size the picture is shown at.
  package var orientedSize: Size {
    orientation >= 5 ? Size(height, width) : Size(width, height)
  }

  /// Reads the marker segments (ITU-T T.81, B.1) up to the frame header.
  init(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    guard !bytes.isEmpty else { throw .truncated }
    guard bytes.count >= 2 else { throw bytes[0] == 0xFF ? .truncated : .notAJPEG }
    guard bytes[0] == 0xFF, bytes[1] == 0xD8 else { throw .notAJPEG }
    var orientation = 1
    var position = 2
    while true {
      let marker = try Self.nextMarker(bytes, &position)
      switch marker {
      case 0x01, 0xD0...0xD7: continue
      case 0xD9, 0xDA: throw .corrupt("no frame header before the first scan")
      default: break
      }
      guard position + 2 <= bytes.count else { throw .truncated }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2 else { throw .corrupt("a segment shorter than its length field") }
      let end = position + length
      guard end <= bytes.count else { throw .truncated }
      let body = UnsafeRawBufferPointer(rebasing: bytes[(position + 2)..<end])
      position = end
      switch marker {
      case 0xE1:
        if let found = ExifOrientation.read(body) { orientation = found }
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard body.count >= 6 else { throw .corrupt("a frame header that is too short") }
        height = Int(body[1]) << 8 | Int(body[2])
        width = Int(body[3]) << 8 | Int(body[4])
        components = Int(body[5])
        isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
        self.orientation = orientation
        frameEnd = end
        guard width > 0, height > 0 else { throw .corrupt("a picture without pixels") }
        return
      default: break
      }
    }
  }

  /// Skips to the byte after the next marker.
  private static func nextMarker(
    _ bytes: UnsafeRawBufferPointer,
    _ position: inout Int
  ) throws(ImagingError) -> UInt8 {
    while position < bytes.count, bytes[position] != 0xFF { position += 1 }
    // Any number of FF may fill the space before a marker.
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }
}

/// The one entry of EXIF that changes how a picture is shown.
private enum ExifOrientation {
  /// The orientation in an APP1 segment, nil when it carries none that is valid.
  ///
  /// EXIF 2.32, 4.5.2 and 4.6.4: a TIFF header in either byte order, tag 0x0112 in the first
  /// directory. Cameras write nonsense here often enough; it never fails the picture.
  static func read(_ segment: UnsafeRawBufferPointer) -> Int? {
    let signature: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    guard segment.count >= 14, segment.starts(with: signature) else { return nil }
    let tiff = UnsafeRawBufferPointer(rebasing: segment[6...])
    let isLittleEndian = tiff[0] == 0x49
    guard isLittleEndian || tiff[0] == 0x4D else { return nil }

    func number(_ offset: Int, bytes: Int) -> Int? {
      guard offset >= 0, offset + bytes <= tiff.count else { return nil }
      let slice = tiff[offset..<(offset + bytes)]
      return isLittleEndian
        ? slice.reversed().reduce(0) { $0 << 8 | Int($1) } : slice.reduce(0) { $0 << 8 | Int($1) }
    }

    guard let directory = number(4, bytes: 4), let count = number(directory, bytes: 2) else {
      return nil
    }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let tag = number(entry, bytes: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      guard let value = number(entry + 8, bytes: 2), (1...8).contains(value) else { return nil }
      return value
    }
    return nil
  }
}

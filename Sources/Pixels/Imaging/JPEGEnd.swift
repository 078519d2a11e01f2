import Canvas

/// Checks whether a file contains its whole image.
extension JPEG {
  /// Reads the header of a file and checks that the image is complete.
  ///
  /// The pixels are decoded only if the end marker is missing. Some complete images lack it. Bytes
  /// after the end are ignored: a motion photo has a video there.
  ///
  /// - Throws: `truncated`, `corrupt`, `file`, or the errors of `JPEGHeader.init`.
  package static func check(file path: String) throws(ImagingError) -> JPEGHeader {
    let file = try PhotoFile(path)
    let header: JPEGHeader
    do throws(ImagingError) { header = try file.header() } catch {
      guard error == .truncated, try file.hasEnd(after: 2) else { throw error }
      throw .corrupt("an end within the header")
    }
    let hasEnd = try file.hasEnd(after: header.scanStart)
    guard header.isPlausible(count: file.size) else {
      throw hasEnd ? .corrupt("fewer bytes than blocks need") : .truncated
    }
    guard !hasEnd else { return header }
    do throws(ImagingError) {
      _ = try decode(file.contents(), covering: Size(1, 1))
    } catch {
      if case .tooLarge = error { throw .truncated }
      throw error
    }
    return header
  }

  /// Whether there is an end marker after the header.
  static func hasEnd(_ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader) -> Bool {
    hasEnd(bytes, after: header.scanStart)
  }

  /// Whether there is an end marker after `start`.
  ///
  /// Searches backwards, because the marker is usually at the end.
  static func hasEnd(_ bytes: UnsafeRawBufferPointer, after start: Int) -> Bool {
    var position = bytes.count - 2
    while position >= start {
      if bytes[position] == 0xFF, bytes[position + 1] == 0xD9 { return true }
      position -= 1
    }
    return false
  }
}

/// The scans of an image without an end marker.
enum JPEGScans {
  /// Whether the scans contain all coefficients of all components in full precision (ITU-T T.81,
  /// B.2.3 and G.1).
  ///
  /// The last scan may be cut. If a progressive file ends between two scans, nothing else shows
  /// that scans are missing. Arithmetic coding doesn't show that a scan is cut, so such a file
  /// never counts as complete.
  static func areComplete(_ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader) -> Bool {
    guard !header.isArithmetic else { return false }
    // The lowest bit position received so far, for each coefficient of each component.
    var lowest: [UInt8: [UInt8]] = [:]
    var position = 2
    while let marker = nextMarker(bytes, &position) {
      guard position + 2 <= bytes.count else { return false }
      let end = position + (Int(bytes[position]) << 8 | Int(bytes[position + 1]))
      guard end >= position + 2, end <= bytes.count else { return false }
      let body = UnsafeRawBufferPointer(rebasing: bytes[(position + 2)..<end])
      position = end
      switch marker {
      case 0xC0...0xC2:
        for index in stride(from: 6, to: body.count - 2, by: 3) {
          lowest[body[index]] = Array(repeating: .max, count: 64)
        }
      case 0xDA:
        guard let count = body.first, body.count == 4 + 2 * Int(count) else { return false }
        let (first, last) = (Int(body[body.count - 3]), Int(body[body.count - 2]))
        guard first <= last, last < 64 else { return false }
        for index in stride(from: 1, through: 2 * Int(count), by: 2) {
          for coefficient in first...last {
            lowest[body[index]]?[coefficient] = body[body.count - 1] & 15
          }
        }
      default: break
      }
    }
    return lowest.count == header.components
      && lowest.values.allSatisfy { $0.allSatisfy { $0 == 0 } }
  }

  /// Skips to the byte after the next marker that starts a segment; `nil` if there is none.
  private static func nextMarker(
    _ bytes: UnsafeRawBufferPointer,
    _ position: inout Int
  ) -> UInt8? {
    while position + 1 < bytes.count {
      defer { position += 1 }
      guard bytes[position] == 0xFF else { continue }
      switch bytes[position + 1] {
      // A data byte, a marker without a segment, or a fill byte.
      case 0x00, 0x01, 0xD0...0xD9, 0xFF: continue
      case let marker:
        position += 1
        return marker
      }
    }
    return nil
  }
}

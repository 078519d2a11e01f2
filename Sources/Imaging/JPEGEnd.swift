import Canvas

/// Checks of whether all of a picture is in its file.
extension JPEG {
  /// Reads the header of a file and makes sure that the picture goes on to its end.
  ///
  /// The pixels are only decoded if the end marker is missing, as it is in some whole pictures.
  /// Bytes after the end don't matter: a motion photo has a film there.
  ///
  /// - Throws: `truncated`, `corrupt`, `file`, or what `JPEGHeader.init` throws.
  package static func check(file path: String) throws(ImagingError) -> JPEGHeader {
    let file = try MappedFile(path)
    let header: JPEGHeader
    do throws(ImagingError) {
      header = try JPEGHeader(file.bytes)
    } catch {
      guard error == .truncated, hasEnd(file.bytes, after: 2) else { throw error }
      throw .corrupt("an end within the header")
    }
    let hasEnd = hasEnd(file.bytes, header)
    guard header.isPlausible(count: file.bytes.count) else {
      throw hasEnd ? .corrupt("fewer bytes than blocks need") : .truncated
    }
    guard !hasEnd else { return header }
    do throws(ImagingError) {
      _ = try decode(file.bytes, covering: Size(1, 1))
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

  /// Searches from the back, where the marker nearly always is.
  private static func hasEnd(_ bytes: UnsafeRawBufferPointer, after start: Int) -> Bool {
    var position = bytes.count - 2
    while position >= start {
      if bytes[position] == 0xFF, bytes[position + 1] == 0xD9 { return true }
      position -= 1
    }
    return false
  }
}

/// The scans of a picture without an end marker.
enum JPEGScans {
  /// Whether the scans of a file have all coefficients of all components in full precision (ITU-T
  /// T.81, B.2.3 and G.1); the last scan may be cut.
  ///
  /// Between two scans of a progressive picture nothing else shows that more were to come. In
  /// arithmetic coding nothing shows that a scan is cut, so that it is never complete.
  static func areComplete(_ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader) -> Bool {
    guard !header.isArithmetic else { return false }
    // The position of the lowest bit that is there, of each coefficient.
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

  /// Skips to the byte after the next marker that a segment follows; `nil` at the end.
  private static func nextMarker(
    _ bytes: UnsafeRawBufferPointer,
    _ position: inout Int
  ) -> UInt8? {
    while position + 1 < bytes.count {
      defer { position += 1 }
      guard bytes[position] == 0xFF else { continue }
      switch bytes[position + 1] {
      // A byte of data, a restart, or a filler.
      case 0x00, 0x01, 0xD0...0xD9, 0xFF: continue
      case let marker:
        position += 1
        return marker
      }
    }
    return nil
  }
}

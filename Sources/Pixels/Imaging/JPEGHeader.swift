import Canvas
import Glibc
import JPEGBlockMeans

/// The header of a JPEG file, up to its first scan.
///
/// A header is read as in libjpeg-turbo 2.1 and 3 (jdmarker.c), or refused. The memory of the
/// decoder is computed from it (`JPEGPlan`), so the decoder must never find another frame.
package struct JPEGHeader: Equatable, Sendable {
  /// The stored width in pixels, before the orientation is applied.
  package private(set) var width = 0
  /// The stored height in pixels.
  package private(set) var height = 0
  /// The EXIF orientation, 1…8; 1 if it is missing or invalid.
  package var orientation = 1
  package private(set) var isProgressive = false
  /// Whether the coding is arithmetic.
  ///
  /// An empty block may then take less than a bit.
  private(set) var isArithmetic = false
  /// The sampling factors of each colour component.
  private(set) var sampling: [JPEGFrame.SamplingFactors] = []
  /// The number of components in the first scan.
  private(set) var scanned = 0
  /// The position of the first scan.
  ///
  /// After it, the bytes FF D9 can only be the end of the image.
  private(set) var scanStart = 0
  /// The profile of the image's colours; `nil` if they are those of sRGB.
  private(set) var profile: ICCProfile?

  /// The number of colour components: 1 for grey, 3 for colour, 4 for CMYK.
  package var components: Int { sampling.count }

  /// Whether the image has several scans, so that the decoder must store all of it.
  var isMultiScan: Bool { isProgressive || scanned < components }

  /// The size of the image after the orientation is applied.
  package var orientedSize: Size {
    orientation >= 5 ? Size(height, width) : Size(width, height)
  }

  /// Reads the marker segments (ITU-T T.81, B.1) up to the first scan.
  ///
  /// - Throws: `notAJPEG`, `unsupported`, `truncated` or `corrupt`.
  init(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    guard !bytes.isEmpty else { throw .truncated }
    guard bytes.count >= 2 else { throw bytes[0] == 0xFF ? .truncated : .notAJPEG }
    guard bytes[0] == 0xFF, bytes[1] == 0xD8 else {
      throw ImageFormat(bytes).map(ImagingError.unsupported) ?? .notAJPEG
    }
    var position = 2
    var parts = ICCProfileParts()
    while scanStart == 0 {
      let marker = try Self.nextMarker(bytes, &position)
      switch marker {
      case 0x01, 0xD0...0xD7: continue
      case 0xC0...0xC2, 0xC4, 0xC9, 0xCA, 0xCC, 0xDA...0xDD, 0xE0...0xEF, 0xFE: break
      case 0xC3, 0xC7, 0xCB, 0xCF: throw .unsupported(.lossless)
      case 0xC5, 0xC6, 0xCD, 0xCE: throw .unsupported(.hierarchical)
      case 0xD9: throw .corrupt("an end before the first scan")
      default: throw .corrupt("a marker of no Huffman or arithmetic picture")
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
      case 0xE2: parts.add(body)
      case 0xC0...0xC2, 0xC9, 0xCA:
        guard sampling.isEmpty else { throw .corrupt("a second frame header") }
        try readFrame(body)
        isProgressive = marker == 0xC2 || marker == 0xCA
        isArithmetic = marker == 0xC9 || marker == 0xCA
      case 0xDA:
        guard !sampling.isEmpty else { throw .corrupt("no frame header before the first scan") }
        guard let count = body.first, (1...4).contains(count), body.count == 4 + 2 * Int(count)
        else { throw .corrupt("a scan header of the wrong length") }
        scanned = Int(count)
        scanStart = end
      default: break
      }
    }
    profile = parts.profile(components: components)
  }

  /// Reads the header of an open file, and little more of the file.
  ///
  /// - Throws: `file` without a path if the disk fails, or the errors of the other initializer.
  package init(descriptor: Int32) throws(ImagingError) {
    var bytes: [UInt8] = []
    var wanted = 1 << 16
    while true {
      let isAll = try Self.read(descriptor, upTo: wanted, into: &bytes)
      let header = bytes.withUnsafeBytes { buffer in
        Result { () throws(ImagingError) in try JPEGHeader(buffer) }
      }
      // EXIF data, colour profiles and previews may take megabytes.
      guard header == .failure(.truncated), !isAll, wanted < JPEGPlan.budget / 8 else {
        self = try header.get()
        return
      }
      wanted *= 4
    }
  }

  /// Reads the file until `bytes` has at least `wanted` bytes.
  ///
  /// - Returns: whether the end of the file was reached.
  private static func read(
    _ descriptor: Int32,
    upTo wanted: Int,
    into bytes: inout [UInt8]
  ) throws(ImagingError) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < wanted {
      let count = pread(descriptor, &chunk, chunk.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .file(path: "", errno: errno) }
      guard count > 0 else { return true }
      bytes += chunk[..<count]
    }
    return false
  }

  /// Reads a frame header (B.2.2).
  private mutating func readFrame(_ body: UnsafeRawBufferPointer) throws(ImagingError) {
    guard body.count >= 6, body.count == 6 + 3 * Int(body[5]) else {
      throw .corrupt("a frame header of the wrong length")
    }
    guard body[0] != 12 else { throw .unsupported(.twelveBit) }
    guard body[0] == 8 else { throw .corrupt("not eight bits a sample") }
    height = Int(body[1]) << 8 | Int(body[2])
    width = Int(body[3]) << 8 | Int(body[4])
    guard width > 0, height > 0 else { throw .corrupt("a picture without pixels") }
    sampling = stride(from: 7, to: body.count, by: 3).map {
      JPEGFrame.SamplingFactors(horizontal: Int(body[$0] >> 4), vertical: Int(body[$0] & 15))
    }
    guard [1, 3, 4].contains(components) else { throw .corrupt("an unknown colour model") }
    guard
      sampling.allSatisfy({ (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) })
    else { throw .corrupt("impossible sampling factors") }
  }

  /// Skips to the byte after the next marker.
  private static func nextMarker(
    _ bytes: UnsafeRawBufferPointer,
    _ position: inout Int
  ) throws(ImagingError) -> UInt8 {
    while true {
      while position < bytes.count, bytes[position] != 0xFF { position += 1 }
      // Any number of FF bytes may precede a marker.
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      guard position < bytes.count else { throw .truncated }
      defer { position += 1 }
      // FF 00 is a data byte.
      if bytes[position] != 0 { return bytes[position] }
    }
  }
}

/// The EXIF orientation, the only EXIF entry that changes how an image is shown.
private enum ExifOrientation {
  /// Returns the orientation in an APP1 segment; `nil` if there is no valid one.
  ///
  /// The format is EXIF 2.32, 4.5.2 and 4.6.4: a TIFF header in either byte order, with tag 0x0112
  /// in the first directory. Cameras often write invalid data here, so it never makes an image
  /// invalid.
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

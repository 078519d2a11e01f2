import Canvas
import Glibc

/// A decoder of JPEGs at an eighth of their size, from the means of their blocks alone.
///
/// libjpeg-turbo decodes every coefficient, whatever the requested scale. At an eighth, only the
/// first coefficient of each block matters (ITU-T T.81, A.3.3). The others are skipped here, as
/// many codes at a time as the next bits contain. Scans of a progressive image without first
/// coefficients are skipped as a whole. This also saves the memory for all coefficients.
///
/// This decoder reads the files that cameras and the web produce. It leaves all other files, and
/// those that look damaged, to libjpeg-turbo, which also decides about errors.
///
/// The bytes are untrusted. Whatever they contain, and whatever frame is given, no byte outside
/// them is read, no memory outside the coefficients is written, and no arithmetic traps. The memory
/// is two bytes for each block of the frame, the returned pixels, and 70 KB of tables. Each byte is
/// read once, and each block is visited at most fourteen times: a component has one scan of first
/// coefficients and at most thirteen that refine them (G.1.2.1).
package struct JPEGMeans: ~Copyable {
  private let bytes: UnsafeRawBufferPointer
  private let frame: JPEGFrame
  /// The offset of the next byte; the first two are the marker of the beginning.
  private var position = 2
  private var planes = JPEGMeanPlanes()
  /// The step of the first coefficient in each quantization table; 0 if the table is missing.
  private var quantizers = [Int](repeating: 0, count: 4)
  /// The Huffman tables for first coefficients.
  private var means = [MeanCode?](repeating: nil, count: 4)
  /// The Huffman tables for the other coefficients.
  private var others = [SkippedCode?](repeating: nil, count: 4)
  /// The number of MCUs between restart markers; 0 for none.
  private var restartInterval = 0

  /// Returns the pixels of an image at an eighth of its size: 8-bit sRGB, three bytes per pixel,
  /// row by row without padding.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - frame: the frame from the file's header.
  /// - Returns: an eighth of the frame's size, rounded up, and its pixels; `nil` if libjpeg-turbo
  ///   must decide about the file.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ frame: JPEGFrame
  ) -> (size: Size, pixels: [UInt8])? {
    guard frame.isReadable else { return nil }
    var decoder = JPEGMeans(bytes, frame)
    return decoder.read() ? (frame.eighth, decoder.planes.pixels(frame.eighth)) : nil
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ frame: JPEGFrame) {
    self.bytes = bytes
    self.frame = frame
  }

  // MARK: Segments

  /// Reads all segments up to the end of the image (B.1).
  ///
  /// - Returns: false if libjpeg-turbo must decide about the file.
  private mutating func read() -> Bool {
    while let marker = nextMarker() {
      if marker == 0xD9 {
        return !planes.components.isEmpty && planes.components.allSatisfy { $0.precision != nil }
      }
      guard let body = segment() else { return false }
      let isSound: Bool
      switch marker {
      // A table applies from a component's first scan on, whatever follows later.
      case 0xDB:
        isSound = planes.components.allSatisfy { $0.precision == nil } && readQuantizers(body)
      case 0xC4: isSound = readCodes(body)
      case 0xC0...0xC2: isSound = planes.readFrame(body, frame)
      case 0xDD:
        isSound = body.count == 2
        if isSound { restartInterval = Self.number(body, 0) }
      case 0xDA: isSound = readScan(body)
      case 0xEE: isSound = !Self.isOtherColors(body)
      case 0xE0...0xEF, 0xFE: isSound = true
      default: isSound = false
      }
      guard isSound else { return false }
    }
    return false
  }

  /// Whether Adobe's segment says that the components aren't luma and chroma.
  private static func isOtherColors(_ body: UnsafeRawBufferPointer) -> Bool {
    body.count >= 12 && body.starts(with: Array("Adobe".utf8)) && body[11] != 1
  }

  /// Reads the code of the marker that must follow; `nil` if there is none.
  private mutating func nextMarker() -> UInt8? {
    guard position + 2 <= bytes.count, bytes[position] == 0xFF else { return nil }
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads the length of a segment and returns its body; `nil` if the file ends before.
  private mutating func segment() -> UnsafeRawBufferPointer? {
    guard position + 2 <= bytes.count else { return nil }
    let end = position + Self.number(bytes, position)
    guard end >= position + 2, end <= bytes.count else { return nil }
    defer { position = end }
    return UnsafeRawBufferPointer(rebasing: bytes[(position + 2)..<end])
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    Int(bytes[index]) << 8 | Int(bytes[index + 1])
  }

  /// Reads quantization tables (B.2.4.1).
  ///
  /// Only the first number of each table matters.
  private mutating func readQuantizers(_ body: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < body.count {
      let (isWide, table) = (body[index] >> 4 == 1, Int(body[index] & 15))
      let count = isWide ? 128 : 64
      guard body[index] >> 4 <= 1, table < 4, index + 1 + count <= body.count else { return false }
      quantizers[table] = isWide ? Self.number(body, index + 1) : Int(body[index + 1])
      index += 1 + count
    }
    return true
  }

  /// Reads Huffman tables (B.2.4.2).
  private mutating func readCodes(_ body: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < body.count {
      guard index + 17 <= body.count else { return false }
      let (kind, table) = (body[index] >> 4, Int(body[index] & 15))
      let count = body[(index + 1)..<(index + 17)].reduce(0) { $0 + Int($1) }
      let end = index + 17 + count
      guard kind <= 1, table < 4, count <= 256, end <= body.count else { return false }
      // The other coefficients of a progressive image are never read.
      if kind == 0 || !frame.isProgressive {
        guard
          let code = HuffmanCode(
            counts: body[(index + 1)..<(index + 17)],
            symbols: body[(index + 17)..<end]
          )
        else { return false }
        if kind == 0 { means[table] = MeanCode(code) } else { others[table] = SkippedCode(code) }
      }
      index = end
    }
    return true
  }

  // MARK: Scans

  /// Reads a scan header (B.2.3) and the scan.
  private mutating func readScan(_ body: UnsafeRawBufferPointer) -> Bool {
    guard let count = body.first.map({ Int($0) }), (1...3).contains(count),
      !planes.components.isEmpty, body.count == 4 + 2 * count
    else { return false }
    let (first, last) = (body[count * 2 + 1], body[count * 2 + 2])
    let (before, after) = (Int(body[count * 2 + 3] >> 4), Int(body[count * 2 + 3] & 15))
    if frame.isProgressive, first > 0 { return skipScan() }
    guard first == 0, frame.isProgressive ? last == 0 && after <= 13 : before + after == 0
    else { return false }
    var blocks: [JPEGScan.Block] = []
    var alone = planes.units
    for number in 0..<count {
      let (id, tables) = (body[number * 2 + 1], body[number * 2 + 2])
      guard tables >> 4 < 4, tables & 15 < 4,
        let index = planes.components.firstIndex(where: { $0.id == id }),
        quantizers[planes.components[index].quantizer] > 0,
        planes.components[index].precision == (before == 0 ? nil : before),
        before == 0 || after == before - 1
      else { return false }
      planes.components[index].precision = after
      planes.components[index].factor = quantizers[planes.components[index].quantizer]
      let mean = means[Int(tables >> 4)]
      let other = frame.isProgressive ? nil : others[Int(tables & 15)]
      guard before > 0 || mean != nil, frame.isProgressive || other != nil else { return false }
      let component = planes.components[index]
      alone = component.size
      for row in 0..<(count == 1 ? 1 : component.vertical) {
        for column in 0..<(count == 1 ? 1 : component.horizontal) {
          blocks.append(
            JPEGScan.Block(
              part: number,
              start: component.start + row * component.stride + column,
              across: count == 1 ? 1 : component.horizontal,
              down: component.stride * (count == 1 ? 1 : component.vertical),
              mean: mean,
              others: other
            )
          )
        }
      }
    }
    let scan = JPEGScan(
      // The order is unit by unit, or block by block if the scan has one component (A.2).
      size: count == 1 ? alone : planes.units,
      blocks: blocks,
      shift: after,
      isRefinement: before > 0,
      restartInterval: restartInterval
    )
    guard var bits = JPEGBits(bytes, at: position) else { return false }
    let isSound = planes.coefficients.withUnsafeMutableBufferPointer {
      $0.baseAddress.map { scan.decode(&bits, into: $0) } ?? false
    }
    guard isSound, bits.reachesMarker() else { return false }
    position = bits.position
    return true
  }

  /// Skips to the marker that ends a scan.
  private mutating func skipScan() -> Bool {
    guard let base = bytes.baseAddress else { return false }
    while position + 1 < bytes.count {
      guard let found = memchr(base + position, 0xFF, bytes.count - 1 - position) else {
        return false
      }
      position = base.distance(to: UnsafeRawPointer(found))
      switch bytes[position + 1] {
      case 0, 0xD0...0xD7: position += 2
      default: return true
      }
    }
    return false
  }
}

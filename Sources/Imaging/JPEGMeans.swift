import Canvas
import Glibc

/// A JPEG at an eighth of its size, made of the means of its blocks alone.
///
/// libjpeg-turbo decodes every coefficient, whatever scale it is asked for. At an eighth only the
/// first one of each block counts (ITU-T T.81, A.3.3), so the others are skipped here: as many codes
/// at a time as a look at the next bits shows, and a progressive picture's scans of them as a whole,
/// which also spares the memory for all coefficients.
///
/// This reads what cameras and the web write. Everything else, and whatever looks damaged, is left
/// to libjpeg-turbo, and so is the judgement of it.
struct JPEGMeans: ~Copyable {
  /// A colour component, and the first coefficients of its blocks.
  private struct Component {
    let id: UInt8
    let horizontal: Int
    let vertical: Int
    let quantizer: Int
    /// Blocks that the component itself has, and those across a row of whole units.
    let size: Size
    let stride: Int
    /// Where its coefficients begin.
    let start: Int
    /// The lowest bit that is known of the coefficients; nil before their first scan.
    var precision: Int?
  }

  private let bytes: UnsafeRawBufferPointer
  private let header: JPEGHeader
  private let isDone: ((Int) -> Void)?
  private var position = 2
  private var components: [Component] = []
  private var units = Size(0, 0)
  private var coefficients: [Int16] = []
  private var quantizers = [Int](repeating: 0, count: 4)
  private var means = [MeanCode?](repeating: nil, count: 4)
  private var others = [SkippedCode?](repeating: nil, count: 4)
  private var restartInterval = 0

  /// - Parameter isDone: called with the offset up to which all bytes were read; they must stay
  ///   readable.
  /// - Returns: nil for what libjpeg-turbo should have a look at.
  static func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ header: JPEGHeader,
    isDone: ((Int) -> Void)? = nil
  ) -> Bitmap? {
    var decoder = JPEGMeans(bytes, header, isDone)
    return decoder.read() ? decoder.bitmap() : nil
  }

  private init(
    _ bytes: UnsafeRawBufferPointer,
    _ header: JPEGHeader,
    _ isDone: ((Int) -> Void)?
  ) {
    self.bytes = bytes
    self.header = header
    self.isDone = isDone
  }

  // MARK: Segments

  /// Reads everything up to the end of the picture (B.1).
  private mutating func read() -> Bool {
    guard !header.isArithmetic, header.components == 1 || header.components == 3 else {
      return false
    }
    while let marker = nextMarker() {
      if marker == 0xD9 { return components.allSatisfy { $0.precision != nil } }
      guard let body = segment() else { return false }
      let isSound: Bool
      switch marker {
      // A table counts from a component's first scan on, whatever comes later.
      case 0xDB: isSound = !components.contains { $0.precision != nil } && readQuantizers(body)
      case 0xC4: isSound = readCodes(body)
      case 0xC0...0xC2: isSound = readFrame(body)
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

  /// Whether Adobe's segment says that the components are no luma and chroma.
  private static func isOtherColors(_ body: UnsafeRawBufferPointer) -> Bool {
    body.count >= 12 && body.starts(with: Array("Adobe".utf8)) && body[11] != 1
  }

  private mutating func nextMarker() -> UInt8? {
    guard position + 2 <= bytes.count, bytes[position] == 0xFF else { return nil }
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

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

  /// B.2.4.1; of each table only the first number matters.
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

  /// B.2.4.2.
  private mutating func readCodes(_ body: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < body.count {
      guard index + 17 <= body.count else { return false }
      let (kind, table) = (body[index] >> 4, Int(body[index] & 15))
      let count = body[(index + 1)..<(index + 17)].reduce(0) { $0 + Int($1) }
      let end = index + 17 + count
      guard kind <= 1, table < 4, count <= 256, end <= body.count else { return false }
      // A progressive picture's other coefficients are never read.
      if kind == 0 || !header.isProgressive {
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

  /// B.2.2; what `JPEGHeader` has found sound already.
  private mutating func readFrame(_ body: UnsafeRawBufferPointer) -> Bool {
    let count = header.components
    guard components.isEmpty, body.count == 6 + 3 * count else { return false }
    let sampling = header.sampling
    let (across, down) = (sampling[0].horizontal, sampling[0].vertical)
    // Luma has the most samples, and chroma a whole part of them.
    guard sampling.allSatisfy({ across % $0.horizontal == 0 && down % $0.vertical == 0 }) else {
      return false
    }
    units = Size(
      Self.roundUp(header.width, across * 8) / 8 / across,
      Self.roundUp(header.height, down * 8) / 8 / down
    )
    var start = 0
    for (number, factors) in sampling.enumerated() {
      let entry = 6 + 3 * number
      guard body[entry + 2] < 4 else { return false }
      let stride = units.width * factors.horizontal
      components.append(
        Component(
          id: body[entry],
          horizontal: factors.horizontal,
          vertical: factors.vertical,
          quantizer: Int(body[entry + 2]),
          size: Size(
            Self.blocks(header.width, factors.horizontal, across),
            Self.blocks(header.height, factors.vertical, down)
          ),
          stride: stride,
          start: start
        )
      )
      start += stride * units.height * factors.vertical
    }
    // "RGB" in place of 1, 2, 3.
    guard count == 1 || components[0].id != 0x52 else { return false }
    coefficients = [Int16](repeating: 0, count: start)
    return true
  }

  /// Blocks of a side whose component has so many samples of the most there are (A.1.1).
  private static func blocks(_ pixels: Int, _ factor: Int, _ most: Int) -> Int {
    let samples = (pixels * factor + most - 1) / most
    return (samples + 7) / 8
  }

  private static func roundUp(_ value: Int, _ unit: Int) -> Int {
    (value + unit - 1) / unit * unit
  }

  // MARK: Scans

  /// B.2.3.
  private mutating func readScan(_ body: UnsafeRawBufferPointer) -> Bool {
    guard let count = body.first.map({ Int($0) }), (1...3).contains(count), !components.isEmpty,
      body.count == 4 + 2 * count
    else { return false }
    let (first, last) = (body[count * 2 + 1], body[count * 2 + 2])
    let (before, after) = (Int(body[count * 2 + 3] >> 4), Int(body[count * 2 + 3] & 15))
    if header.isProgressive, first > 0 { return skipScan() }
    guard first == 0, header.isProgressive ? last == 0 && after <= 13 : before + after == 0
    else { return false }
    var blocks: [JPEGScan.Block] = []
    var alone = units
    for number in 0..<count {
      let (id, tables) = (body[number * 2 + 1], body[number * 2 + 2])
      guard tables >> 4 < 4, tables & 15 < 4,
        let index = components.firstIndex(where: { $0.id == id }),
        quantizers[components[index].quantizer] > 0,
        components[index].precision == (before == 0 ? nil : before),
        before == 0 || after == before - 1
      else { return false }
      components[index].precision = after
      let mean = means[Int(tables >> 4)]
      let other = header.isProgressive ? nil : others[Int(tables & 15)]
      guard before > 0 || mean != nil, header.isProgressive || other != nil else { return false }
      let component = components[index]
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
      // A.2: unit by unit, or, where a scan has one component alone, block by block.
      size: count == 1 ? alone : units,
      blocks: blocks,
      shift: after,
      isRefinement: before > 0,
      restartInterval: restartInterval
    )
    guard var bits = JPEGBits(bytes, at: position) else { return false }
    let isDone = isDone
    let isSound = coefficients.withUnsafeMutableBufferPointer {
      $0.baseAddress.map { scan.decode(&bits, into: $0, isDone: isDone) } ?? false
    }
    guard isSound, bits.reachesMarker() else { return false }
    position = bits.position
    return true
  }

  /// Goes on to the marker that ends a scan.
  private mutating func skipScan() -> Bool {
    guard let base = bytes.baseAddress else { return false }
    defer { isDone?(position) }
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

  // MARK: Pixels

  /// The blocks' means as pixels, in the colours of JFIF (ITU-T T.871, 7).
  private borrowing func bitmap() -> Bitmap {
    let size = header.decodedSize(eighths: 1)
    return Bitmap(filling: size.width, size.height) { target in
      coefficients.withUnsafeBufferPointer { coefficients in
        guard let coefficients = coefficients.baseAddress else { return }
        var output = target
        for y in 0..<size.height {
          guard components.count == 3 else {
            let row = coefficients + y * components[0].stride
            for x in 0..<size.width {
              let luma = sample(row[x], components[0])
              for channel in 0..<3 { output[channel] = UInt8(truncatingIfNeeded: luma) }
              output += 3
            }
            continue
          }
          fill(output, size.width, y, coefficients)
          output += size.width * 3
        }
      }
    }
  }

  private borrowing func fill(
    _ target: UnsafeMutablePointer<UInt8>,
    _ width: Int,
    _ y: Int,
    _ coefficients: UnsafePointer<Int16>
  ) {
    let (luma, blue, red) = (components[0], components[1], components[2])
    func row(_ component: Component) -> UnsafePointer<Int16> {
      let line = y * component.vertical / luma.vertical
      return coefficients + component.start + line * component.stride
    }
    let (lumas, blues, reds) = (row(luma), row(blue), row(red))
    let (blueStep, redStep) = (luma.horizontal / blue.horizontal, luma.horizontal / red.horizontal)
    var output = target
    for x in 0..<width {
      let value = sample(lumas[x], luma) << 16 + 1 << 15
      let toBlue = sample(blues[x / blueStep], blue) - 128
      let toRed = sample(reds[x / redStep], red) - 128
      // 1.402, 0.344136, 0.714136 and 1.772 in 1/65536.
      output[0] = Self.byte((value + 91881 * toRed) >> 16)
      output[1] = Self.byte((value - 22554 * toBlue - 46802 * toRed) >> 16)
      output[2] = Self.byte((value + 116_130 * toBlue) >> 16)
      output += 3
    }
  }

  /// The mean of a block whose first coefficient is given: an eighth of it, around 128 (A.3.3).
  private borrowing func sample(_ coefficient: Int16, _ component: Component) -> Int {
    min(max((Int(coefficient) * quantizers[component.quantizer] + 4) >> 3 + 128, 0), 255)
  }

  private static func byte(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(value, 0), 255))
  }
}

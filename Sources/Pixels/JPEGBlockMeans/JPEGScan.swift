import Canvas

/// A scan of a JPEG.
///
/// Only the first coefficient of each block is stored.
struct JPEGScan {
  /// A block of each unit of the scan.
  ///
  /// A unit is a minimum coded unit (MCU), or a single block if the scan has one component.
  struct Block {
    /// The index of its component in the scan.
    let part: Int
    /// The index of the first unit's coefficient.
    let start: Int
    /// The distance between the coefficients of horizontally adjacent units.
    let across: Int
    /// The distance between the coefficients of vertically adjacent units.
    let down: Int
    let mean: MeanCode?
    /// The code of the other coefficients; `nil` if the scan has none.
    let others: SkippedCode?
  }

  /// The number of units across and down.
  let size: Size
  let blocks: [Block]
  /// The position of the lowest bit in the scan (Al, T.81 G.1.1.1.2).
  let shift: Int
  /// Whether the scan adds one bit to the coefficients of earlier scans.
  let isRefinement: Bool
  /// The number of units between restarts; 0 for none.
  let restartInterval: Int

  /// Decodes the scan into `coefficients`.
  ///
  /// - Returns: false if the data is invalid.
  func decode(
    _ bits: inout JPEGBits,
    into coefficients: UnsafeMutablePointer<Int16>
  ) -> Bool {
    var last = SIMD4<Int32>.zero
    var untilRestart = restartInterval
    return blocks.withUnsafeBufferPointer { blocks in
      for y in 0..<size.height {
        for x in 0..<size.width {
          if restartInterval > 0 {
            if untilRestart == 0 {
              guard bits.restart() else { return false }
              last = .zero
              untilRestart = restartInterval
            }
            untilRestart -= 1
          }
          for block in blocks {
            let coefficient = coefficients + block.start + y * block.down + x * block.across
            if isRefinement {
              coefficient.pointee |= Int16(truncatingIfNeeded: bits.read(1) << shift)
              continue
            }
            guard let difference = block.mean?.next(&bits) else { return false }
            last[block.part] &+= difference
            coefficient.pointee = Int16(truncatingIfNeeded: last[block.part] << Int32(shift))
            block.others?.skip(&bits)
          }
        }
      }
      return true
    }
  }
}

/// The bits of a scan (T.81, F.2.2.5).
///
/// Zeros stuffed after FF are removed. The bits end at the next marker.
struct JPEGBits {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  /// The position of the next byte to be read.
  private(set) var position: Int
  /// The next bits; the first one is the highest.
  private var buffer: UInt64 = 0
  /// The number of bits in the buffer.
  private var held = 0
  /// The number of zero bits in the buffer that replace missing data.
  private var padding = 0

  /// Creates a reader; `nil` if there are no bytes.
  init?(_ bytes: UnsafeRawBufferPointer, at position: Int) {
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return nil }
    self.base = base
    count = bytes.count
    self.position = position
  }

  /// Returns the next bits, at least 32 of them, from the highest bit on.
  @inline(__always)
  mutating func peek() -> UInt64 {
    if held < 32 { refill() }
    return buffer
  }

  /// Skips up to 32 bits that were returned by `peek()`.
  @inline(__always)
  mutating func skip(_ bits: Int) {
    buffer <<= UInt64(truncatingIfNeeded: bits)
    held &-= bits
  }

  /// Reads 1 to 16 bits as a number.
  @inline(__always)
  mutating func read(_ bits: Int) -> Int {
    let value = peek() >> UInt64(truncatingIfNeeded: 64 &- bits)
    skip(bits)
    return Int(truncatingIfNeeded: value)
  }

  /// Fills the buffer with at least 32 bits, with zeros after the end of the data.
  @inline(__always)
  private mutating func refill() {
    if position &+ 8 <= count {
      let next = UInt64(
        bigEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
      )
      // Eight bytes are read at a time if none of them is FF.
      let inverse = ~next
      if (inverse &- 0x0101_0101_0101_0101) & next & 0x8080_8080_8080_8080 == 0 {
        buffer |= next >> UInt64(truncatingIfNeeded: held)
        position &+= (63 &- held) >> 3
        held |= 56
        return
      }
    }
    (position, buffer, held, padding) = Self.refilled(base, count, position, buffer, held, padding)
  }

  /// Refills the buffer byte by byte.
  ///
  /// Parameters and results are values, so that a reader can stay in registers.
  @inline(never)
  private static func refilled(
    _ base: UnsafePointer<UInt8>,
    _ count: Int,
    _ position: Int,
    _ buffer: UInt64,
    _ held: Int,
    _ padding: Int
  ) -> (Int, UInt64, Int, Int) {
    var (position, buffer, held, padding) = (position, buffer, held, padding)
    while held <= 56 {
      var byte: UInt8 = 0
      if isMarker(base, count, position) {
        padding += 8
      } else {
        byte = base[position]
        position += byte == 0xFF ? 2 : 1
      }
      buffer |= UInt64(byte) << UInt64(56 - held)
      held += 8
    }
    return (position, buffer, held, padding)
  }

  /// Whether there is no more data: a marker or the end of the file follows.
  private var isAtMarker: Bool { Self.isMarker(base, count, position) }

  private static func isMarker(
    _ base: UnsafePointer<UInt8>,
    _ count: Int,
    _ position: Int
  ) -> Bool {
    position + 1 >= count || base[position] == 0xFF && base[position + 1] != 0
  }

  /// Skips the restart marker that must follow (E.2.4).
  ///
  /// - Returns: false if data or another marker follows.
  mutating func restart() -> Bool {
    guard reachesMarker(), 0xD0...0xD7 ~= base[position + 1] else { return false }
    position += 2
    (buffer, held, padding) = (0, 0, 0)
    return true
  }

  /// Whether exactly all data has been read and a marker follows.
  mutating func reachesMarker() -> Bool {
    if held < 32 { refill() }
    return isAtMarker && position + 1 < count && held >= padding && held - padding < 8
  }
}

import Canvas

/// A writer of bands of six rows as sixels, one colour after the other.
///
/// Each colour has a list of the columns that contain its pixels. A band of a photo has about a
/// hundred colours, most of them in few columns.
struct SixelWriter: ~Copyable {
  private let width: Int
  /// The columns of each colour, and the rows in them as bits: `width` elements per colour.
  private let columns: UnsafeMutablePointer<UInt16>
  private let masks: UnsafeMutablePointer<UInt8>
  /// The number of columns of each colour in this band.
  private let counts: UnsafeMutableBufferPointer<Int>
  /// The text `!` and the digits of a repetition for each length.
  ///
  /// The repeated sixel follows this text. The top byte is the number of characters.
  private let repetitions: [UInt64]
  private var buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  init(width: Int, colors: Int) {
    self.width = width
    columns = .allocate(capacity: width * colors)
    masks = .allocate(capacity: width * colors)
    counts = .allocate(capacity: colors)
    counts.initialize(repeating: 0)
    repetitions = (0...width).map { length in
      let text = "!\(length)".utf8
      let word = text.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return word | UInt64(text.count) << 56
    }
    buffer = .allocate(capacity: 1 << 16)
  }

  deinit {
    columns.deallocate()
    masks.deallocate()
    counts.deallocate()
    buffer.deallocate()
  }

  /// Writes the introducer, the size in square pixels, and the colours in hundredths of each
  /// channel.
  mutating func begin(_ size: Size, _ palette: SixelPalette) {
    append("\u{1B}P0;1;0q\"1;1;\(size.width);\(size.height)")
    for (index, color) in palette.colors.enumerated() {
      append("#\(index);2;\(color.red);\(color.green);\(color.blue)")
    }
  }

  mutating func nextBand() { append("-") }

  mutating func finish() -> [UInt8] {
    append("\u{1B}\\")
    return Array(buffer[..<count])
  }

  /// Writes a band.
  ///
  /// - Parameter band: the colours of up to six rows of pixels.
  mutating func write(_ band: UnsafeBufferPointer<UInt8>, rows: Int) {
    let entries = gather(band, rows: rows)
    // For each entry a gap and a sixel, both repeated, and for each colour its number.
    reserve(entries * 12 + counts.count * 5)
    var isFirst = true
    for color in 0..<counts.count where counts[color] > 0 {
      if !isFirst { put(UInt8(ascii: "$")) }
      isFirst = false
      append("#\(color)")
      paint(color)
      counts[color] = 0
    }
  }

  /// Sorts the pixels of a band by colour.
  ///
  /// - Returns: the sum of all colours' columns.
  private func gather(_ band: UnsafeBufferPointer<UInt8>, rows: Int) -> Int {
    var entries = 0
    for x in 0..<width {
      for row in 0..<rows {
        let color = Int(band[row * width + x])
        let bit = UInt8(1) << UInt8(row)
        let end = color * width + counts[color]
        if counts[color] > 0, columns[end - 1] == x {
          masks[end - 1] |= bit
        } else {
          columns[end] = UInt16(x)
          masks[end] = bit
          // `+=` doesn't compile here with Swift 6.3 and Thread Sanitizer.
          counts[color] = counts[color] + 1
          entries += 1
        }
      }
    }
    return entries
  }

  private mutating func paint(_ color: Int) {
    let start = color * width
    let end = start + counts[color]
    var x = 0
    var entry = start
    while entry < end {
      let column = Int(columns[entry])
      let mask = masks[entry]
      if column > x { repeated(0x3F, column - x) }
      let first = entry
      repeat {
        entry += 1
      } while entry < end && masks[entry] == mask && Int(columns[entry]) == column + entry - first
      repeated(0x3F + mask, entry - first)
      x = column + entry - first
    }
  }

  /// Writes a repetition or the sixels themselves, whichever is shorter.
  private mutating func repeated(_ sixel: UInt8, _ length: Int) {
    if length > 3 {
      let word = repetitions[length]
      let target = UnsafeMutableRawBufferPointer(buffer)
      target.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
      count += Int(word >> 56)
      put(sixel)
    } else {
      for _ in 0..<length { put(sixel) }
    }
  }

  private mutating func put(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  private mutating func append(_ text: String) {
    reserve(text.utf8.count)
    for byte in text.utf8 { put(byte) }
  }

  /// Makes room for a number of bytes and the eight bytes of a repetition.
  private mutating func reserve(_ more: Int) {
    guard count + more + 8 > buffer.count else { return }
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: max(buffer.count * 2, count + more + 8)
    )
    _ = larger.moveInitialize(fromContentsOf: buffer[..<count])
    buffer.deallocate()
    buffer = larger
  }
}

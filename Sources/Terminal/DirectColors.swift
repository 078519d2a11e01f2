/// How 2²⁴ colours get past ncurses.
///
/// Telling it each pair of colours costs a search tree an entry, and writing one has it interpret a
/// formula with three divisions and three numbers, twice a cell: together most of the time of a
/// frame with photographs. Instead it knows no more of a pair than its number. Where a cell needs
/// another pair than the one before, it writes a mark with that number (terminfo's `scp`, "change
/// to colour pair"), which becomes the sequence for the pair's colours afterwards.
enum DirectColors {
  /// Stands in no text: that has no control characters.
  private static let begin: UInt8 = 0x01
  private static let end = UInt8(ascii: ";")
  private static let escape: UInt8 = 0x1B
  /// Bytes of `ESC [ 38;2;255;255;255;48;2;255;255;255 m`.
  private static let longest = 36

  /// The terminfo capability that writes a mark, as `tic` reads it.
  static let capability = #"scp=\001%p1%d;,"#
  /// The same as ncurses has it.
  static let mark = Array("\u{1}%p1%d;".utf8)

  /// Appends what ncurses has written, with sequences in place of the marks (ECMA-48, 8.3.117).
  ///
  /// - Parameter pairs: the colours of each number.
  static func expand(
    _ written: [UInt8],
    _ pairs: [ColorPairs.Colors],
    into bytes: inout [UInt8]
  ) {
    let marks = written.count { $0 == begin }
    guard marks > 0 else { return bytes += written }
    let most = written.count + marks * longest
    bytes += [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
      written.withUnsafeBufferPointer { expand($0, pairs, into: buffer, &filled) }
    }
  }

  private static func expand(
    _ written: UnsafeBufferPointer<UInt8>,
    _ pairs: [ColorPairs.Colors],
    into buffer: UnsafeMutableBufferPointer<UInt8>,
    _ filled: inout Int
  ) {
    var output = Output(buffer: buffer)
    var index = 0
    while index < written.count {
      let byte = written[index]
      index += 1
      guard byte == begin else {
        // Any sequence but a mark may be one that takes the colours back.
        if byte == escape { output.invalidateColors() }
        output.put(byte)
        continue
      }
      var number = 0
      while index < written.count, written[index] != end {
        number = number &* 10 &+ Int(written[index] &- UInt8(ascii: "0"))
        index += 1
      }
      index += 1
      output.put(pairs[pairs.indices.contains(number) ? number : 0])
    }
    filled = output.count
  }

  /// A buffer that is being filled.
  private struct Output {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0
    /// What the terminal draws with at this place; nil where it is not known.
    private var current: ColorPairs.Colors?

    init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func invalidateColors() { current = nil }

    mutating func put(_ byte: UInt8) {
      buffer[count] = byte
      count += 1
    }

    /// Changes what differs.
    mutating func put(_ pair: ColorPairs.Colors) {
      guard pair != current else { return }
      put("\u{1B}[")
      if pair.foreground != current?.foreground {
        put("3")
        put(color: pair.foreground)
        if pair.background != current?.background { put(";") }
      }
      if pair.background != current?.background {
        put("4")
        put(color: pair.background)
      }
      put("m")
      current = pair
    }

    private mutating func put(_ text: StaticString) {
      text.withUTF8Buffer { for byte in $0 { put(byte) } }
    }

    /// What follows the 3 of a foreground, or the 4 of a background.
    private mutating func put(color: Int32) {
      guard color >= 0 else { return put("9") }
      put("8;2")
      for shift in [16, 8, 0] as [Int32] { put(decimal: color >> shift & 0xFF) }
    }

    private mutating func put(decimal number: Int32) {
      put(UInt8(ascii: ";"))
      if number > 99 { put(UInt8(ascii: "0") + UInt8(number / 100)) }
      if number > 9 { put(UInt8(ascii: "0") + UInt8(number / 10 % 10)) }
      put(UInt8(ascii: "0") + UInt8(number % 10))
    }
  }
}

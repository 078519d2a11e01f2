/// How ncurses is told to set one of 2²⁴ colours, and what becomes of it.
///
/// To write `ESC [ 38;2;R;G;B m` ncurses interprets a formula with three divisions and three
/// numbers, for each colour of each cell: most of the time of a frame with photographs. Instead it
/// writes a mark and one number, which become the sequence afterwards.
enum DirectColors {
  /// Marks stand in no text: it has no control characters.
  private static let foreground: UInt8 = 0x01
  private static let background: UInt8 = 0x02
  private static let end = UInt8(ascii: ";")
  /// Bytes of `ESC [ 38;2;255;255;255 m`, which is more than either colour takes beside another.
  private static let longest = 19

  /// The terminfo capabilities that write the marks.
  static let capabilities = #"setaf=\001%p1%d;, setab=\002%p1%d;,"#

  /// Appends what ncurses has written, with sequences in place of the marks.
  ///
  /// Both colours of a cell become one sequence (ECMA-48, 8.3.117: Select Graphic Rendition).
  static func expand(_ written: [UInt8], into bytes: inout [UInt8]) {
    let marks = written.count { $0 == foreground || $0 == background }
    guard marks > 0 else { return bytes += written }
    let most = written.count + marks * longest
    bytes += [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
      written.withUnsafeBufferPointer { expand($0, into: buffer, &filled) }
    }
  }

  private static func expand(
    _ written: UnsafeBufferPointer<UInt8>,
    into buffer: UnsafeMutableBufferPointer<UInt8>,
    _ filled: inout Int
  ) {
    var output = Output(buffer: buffer)
    var index = 0
    /// The number at the index, which goes behind it.
    func number() -> Int {
      var number = 0
      while index < written.count, written[index] != end {
        number = number &* 10 &+ Int(written[index] &- UInt8(ascii: "0"))
        index += 1
      }
      index += 1
      return number
    }
    while index < written.count {
      let byte = written[index]
      index += 1
      switch byte {
      case foreground:
        output.put("\u{1B}[38;2")
        output.put(rgb: number())
        if index < written.count, written[index] == background {
          index += 1
          output.put(";48;2")
          output.put(rgb: number())
        }
        output.put("m")
      case background:
        output.put("\u{1B}[48;2")
        output.put(rgb: number())
        output.put("m")
      default: output.put(byte)
      }
    }
    filled = output.count
  }

  /// A buffer that is being filled.
  private struct Output {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    mutating func put(_ byte: UInt8) {
      buffer[count] = byte
      count += 1
    }

    mutating func put(_ text: StaticString) {
      text.withUTF8Buffer { for byte in $0 { put(byte) } }
    }

    /// The three parts of `0xRRGGBB` in decimal, each behind a semicolon.
    mutating func put(rgb: Int) {
      put(decimal: rgb >> 16 & 0xFF)
      put(decimal: rgb >> 8 & 0xFF)
      put(decimal: rgb & 0xFF)
    }

    private mutating func put(decimal number: Int) {
      put(UInt8(ascii: ";"))
      if number > 99 { put(UInt8(ascii: "0") + UInt8(number / 100)) }
      if number > 9 { put(UInt8(ascii: "0") + UInt8(number / 10 % 10)) }
      put(UInt8(ascii: "0") + UInt8(number % 10))
    }
  }
}

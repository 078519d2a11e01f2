/// The output of 24-bit colours without defining each pair of colours in ncurses.
///
/// For each defined pair ncurses adds an entry to a search tree. To write a pair it interprets a
/// formula with three divisions and three numbers, twice per cell. Together that takes most of the
/// time of a frame with photos.
///
/// Therefore ncurses knows only the numbers of pairs. If a cell needs another pair than the
/// previous one, ncurses writes a mark with its number (terminfo's `scp`, "change to colour pair").
/// The mark is then replaced by the sequence for the pair's colours.
enum DirectColors {
  /// The first byte of a mark.
  ///
  /// Text contains no control characters, so it never contains this byte.
  private static let begin: UInt8 = 0x01
  private static let end = UInt8(ascii: ";")
  private static let escape: UInt8 = 0x1B
  /// The length of `ESC [ 38;2;255;255;255;48;2;255;255;255 m`, in bytes.
  private static let longest = 36

  /// The terminfo capability that writes a mark, in the syntax of `tic`.
  static let capability = #"scp=\001%p1%d;,"#
  /// Capabilities that switch attributes without changing colours, in the syntax of `tic`
  /// (ECMA-48, 8.3.117).
  ///
  /// With `sgr` ncurses would reset the colours at each change of an attribute.
  static let attributeCapabilities = #"sgr@, smso=\E[7m, rmso=\E[27m, smul=\E[4m, rmul=\E[24m,"#
  /// The value of that capability as ncurses returns it.
  static let mark = Array("\u{1}%p1%d;".utf8)

  /// Appends the output of ncurses, with marks replaced by colour sequences (ECMA-48, 8.3.117).
  ///
  /// - Parameter pairs: the colours of each pair number.
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
        if byte == escape, mayChangeColors(written[index...]) { output.invalidateColors() }
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

  /// Whether a sequence may change the colours, given what follows its escape character.
  ///
  /// Sequences that move the cursor, erase cells or switch an attribute don't; any other may reset
  /// them.
  private static func mayChangeColors(_ sequence: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard sequence.first == UInt8(ascii: "[") else { return true }
    let parameters = sequence.dropFirst().prefix { 0x20...0x3F ~= $0 }
    guard parameters.endIndex < sequence.endIndex else { return true }
    switch sequence[parameters.endIndex] {
    case UInt8(ascii: "m"): return !attributes.contains { parameters.elementsEqual($0) }
    // ECMA-48: movements (CUU to CHA, CUP, HPA, VPA), and erasing with ED, EL and ECH.
    case UInt8(ascii: "A")...UInt8(ascii: "H"), UInt8(ascii: "d"), UInt8(ascii: "`"),
      UInt8(ascii: "J"), UInt8(ascii: "K"), UInt8(ascii: "X"):
      return false
    default: return true
    }
  }

  /// The parameters that begin bold, dim, underlined and reversed text, and end the last two.
  private static let attributes = ["1", "2", "4", "7", "24", "27"].map { Array($0.utf8) }

  /// An output buffer with the current colours.
  private struct Output {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0
    /// The terminal's colours at this point of the output; `nil` if unknown.
    private var current: ColorPairs.Colors?

    init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func invalidateColors() { current = nil }

    mutating func put(_ byte: UInt8) {
      buffer[count] = byte
      count += 1
    }

    /// Writes the sequence for the colours that change.
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

    /// Writes the rest of a colour's parameters, after the 3 of a foreground or the 4 of a
    /// background.
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

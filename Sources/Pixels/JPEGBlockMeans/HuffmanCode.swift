/// A Huffman code of a JPEG (T.81, annex C).
struct HuffmanCode {
  /// The symbols, sorted by the length of their code, then by the code.
  let symbols: [UInt8]
  /// The first code of each length up to 16.
  private var firsts = [Int](repeating: 0, count: 17)
  /// The end of the codes of each length: one more than the last.
  private var ends = [Int](repeating: 0, count: 17)
  /// The index of the first symbol with each length.
  private var numbers = [Int](repeating: 0, count: 17)

  /// Creates a code from the contents of a table segment.
  ///
  /// - Parameter counts: the number of codes of each length from 1 to 16.
  /// - Returns: `nil` if there are more codes than these lengths allow, or another number of
  ///   symbols.
  init?(counts: some Collection<UInt8>, symbols: some Collection<UInt8>) {
    self.symbols = Array(symbols)
    var code = 0
    var number = 0
    for (index, count) in counts.enumerated() {
      firsts[index + 1] = code
      numbers[index + 1] = number
      code += Int(count)
      number += Int(count)
      ends[index + 1] = code
      guard code <= 1 << (index + 1) else { return nil }
      code <<= 1
    }
    guard number == self.symbols.count else { return nil }
  }

  /// Returns the symbol at the beginning of `bits`, and the length of its code in bits.
  ///
  /// The first bit is the highest bit of `bits`.
  ///
  /// - Parameter most: the maximum length of the code.
  /// - Returns: `nil` if no code matches.
  func symbol(_ bits: UInt64, upTo most: Int = 16) -> (symbol: UInt8, length: Int)? {
    for length in 1...most {
      let code = Int(bits >> UInt64(64 - length))
      guard code < ends[length] else { continue }
      return (symbols[numbers[length] + code - firsts[length]], length)
    }
    return nil
  }
}

/// The Huffman code of the blocks' first coefficients, which are stored as differences (T.81,
/// F.1.2.1).
final class MeanCode {
  /// The number of bits that `table` decodes with one look-up.
  private static let tableBits = 9

  private let code: HuffmanCode
  /// The symbol (high byte) and the length of its code (low byte), for each value of the next nine
  /// bits.
  ///
  /// The length is 0 if the code is longer than nine bits.
  private let table: UnsafeMutablePointer<UInt16>

  init(_ code: HuffmanCode) {
    self.code = code
    table = .allocate(capacity: 1 << Self.tableBits)
    for index in 0..<(1 << Self.tableBits) {
      let found = code.symbol(UInt64(index) << UInt64(64 - Self.tableBits), upTo: Self.tableBits)
      table[index] = found.map { UInt16($0.symbol) << 8 | UInt16($0.length) } ?? 0
    }
  }

  deinit { table.deallocate() }

  /// Reads the next difference.
  ///
  /// - Returns: `nil` if no code matches, or if the difference is impossible with eight bits per
  ///   sample.
  @inline(__always)
  func next(_ bits: inout JPEGBits) -> Int32? {
    let ahead = bits.peek()
    let entry = table[Int(truncatingIfNeeded: ahead >> UInt64(64 - Self.tableBits))]
    var (symbol, length) = (Int(entry >> 8), Int(entry & 0xFF))
    if length == 0 {
      guard let found = code.symbol(ahead) else { return nil }
      (symbol, length) = (Int(found.symbol), found.length)
    }
    guard symbol <= 11 else { return nil }
    bits.skip(length)
    guard symbol > 0 else { return 0 }
    let value = bits.read(symbol)
    // The lower half of the values stands for negative numbers.
    return Int32(value < 1 << (symbol - 1) ? value - (1 << symbol) + 1 : value)
  }
}

/// The Huffman code of the blocks' other coefficients, for skipping them (T.81, F.1.2.2).
///
/// Only the position after a block matters, not the values.
final class SkippedCode {
  /// The number of bits that `table` decodes with one look-up.
  private static let tableBits = 12

  private let code: HuffmanCode
  /// The codes within the next twelve bits, for each value of these bits; 0 if the first code is
  /// longer.
  ///
  /// An entry has five fields, from the lowest bit on:
  /// - for the first code: the number of bits of the code and its value (5 bits), and the number of
  ///   coefficients it advances (7 bits);
  /// - for all codes that fit: the number of bits of codes and values (6 bits), and the number of
  ///   coefficients they advance (7 bits);
  /// - the number of coefficients that all codes but the last advance (7 bits).
  private let table: UnsafeMutablePointer<UInt32>

  init(_ code: HuffmanCode) {
    self.code = code
    table = .allocate(capacity: 1 << Self.tableBits)
    for index in 0..<(1 << Self.tableBits) { table[index] = Self.entry(index, code) }
  }

  deinit { table.deallocate() }

  /// Returns the number of coefficients that a symbol advances.
  ///
  /// The result is 64 for the end of a block, which is always sufficient.
  private static func lead(_ symbol: UInt8) -> Int {
    symbol == 0 ? 64 : Int(symbol >> 4) + 1
  }

  /// Returns the entry of `table` for a value of the next twelve bits.
  private static func entry(_ beginning: Int, _ code: HuffmanCode) -> UInt32 {
    var (used, lead, before) = (0, 0, 0)
    var first = 0
    while used < tableBits, lead < 64 {
      let rest = UInt64(beginning) << UInt64(64 - tableBits + used)
      guard let found = code.symbol(rest, upTo: tableBits - used) else { break }
      before = lead
      used += found.length + Int(found.symbol & 15)
      lead += Self.lead(found.symbol)
      if first == 0 { first = used | lead << 5 }
    }
    return UInt32(first | used << 12 | min(lead, 127) << 18 | before << 25)
  }

  /// Skips to the end of the block.
  @inline(__always)
  func skip(_ reader: inout JPEGBits) {
    var bits = reader
    defer { reader = bits }
    let table = table
    var position = 1
    while position < 64 {
      let ahead = bits.peek()
      let entry = table[Int(truncatingIfNeeded: ahead >> UInt64(64 - Self.tableBits))]
      if position &+ Int(entry >> 25) < 64, entry != 0 {
        bits.skip(Int(entry >> 12 & 63))
        position &+= Int(entry >> 18 & 127)
      } else if entry != 0 {
        bits.skip(Int(entry & 31))
        position &+= Int(entry >> 5 & 127)
      } else {
        // No code matches. The end of the scan will then be at the wrong position.
        let found = code.symbol(ahead) ?? (0, 16)
        bits.skip(found.length + Int(found.symbol & 15))
        position &+= Self.lead(found.symbol)
      }
    }
  }
}

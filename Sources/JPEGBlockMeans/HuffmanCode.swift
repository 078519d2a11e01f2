/// A Huffman code of a JPEG (T.81, annex C).
struct HuffmanCode {
  /// The symbols by length and code.
  let symbols: [UInt8]
  /// Of each length up to 16: the first code, the first code of the next length at this length, and
  /// the number of the first symbol.
  private var firsts = [Int](repeating: 0, count: 17)
  private var ends = [Int](repeating: 0, count: 17)
  private var numbers = [Int](repeating: 0, count: 17)

  /// - Parameter counts: how many codes there are of each length from 1 to 16.
  /// - Returns: nil where there are more than such lengths allow.
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

  /// The symbol that bits begin with, the first bit on top, and its length.
  func symbol(_ bits: UInt64, upTo most: Int = 16) -> (symbol: UInt8, length: Int)? {
    for length in 1...most {
      let code = Int(bits >> UInt64(64 - length))
      guard code < ends[length] else { continue }
      return (symbols[numbers[length] + code - firsts[length]], length)
    }
    return nil
  }
}

/// The code of blocks' first coefficients, as differences (F.1.2.1).
final class MeanCode {
  private static let looked = 9

  private let code: HuffmanCode
  /// For each beginning: the length of the symbol's code, 0 where it is longer, and the symbol.
  private let table: UnsafeMutablePointer<UInt16>

  init(_ code: HuffmanCode) {
    self.code = code
    table = .allocate(capacity: 1 << Self.looked)
    for index in 0..<(1 << Self.looked) {
      let found = code.symbol(UInt64(index) << UInt64(64 - Self.looked), upTo: Self.looked)
      table[index] = found.map { UInt16($0.symbol) << 8 | UInt16($0.length) } ?? 0
    }
  }

  deinit { table.deallocate() }

  /// - Returns: nil for no code, and for what eight bits a sample cannot differ by.
  @inline(__always)
  func next(_ bits: inout JPEGBits) -> Int32? {
    let ahead = bits.peek()
    let entry = table[Int(truncatingIfNeeded: ahead >> UInt64(64 - Self.looked))]
    var (symbol, length) = (Int(entry >> 8), Int(entry & 0xFF))
    if length == 0 {
      guard let found = code.symbol(ahead) else { return nil }
      (symbol, length) = (Int(found.symbol), found.length)
    }
    guard symbol <= 11 else { return nil }
    bits.skip(length)
    guard symbol > 0 else { return 0 }
    let value = bits.read(symbol)
    // The lower half stands for negative ones.
    return Int32(value < 1 << (symbol - 1) ? value - (1 << symbol) + 1 : value)
  }
}

/// The code of all other coefficients (F.1.2.2), of which it matters only where they end.
final class SkippedCode {
  private static let looked = 12

  private let code: HuffmanCode
  /// For each beginning what it leads to; 0 where the code is longer.
  ///
  /// From below: the bits of the first coefficient with those of its value (5) and how far it leads
  /// (7); the bits of all that fit (6), how far they lead (7), and how far those before the last
  /// one lead (7).
  private let table: UnsafeMutablePointer<UInt32>

  init(_ code: HuffmanCode) {
    self.code = code
    table = .allocate(capacity: 1 << Self.looked)
    for index in 0..<(1 << Self.looked) { table[index] = Self.entry(index, code) }
  }

  deinit { table.deallocate() }

  /// How far a symbol leads from one coefficient to the next: 64, the end, is always far enough.
  private static func lead(_ symbol: UInt8) -> Int {
    symbol == 0 ? 64 : Int(symbol >> 4) + 1
  }

  private static func entry(_ beginning: Int, _ code: HuffmanCode) -> UInt32 {
    var (used, lead, before) = (0, 0, 0)
    var first = 0
    while used < looked, lead < 64 {
      let rest = UInt64(beginning) << UInt64(64 - looked + used)
      guard let found = code.symbol(rest, upTo: looked - used) else { break }
      before = lead
      used += found.length + Int(found.symbol & 15)
      lead += Self.lead(found.symbol)
      if first == 0 { first = used | lead << 5 }
    }
    return UInt32(first | used << 12 | min(lead, 127) << 18 | before << 25)
  }

  /// Goes on to the end of the block.
  @inline(__always)
  func skip(_ reader: inout JPEGBits) {
    var bits = reader
    defer { reader = bits }
    let table = table
    var place = 1
    while place < 64 {
      let ahead = bits.peek()
      let entry = table[Int(truncatingIfNeeded: ahead >> UInt64(64 - Self.looked))]
      if place &+ Int(entry >> 25) < 64, entry != 0 {
        bits.skip(Int(entry >> 12 & 63))
        place &+= Int(entry >> 18 & 127)
      } else if entry != 0 {
        bits.skip(Int(entry & 31))
        place &+= Int(entry >> 5 & 127)
      } else {
        // No code at all: the end of the scan will not be where it should.
        let found = code.symbol(ahead) ?? (0, 16)
        bits.skip(found.length + Int(found.symbol & 15))
        place &+= Self.lead(found.symbol)
      }
    }
  }
}

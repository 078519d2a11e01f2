/// A JPEG file of one colour, written byte by byte: as small as the standard permits, or a bomb.
///
/// The shortest Huffman codes have one bit, here `0`, so all scans consist of zeros.
package struct FlatJPEG {
  package var width: Int
  package var height: Int
  package var isProgressive = false
  /// The horizontal and vertical sampling factors of each component.
  package var sampling = [(1, 1)]
  /// The components of each scan; `nil` for all in one scan.
  package var scans: [[Int]]?
  /// The number of data bytes in each scan; `nil` for as many as its blocks need.
  package var count: Int?
  /// The bytes between the start marker and the tables.
  package var preface: [UInt8] = []

  package init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  package static let halved = [(2, 2), (1, 1), (1, 1)]
  package static let full = [(1, 1), (1, 1), (1, 1)]
  package static let inks = [(1, 1), (1, 1), (1, 1), (1, 1)]

  /// A file of 794 bytes whose decoding once took 1.6 GB.
  package static var progressiveBomb: FlatJPEG {
    var file = FlatJPEG(65_500, 3_050)
    (file.isProgressive, file.sampling, file.count) = (true, inks, 645)
    return file
  }

  /// A file of about 500 bytes whose scans make the decoder store all coefficients.
  package static var scanBomb: FlatJPEG {
    var file = FlatJPEG(14_000, 14_000)
    (file.sampling, file.scans, file.count) = (full, [[0], [1], [2]], 125)
    return file
  }

  package var bytes: [UInt8] {
    let scans = scans ?? [Array(sampling.indices)]
    var bytes: [UInt8] = [0xFF, 0xD8] + preface
    // Adobe's inverted CMYK.
    if sampling.count == 4 {
      bytes += Self.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
    }
    bytes += Self.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    bytes += Self.segment(isProgressive ? 0xC2 : 0xC0, frame)
    let table = [1] + [UInt8](repeating: 0, count: 16)
    bytes += Self.segment(0xC4, [0x00] + table)
    if !isProgressive { bytes += Self.segment(0xC4, [0x10] + table) }
    for scan in scans {
      let components = scan.flatMap { component -> [UInt8] in [UInt8(component + 1), 0] }
      bytes += Self.segment(
        0xDA,
        [UInt8(scan.count)] + components + [0, UInt8(isProgressive ? 0 : 63), 0]
      )
      let bits = blocks(in: scan) * (isProgressive ? 1 : 2)
      bytes += [UInt8](repeating: 0, count: count ?? (bits + 7) / 8)
    }
    return bytes + [0xFF, 0xD9]
  }

  /// Returns a marker segment (T.81, B.1.1.4).
  package static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
  }

  private var frame: [UInt8] {
    let sides = [height, width].flatMap { side -> [UInt8] in
      [UInt8(side >> 8), UInt8(side & 0xFF)]
    }
    let components = sampling.enumerated().flatMap { index, factors -> [UInt8] in
      [UInt8(index + 1), UInt8(factors.0 << 4 | factors.1), 0]
    }
    return [8] + sides + [UInt8(sampling.count)] + components
  }

  /// Returns the number of blocks in a scan (T.81, A.2).
  ///
  /// A scan of several components has complete units.
  private func blocks(in scan: [Int]) -> Int {
    let across = (sampling.map(\.0).max() ?? 1) * 8
    let down = (sampling.map(\.1).max() ?? 1) * 8
    func up(_ value: Int, _ unit: Int) -> Int { (value + unit - 1) / unit }
    guard scan.count > 1 else {
      let factors = sampling[scan[0]]
      return up(width * factors.0, across) * up(height * factors.1, down)
    }
    let unit = scan.reduce(0) { $0 + sampling[$1].0 * sampling[$1].1 }
    return up(width, across) * up(height, down) * unit
  }
}

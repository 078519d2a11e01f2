import Canvas
import Imaging

/// JPEG files: header and pixels.
final class JPEGTarget: FuzzTarget {
  /// The sizes that a tile and a screen show; `nil` for full resolution.
  private static let boxes: [Size?] = [Size(16, 16), Size(120, 80), Size(640, 640), nil]

  func run(_ input: [UInt8]) throws(Finding) {
    let header = try? JPEG.header(of: input)
    let box = Self.boxes[input.count % Self.boxes.count]
    let bitmap: Bitmap
    do throws(ImagingError) { bitmap = try JPEG.decode(input, covering: box) } catch { return }
    guard let header else { throw Finding("what can be decoded has a header") }
    let whole = header.orientedSize
    try promise(
      bitmap.bytes.count,
      equals: bitmap.width * bitmap.height * 3,
      "there is every pixel"
    )
    try promise(
      (1...whole.width).contains(bitmap.width) && (1...whole.height).contains(bitmap.height),
      "a picture is no larger than its header says"
    )
    let wanted = box ?? whole
    // Decoding takes 16 bytes for each pixel at most. If that exceeds the budget, the scale may be
    // smaller.
    let isHuge = whole.width * whole.height * 16 > JPEGPlan.budget
    try promise(
      isHuge
        || bitmap.width >= min(wanted.width, whole.width)
          && bitmap.height >= min(wanted.height, whole.height),
      "a picture covers its box: \(bitmap.width)×\(bitmap.height) of \(whole)"
    )
    try drawSymbols(bitmap, mode: input.count)
  }
}

extension JPEGTarget {
  /// Draws a bitmap as symbols in any mode, into a small grid of any shape.
  private func drawSymbols(_ bitmap: Bitmap, mode: Int) throws(Finding) {
    let (sets, depths) = (SymbolSet.allCases, ColorDepth.allCases)
    let options = SymbolOptions(
      colors: depths[mode / 4 % depths.count],
      symbols: sets[mode / 16 % sets.count],
      background: Color(mode % 3 == 0 ? 0xFFFFFF : 0)
    )
    let (columns, rows) = (1 + mode % 13, 1 + mode / 13 % 7)
    guard
      let grid = try? Symbols.render(bitmap, columns: columns, rows: rows, options: options)
    else { throw Finding("whatever can be decoded can be drawn") }
    try Promises.check(grid, columns: columns, rows: rows, options)
  }
}

/// BlurHash texts.
///
/// The first byte selects a size.
final class BlurHashTarget: FuzzTarget {
  func run(_ input: [UInt8]) throws(Finding) {
    let choice = Int(input.first ?? 0)
    let hash = String(decoding: input.dropFirst(), as: UTF8.self)
    let (width, height) = (choice % 8 * 9 + 1, choice / 8 + 1)
    guard let bitmap = try? BlurHash.decode(hash, width: width, height: height) else {
      try promise((try? BlurHash.averageColor(of: hash)) == nil, "what is refused has no colour")
      return
    }
    try promise(bitmap.bytes.count, equals: width * height * 3, "there is every pixel")
    guard let average = try? BlurHash.averageColor(of: hash) else {
      throw Finding("what is a picture has a mean colour")
    }
    let encoded = BlurHash.encode(
      bitmap,
      componentsX: 1 + choice % 9,
      componentsY: 1 + choice / 29
    )
    guard (try? BlurHash.decode(encoded, width: width, height: height)) != nil else {
      throw Finding("what was encoded can be decoded")
    }
    // A hash with no components besides the mean is a picture of one colour.
    if hash.utf8.count == 6 {
      let pixel = Color(red: bitmap.bytes[0], green: bitmap.bytes[1], blue: bitmap.bytes[2])
      try promise(pixel, equals: average, "a picture of one colour has that colour")
    }
  }
}

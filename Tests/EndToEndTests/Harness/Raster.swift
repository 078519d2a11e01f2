import Foundation
import Glibc
import Harness

/// The pixels of an image file, read without any code of the program.
struct Raster: Equatable {
  let width: Int
  let height: Int
  private let bytes: [UInt8]
  /// The offset of the first pixel, and the bytes from row to row and from pixel to pixel.
  private let start: Int
  private let stride: Int
  private let step: Int
  /// The offsets of red and blue in a pixel; green is in between.
  private let red: Int
  private let blue: Int

  /// Reads a PPM with three bytes per pixel, as `djpeg` writes it.
  init(ppm bytes: [UInt8]) throws {
    let header = bytes.prefix(40).split(maxSplits: 4, whereSeparator: { $0 <= 32 })
    let fields = header.prefix(4).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 4, fields[0] == "P6", fields[3] == "255", header.count == 5,
      let width = Int(fields[1]), let height = Int(fields[2])
    else { throw Failure("not a PPM") }
    self.width = width
    self.height = height
    self.bytes = bytes
    start = header[4].startIndex
    stride = width * 3
    step = 3
    red = 0
    blue = 2
    guard bytes.count >= start + height * stride else { throw Failure("half a PPM") }
  }

  /// Decodes a JPEG file with `djpeg`.
  ///
  /// - Parameter scale: the size in eighths.
  init(jpeg file: String, scale: Int = 8) throws {
    let result = try Subprocess.run(
      ["djpeg", "-ppm", "-scale", "\(scale)/8", file],
      environment: Stage.path
    )
    guard result.status == 0 else { throw Failure("djpeg: status \(result.status) for \(file)") }
    try self.init(ppm: result.output)
  }

  /// Reads an XWD file with 32 bits per pixel, the format of Xvfb's screen file (XWDFile.h).
  init(xwd bytes: [UInt8]) throws {
    func field(_ index: Int) -> Int {
      bytes[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count >= 100, field(1) == 7, field(11) == 32 else { throw Failure("not an XWD") }
    width = field(4)
    height = field(5)
    self.bytes = bytes
    start = field(0) + field(19) * 12
    stride = field(12)
    step = 4
    red = 2
    blue = 0
    guard bytes.count >= start + height * stride else { throw Failure("half an XWD") }
  }

  /// Creates a picture from the colour of each point.
  init(width: Int, height: Int, colour: (_ x: Int, _ y: Int) -> [UInt8]) {
    self.width = width
    self.height = height
    bytes = (0..<height).flatMap { y in (0..<width).flatMap { x in colour(x, y) } }
    start = 0
    stride = width * 3
    step = 3
    red = 0
    blue = 2
  }

  /// The picture as a PPM.
  var ppm: [UInt8] {
    var result = Array("P6 \(width) \(height) 255\n".utf8)
    result.reserveCapacity(result.count + width * height * 3)
    bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let pixel = start + y * stride + x * step
          result.append(bytes[pixel + red])
          result.append(bytes[pixel + 1])
          result.append(bytes[pixel + blue])
        }
      }
    }
    return result
  }

  /// The red, green and blue of a pixel.
  subscript(x: Int, y: Int) -> [UInt8] {
    let pixel = start + y * stride + x * step
    return [bytes[pixel + red], bytes[pixel + 1], bytes[pixel + blue]]
  }

  /// Returns the smallest area that contains all differences from another picture of the same size;
  /// `nil` if they are equal.
  func difference(from other: Raster) -> (x: Int, y: Int, width: Int, height: Int)? {
    var (left, right, top, bottom) = (width, -1, height, -1)
    forEachDifference(from: other) { x, y in
      (left, right) = (min(left, x), max(right, x))
      (top, bottom) = (min(top, y), y)
    }
    return right < 0 ? nil : (left, top, right + 1 - left, bottom + 1 - top)
  }

  /// Returns the number of pixels that differ from another picture; all if it has another size.
  ///
  /// - Parameters:
  ///   - levels: the permitted difference of a channel, of 255.
  ///   - ignoresLines: whether lines one pixel wide may differ, at most one pixel of a thousand in
  ///     all. Only squares of four different pixels are then counted.
  func differences(from other: Raster, beyond levels: Int = 0, ignoresLines: Bool = false) -> Int {
    guard width == other.width, height == other.height else { return width * height }
    var found: Set<Int> = []
    forEachDifference(from: other) { x, y in
      let channels = zip(self[x, y], other[x, y])
      guard levels == 0 || channels.contains(where: { abs(Int($0) - Int($1)) > levels }) else {
        return
      }
      found.insert(y * width + x)
    }
    guard ignoresLines, found.count <= width * height / 1000 else { return found.count }
    return found.count { place in
      [1, width, width + 1].allSatisfy { found.contains(place + $0) }
    }
  }

  private func forEachDifference(from other: Raster, _ body: (_ x: Int, _ y: Int) -> Void) {
    guard bytes.count == other.bytes.count else { return body(0, 0) }
    bytes.withUnsafeBytes { one in
      other.bytes.withUnsafeBytes { two in
        guard let one = one.baseAddress, let two = two.baseAddress else { return }
        for y in 0..<height {
          // Tests run without the optimizer, so the C library compares equal lines.
          let line = start + y * stride
          guard memcmp(one + line, two + line, width * step) != 0 else { continue }
          for x in 0..<width {
            let pixel = line + x * step
            if memcmp(one + pixel, two + pixel, step) != 0 { body(x, y) }
          }
        }
      }
    }
  }

  /// Returns the share of an area that has its most frequent colour, from 0 to 1.
  func shareOfBackground(in part: Area) -> Double {
    var counts: [[UInt8]: Int] = [:]
    for y in Int(part.y)..<Int(part.y + part.height) {
      for x in Int(part.x)..<Int(part.x + part.width) { counts[self[x, y], default: 0] += 1 }
    }
    return Double(counts.values.max() ?? 0) / (part.width * part.height)
  }

  /// Returns an area scaled to this many points, each the mean of its pixels.
  ///
  /// The result has three planes of red, green and blue, from 0 to 255, row by row.
  func samples(of part: Area, width columns: Int, height rows: Int) -> [[Float]] {
    let across = spans(part.x, part.width, columns, width)
    let down = spans(part.y, part.height, rows, height)
    var planes = [[Float]](repeating: [], count: 3)
    // Tests run without the optimizer: `while` and scalar variables are fast there.
    bytes.withUnsafeBufferPointer { bytes in
      for lines in down {
        for pixels in across {
          var (reds, greens, blues, weights): (Float, Float, Float, Float) = (0, 0, 0, 0)
          var y = lines.first
          while y <= lines.last {
            let line = start + y * stride
            var x = pixels.first
            while x <= pixels.last {
              let pixel = line + x * step
              let weight = lines.weight(of: y) * pixels.weight(of: x)
              reds += weight * Float(bytes[pixel + red])
              greens += weight * Float(bytes[pixel + 1])
              blues += weight * Float(bytes[pixel + blue])
              weights += weight
              x += 1
            }
            y += 1
          }
          planes[0].append(reds / weights)
          planes[1].append(greens / weights)
          planes[2].append(blues / weights)
        }
      }
    }
    return planes
  }

  /// Returns the pixels of an axis that each point covers.
  private func spans(_ from: Double, _ length: Double, _ count: Int, _ limit: Int) -> [Span] {
    (0..<count).map { point in
      let low = from + length * Double(point) / Double(count)
      let high = from + length * Double(point + 1) / Double(count)
      let first = max(0, min(limit - 1, Int(low.rounded(.down))))
      let last = max(first, min(limit - 1, Int(high.rounded(.up)) - 1))
      return Span(
        first: first,
        last: last,
        firstWeight: Float(max(1e-3, Double(first + 1) - low)),
        lastWeight: Float(max(1e-3, high - Double(last)))
      )
    }
  }
}

/// The pixels of one axis that a point covers, the first and the last one partly.
private struct Span {
  let first: Int
  let last: Int
  let firstWeight: Float
  let lastWeight: Float

  func weight(of pixel: Int) -> Float {
    if first == last { return 1 }
    if pixel == first { return firstWeight }
    return pixel == last ? lastWeight : 1
  }
}

/// A rectangle in pixels, or in fractions of a picture's size.
struct Area: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// The whole picture, in fractions.
  static let whole = Area(x: 0, y: 0, width: 1, height: 1)

  /// Converts fractions to pixels.
  func scaled(_ width: Int, _ height: Int) -> Area {
    Area(
      x: x * Double(width),
      y: y * Double(height),
      width: self.width * Double(width),
      height: self.height * Double(height)
    )
  }
}

import Canvas
import Imaging

/// A JPEG that is far larger than the memory used to encode it.
///
/// Strips are encoded one by one and joined to one baseline file. An encoder begins each file with
/// the predictors that a restart marker resets to (ITU-T T.81, E.2.4 and F.1.1.5.1). With equal
/// tables the scans may therefore follow one another, separated by restart markers.
enum StripedJPEG {
  /// Enlarges an image and adds film grain, so that every pixel has detail.
  static func enlarge(
    _ base: Bitmap,
    factor: Int,
    quality: Int
  ) throws(ImagingError) -> [UInt8] {
    // Enlarged, a strip has a multiple of 16 rows, the height of the largest block.
    let rows = 16 * 10 / factor
    var strips: [[UInt8]] = []
    for top in stride(from: 0, to: base.height, by: rows) {
      let height = min(rows, base.height - top)
      // One more row above and below, to avoid visible seams.
      let padded = Rect(x: 0, y: top - 1, width: base.width, height: height + 2)
        .intersection(Rect(x: 0, y: 0, width: base.width, height: base.height))
      let strip = base.cropped(padded)
        .scaled(to: Size(base.width * factor, padded.height * factor))
        .cropped(
          Rect(
            x: 0,
            y: (top - padded.y) * factor,
            width: base.width * factor,
            height: height * factor
          )
        )
      strips.append(try JPEG.encode(grained(strip, row: top * factor), quality: quality))
    }
    return try join(strips, height: base.height * factor)
  }

  /// Joins baseline files of equal width and quality vertically.
  ///
  /// - Parameter strips: The files. All heights except the last must be multiples of the block's
  ///   height.
  static func join(_ strips: [[UInt8]], height: Int) throws(ImagingError) -> [UInt8] {
    guard let first = strips.first else { throw .badSize }
    let layout = try Layout(first)
    var output = Array(first[..<layout.scan])
    output[layout.frame + 5] = UInt8(height >> 8)
    output[layout.frame + 6] = UInt8(height & 255)
    let interval = layout.blocksInFile
    guard interval < 65536, height < 65536 else { throw .badSize }
    output += [0xFF, 0xDD, 0, 4, UInt8(interval >> 8), UInt8(interval & 255)]
    output += first[layout.scan..<layout.data]
    for (index, strip) in strips.enumerated() {
      let data = try Layout(strip).data
      if index > 0 { output += [0xFF, 0xD0 + UInt8((index - 1) % 8)] }
      output += strip[data..<(strip.count - 2)]
    }
    return output + [0xFF, 0xD9]
  }

  /// The offsets of the parts of a baseline file.
  private struct Layout {
    /// The marker of the frame header.
    private(set) var frame = 0
    /// The marker of the scan header.
    private(set) var scan = 0
    /// The first byte of coded data.
    private(set) var data = 0
    /// The number of blocks (MCU) in the file.
    private(set) var blocksInFile = 0

    init(_ file: [UInt8]) throws(ImagingError) {
      var position = 2
      while position + 4 <= file.count, file[position] == 0xFF {
        let length = Int(file[position + 2]) << 8 | Int(file[position + 3])
        guard position + 2 + length <= file.count else { throw .truncated }
        switch file[position + 1] {
        case 0xC0:
          frame = position
          blocksInFile = Self.blocks(Array(file[position..<(position + 2 + length)]))
        case 0xDA:
          scan = position
          data = position + 2 + length
          guard frame > 0, file.suffix(2) == [0xFF, 0xD9] else { throw .corrupt("no frame") }
          return
        default: break
        }
        position += 2 + length
      }
      throw .corrupt("no scan")
    }

    private static func blocks(_ header: [UInt8]) -> Int {
      let height = Int(header[5]) << 8 | Int(header[6])
      let width = Int(header[7]) << 8 | Int(header[8])
      // The first component, luma, has the largest sampling factors.
      let across = Int(header[11] >> 4) * 8
      let down = Int(header[11] & 15) * 8
      return ((width + across - 1) / across) * ((height + down - 1) / down)
    }
  }

  private static func grained(_ strip: Bitmap, row: Int) -> Bitmap {
    var bytes = strip.bytes
    let stride = strip.width * 3
    bytes.withUnsafeMutableBufferPointer { bytes in
      grain.withUnsafeBufferPointer { grain in
        for y in 0..<strip.height {
          var grainIndex = Int(SeededRandom.mixed(UInt64(row + y)) & 0x3FFF)
          var index = y * stride
          let end = index + stride
          while index < end {
            let noise = grain[grainIndex]
            grainIndex = (grainIndex + 1) & 0xFFFF
            bytes[index] = clamped(Int(bytes[index]) + noise)
            bytes[index + 1] = clamped(Int(bytes[index + 1]) + noise)
            bytes[index + 2] = clamped(Int(bytes[index + 2]) + noise)
            index += 3
          }
        }
      }
    }
    return Bitmap(width: strip.width, height: strip.height, bytes: bytes)
  }

  private static func clamped(_ value: Int) -> UInt8 { UInt8(max(0, min(255, value))) }

  /// Approximately normal noise with a standard deviation of five steps.
  ///
  /// Neighbouring values are correlated, like grain larger than a pixel.
  private static let grain: [Int] = {
    func noise(_ index: Int) -> Int {
      (SeededRandom.mixed(UInt64(index) &+ 0x6772_6169_6E)).nonzeroBitCount - 32
    }
    return (0..<65536).map { noise($0) + noise($0 + 1) * 2 / 3 }
  }()
}

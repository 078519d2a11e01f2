import Canvas

/// The first coefficients of a JPEG's blocks, which give the image at an eighth of its size.
struct JPEGMeanPlanes {
  /// A colour component and the position of its coefficients.
  struct Component {
    let id: UInt8
    /// The horizontal sampling factor.
    let horizontal: Int
    /// The vertical sampling factor.
    let vertical: Int
    /// The number of the quantization table.
    let quantizer: Int
    /// The size in blocks, without those that only complete a minimum coded unit (MCU).
    let size: Size
    /// The number of blocks in a row of complete MCUs.
    let stride: Int
    /// The index of the component's first coefficient.
    let start: Int
    /// The quantization step of the first coefficients; 0 before the component's first scan.
    var factor = 0
    /// The position of the coefficients' lowest known bit; `nil` before the component's first scan.
    var precision: Int?

    /// Returns the mean of a block from its first coefficient: an eighth of it, plus 128 (A.3.3).
    @inline(__always)
    func sample(_ coefficient: Int16) -> Int {
      min(max((Int(coefficient) * factor + 4) >> 3 + 128, 0), 255)
    }
  }

  /// The number of MCUs across and down.
  private(set) var units = Size(0, 0)
  var components: [Component] = []
  /// The first coefficient of each block: component by component, then row by row.
  var coefficients: [Int16] = []

  /// Allocates the coefficients of a readable frame (B.2.2).
  ///
  /// - Returns: false if libjpeg-turbo must decide about the file.
  mutating func readFrame(_ body: UnsafeRawBufferPointer, _ frame: JPEGFrame) -> Bool {
    let count = frame.sampling.count
    guard components.isEmpty, body.count == 6 + 3 * count else { return false }
    let sampling = frame.sampling
    let (across, down) = (sampling[0].horizontal, sampling[0].vertical)
    // Luma must have the most samples, and chroma an integral fraction of them.
    guard sampling.allSatisfy({ across % $0.horizontal == 0 && down % $0.vertical == 0 }) else {
      return false
    }
    units = Size(
      Self.roundUp(frame.size.width, across * 8) / 8 / across,
      Self.roundUp(frame.size.height, down * 8) / 8 / down
    )
    var start = 0
    for (number, factors) in sampling.enumerated() {
      let entry = 6 + 3 * number
      guard body[entry + 2] < 4 else { return false }
      let stride = units.width * factors.horizontal
      components.append(
        Component(
          id: body[entry],
          horizontal: factors.horizontal,
          vertical: factors.vertical,
          quantizer: Int(body[entry + 2]),
          size: Size(
            Self.blocks(frame.size.width, factors.horizontal, across),
            Self.blocks(frame.size.height, factors.vertical, down)
          ),
          stride: stride,
          start: start
        )
      )
      start += stride * units.height * factors.vertical
    }
    // The component IDs are "RGB" instead of 1, 2, 3.
    guard count == 1 || components[0].id != 0x52 else { return false }
    coefficients = [Int16](repeating: 0, count: start)
    return true
  }

  /// Returns the number of blocks along a side.
  ///
  /// - Parameters:
  ///   - factor: the component's sampling factor.
  ///   - most: the largest sampling factor of all components (A.1.1).
  private static func blocks(_ pixels: Int, _ factor: Int, _ most: Int) -> Int {
    let samples = (pixels * factor + most - 1) / most
    return (samples + 7) / 8
  }

  private static func roundUp(_ value: Int, _ unit: Int) -> Int {
    (value + unit - 1) / unit * unit
  }

  /// Returns the blocks' means as sRGB pixels of three bytes, converted from the colours of JFIF
  /// (ITU-T T.871, 7).
  ///
  /// - Parameter size: The size of the result: an eighth of the frame's size.
  func pixels(_ size: Size) -> [UInt8] {
    let count = size.width * size.height * 3
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let target = buffer.baseAddress else { return }
      initialized = count
      coefficients.withUnsafeBufferPointer { coefficients in
        guard let coefficients = coefficients.baseAddress else { return }
        var output = target
        for y in 0..<size.height {
          guard components.count == 3 else {
            let row = coefficients + y * components[0].stride
            for x in 0..<size.width {
              let luma = components[0].sample(row[x])
              for channel in 0..<3 { output[channel] = UInt8(truncatingIfNeeded: luma) }
              output += 3
            }
            continue
          }
          fill(output, size.width, y, coefficients)
          output += size.width * 3
        }
      }
    }
  }

  /// Writes a row of pixels of an image with three components.
  private func fill(
    _ target: UnsafeMutablePointer<UInt8>,
    _ width: Int,
    _ y: Int,
    _ coefficients: UnsafePointer<Int16>
  ) {
    let (luma, blue, red) = (components[0], components[1], components[2])
    func row(_ component: Component) -> UnsafePointer<Int16> {
      let line = y * component.vertical / luma.vertical
      return coefficients + component.start + line * component.stride
    }
    let (lumas, blues, reds) = (row(luma), row(blue), row(red))
    let (blueStep, redStep) = (luma.horizontal / blue.horizontal, luma.horizontal / red.horizontal)
    var output = target
    for x in 0..<width {
      let value = luma.sample(lumas[x]) << 16 + 1 << 15
      let toBlue = blue.sample(blues[x / blueStep]) - 128
      let toRed = red.sample(reds[x / redStep]) - 128
      // 1.402, 0.344136, 0.714136 and 1.772 in units of 1/65536.
      output[0] = Self.byte((value + 91881 * toRed) >> 16)
      output[1] = Self.byte((value - 22554 * toBlue - 46802 * toRed) >> 16)
      output[2] = Self.byte((value + 116_130 * toBlue) >> 16)
      output += 3
    }
  }

  private static func byte(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(value, 0), 255))
  }
}

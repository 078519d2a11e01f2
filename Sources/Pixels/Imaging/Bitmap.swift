import Canvas

/// An image in memory: 8-bit sRGB, three bytes per pixel, row by row without padding.
package struct Bitmap: Equatable, Sendable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The red, green and blue of every pixel: `width * height * 3` bytes.
  package let bytes: [UInt8]

  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(width > 0 && height > 0, "a bitmap has pixels")
    precondition(bytes.count == width * height * 3, "a bitmap has three bytes a pixel")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Creates an image of one colour.
  package init(width: Int, height: Int, color: Color) {
    self.init(filling: width, height) { target in
      for index in 0..<(width * height) {
        target[index * 3] = color.red
        target[index * 3 + 1] = color.green
        target[index * 3 + 2] = color.blue
      }
    }
  }

  /// Creates an image whose bytes are all written by `body`.
  ///
  /// The memory isn't cleared before.
  ///
  /// - Parameter channels: the size of the memory in bytes per pixel, at least 3. Its first `width
  ///   * height * 3` bytes become the image.
  init<Failure: Error>(
    filling width: Int,
    _ height: Int,
    channels: Int = 3,
    _ body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let count = width * height * 3
    var failure: Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: width * height * channels) {
      buffer,
      initialized in
      guard let base = buffer.baseAddress else { return }
      do throws(Failure) {
        try body(base)
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    self.init(width: width, height: height, bytes: bytes)
  }

  package var size: Size { Size(width, height) }

  /// The colour of a pixel, which must be inside the image.
  package subscript(x: Int, y: Int) -> Color {
    let index = (y * width + x) * 3
    return Color(red: bytes[index], green: bytes[index + 1], blue: bytes[index + 2])
  }

  /// The mean of all pixels in linear light, called the average in a BlurHash.
  package var averageColor: Color {
    var red = 0.0
    var green = 0.0
    var blue = 0.0
    bytes.withUnsafeBufferPointer { bytes in
      SRGB.linear.withUnsafeBufferPointer { linear in
        for index in 0..<(width * height) {
          red += linear[Int(bytes[index * 3])]
          green += linear[Int(bytes[index * 3 + 1])]
          blue += linear[Int(bytes[index * 3 + 2])]
        }
      }
    }
    let scale = 1 / Double(width * height)
    return Color(
      red: SRGB.encode(red * scale),
      green: SRGB.encode(green * scale),
      blue: SRGB.encode(blue * scale)
    )
  }
}

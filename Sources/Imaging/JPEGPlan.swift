import Canvas
import Glibc

/// How a picture is decoded, and what memory that takes; judged from its header alone.
package struct JPEGPlan: Equatable, Sendable {
  /// Bytes that a picture may take in all: its file, the decoder and what is made of it.
  package static let budget = 256 << 20

  let header: JPEGHeader
  /// The scale of the decoder.
  let eighths: Int
  /// Bytes that the picture takes at most while it is decoded and drawn.
  package let memory: Int

  /// The size as stored at that scale.
  var size: Size { header.decodedSize(eighths: eighths) }

  /// Takes the smallest scale that covers the box, or a smaller one where memory allows no more.
  ///
  /// - Parameters:
  ///   - count: bytes of the file, all of which are in memory.
  ///   - box: pixels the result should cover in both axes, as shown; nil for all there are.
  ///   - copies: decoded pictures that there are at a time once it is decoded, and parts of them.
  ///   - further: bytes of what is made of them.
  /// - Throws: `tooLarge`, whatever the box is, when not even an eighth of the size fits.
  package init(
    _ header: JPEGHeader,
    count: Int,
    covering box: Size? = nil,
    copies: Double = 1,
    further: Int = 0
  ) throws(ImagingError) {
    self.header = header
    let pixels = header.width * header.height
    guard pixels <= JPEG.maximumPixels, count + header.decoderMemory(eighths: 1) <= Self.budget
    else { throw .tooLarge(pixels: pixels) }
    func memory(_ eighths: Int) -> Int {
      let size = header.decodedSize(eighths: eighths)
      let drawn = Int(Double(size.width * size.height * 3) * copies) + further
      return count + max(header.decoderMemory(eighths: eighths), drawn)
    }
    var eighths = header.eighths(covering: box)
    while eighths > 1, memory(eighths) > Self.budget { eighths /= 2 }
    self.eighths = eighths
    self.memory = min(memory(eighths), Self.budget)
  }
}

extension JPEGHeader {
  /// The smallest scale, in eighths, whose result covers a box of shown pixels in both axes.
  ///
  /// Only the powers of two: libjpeg-turbo has vector code for these alone, so that 3/8 takes
  /// longer than 1/2.
  package func eighths(covering box: Size?) -> Int {
    guard let box else { return 8 }
    let stored = orientation >= 5 ? Size(box.height, box.width) : box
    for eighths in [1, 2, 4] {
      let size = decodedSize(eighths: eighths)
      if size.width >= stored.width, size.height >= stored.height { return eighths }
    }
    return 8
  }

  /// The size as stored at a scale; libjpeg rounds up.
  func decodedSize(eighths: Int) -> Size {
    Size((width * eighths + 7) / 8, (height * eighths + 7) / 8)
  }

  /// Whether so many bytes can hold the picture at all.
  ///
  /// T.81, F.1.2 and G.1.2: a sequential block is a code for its DC coefficient and one for the end
  /// of its AC coefficients, a progressive one at least the former; the shortest Huffman code has
  /// one bit. Progressive AC coefficients may cost nothing (runs of ended blocks), and arithmetic
  /// coding has no such bound.
  package func isPlausible(count: Int) -> Bool {
    let bits = isArithmetic ? 0 : isProgressive ? 1 : 2
    return count - scanStart >= blocks.reduce(0) { $0 + $1.width * $1.height } * bits / 8
  }

  /// Scans that a picture of this size may have.
  ///
  /// Each goes over all blocks, also when it has nothing to say about them: hundreds of scans of a
  /// large picture are an attack on the reader's time. Encoders make about ten, twenty at most.
  var scanLimit: Int { min(500, max(10, 2_000_000_000 / (width * height))) }

  /// Whether a file has more scans than that; stops at the first one too many.
  func hasTooManyScans(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard isMultiScan, let start = bytes.baseAddress else { return false }
    var (scans, position) = (1, scanStart)
    // FF DA is the beginning of a scan: in a scan's data a zero follows each FF.
    while position < bytes.count,
      let found = memchr(start + position, 0xFF, bytes.count - position)
    {
      position = UnsafeRawPointer(found) - start + 1
      guard position < bytes.count, bytes[position] == 0xDA else { continue }
      scans += 1
      if scans > scanLimit { return true }
    }
    return false
  }

  /// Bytes that libjpeg-turbo takes at a scale, with its output and that turned upright.
  ///
  /// After jdcoefct.c (jinit_d_coef_controller), jdmainct.c (alloc_funny_pointers,
  /// jinit_d_main_controller) and jdsample.c (jinit_upsampler) of 2.1.5. A picture of several scans
  /// has all of its coefficients in memory, at any scale; one of a single scan a row of blocks.
  func decoderMemory(eighths: Int) -> Int {
    let size = decodedSize(eighths: eighths)
    let pixels = size.width * size.height
    var rows = 0
    var coefficients = 0
    for (blocks, factors) in zip(blocks, sampling) {
      let width = Self.roundUp(blocks.width, factors.horizontal)
      let height = Self.roundUp(blocks.height, factors.vertical)
      // Sixty-four coefficients of two bytes.
      coefficients += width * height * 128
      // Ten groups of rows of samples, of which two are context, and those upsampled.
      rows += width * 8 * factors.vertical * 10 + (width * 8 + size.width) * mostSamples.vertical
    }
    // CMYK is decoded to four bytes a pixel, which become three in place.
    let output = pixels * (components == 4 ? 4 : 3)
    let decoding = Self.overhead + rows + (isMultiScan ? coefficients : 0) + output
    return orientation == 1 ? decoding : max(decoding, output + pixels * 3)
  }

  /// The decoder's own structures and tables, and a pointer to each row of output.
  private static let overhead = 1 << 20

  /// The blocks of each component (A.1.1, jdinput.c: initial_setup).
  private var blocks: [Size] {
    let most = mostSamples
    return sampling.map {
      Size(
        (width * $0.horizontal + most.horizontal * 8 - 1) / (most.horizontal * 8),
        (height * $0.vertical + most.vertical * 8 - 1) / (most.vertical * 8)
      )
    }
  }

  /// The most samples that any component has in a unit.
  ///
  /// By no key path: the first one of a program takes half a MiB of the runtime's code.
  private var mostSamples: Sampling {
    sampling.reduce(Sampling(horizontal: 1, vertical: 1)) {
      Sampling(
        horizontal: max($0.horizontal, $1.horizontal),
        vertical: max($0.vertical, $1.vertical)
      )
    }
  }

  private static func roundUp(_ value: Int, _ unit: Int) -> Int {
    (value + unit - 1) / unit * unit
  }
}

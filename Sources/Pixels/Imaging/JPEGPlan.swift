import Canvas
import Glibc
import JPEGBlockMeans
import Platform

/// The scale for decoding an image and the memory this takes, determined from its header alone.
package struct JPEGPlan: Equatable, Sendable {
  /// The maximum number of bytes for an image: its file, its colour profile, the decoder and the
  /// results.
  package static let budget = budget(addressSpace: ResourceLimits.addressSpace)

  /// Returns the budget if the address space is limited (`ulimit -v`).
  ///
  /// A failed allocation would end the process. The rest of a command needs 128 MiB, and commands
  /// draw two images at a time or more.
  static func budget(addressSpace: Int) -> Int {
    min(256 << 20, max(16 << 20, (addressSpace - 128 << 20) / 2))
  }

  let header: JPEGHeader
  /// The scale of the decoder, in eighths.
  let eighths: Int
  /// The maximum number of bytes needed while the image is decoded and drawn.
  package let memory: Int

  /// The stored size at that scale.
  var size: Size { header.decodedSize(eighths: eighths) }

  /// Chooses the smallest scale that covers the box, or a smaller one if the memory isn't
  /// sufficient.
  ///
  /// - Parameters:
  ///   - count: the size of the file in bytes, all of them in memory.
  ///   - box: the size in pixels that the result should at least have, as shown; `nil` to decode at
  ///     full size.
  ///   - copies: the number of decoded images, or fractions of one, that exist at a time after
  ///     decoding.
  ///   - further: the number of bytes of the results made from these images.
  /// - Throws: `tooLarge` if even an eighth of the size exceeds the budget, whatever the box.
  package init(
    _ header: JPEGHeader,
    count: Int,
    covering box: Size? = nil,
    copies: Double = 1,
    further: Int = 0
  ) throws(ImagingError) {
    self.header = header
    let count = count + (header.profile?.memory ?? 0)
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
  /// Returns the smallest scale, in eighths, whose result covers a box of shown pixels in both
  /// axes.
  ///
  /// Only powers of two are used. libjpeg-turbo has vector code for these alone, so 3/8 takes
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

  /// Returns the stored size at a scale.
  ///
  /// libjpeg rounds up.
  func decodedSize(eighths: Int) -> Size {
    Size((width * eighths + 7) / 8, (height * eighths + 7) / 8)
  }

  /// Whether a file of `count` bytes can contain the image at all.
  ///
  /// According to T.81, F.1.2 and G.1.2, a sequential block has a code for its DC coefficient and
  /// one for the end of its AC coefficients. A progressive block has at least the former. The
  /// shortest Huffman code has one bit. Progressive AC coefficients may take no bits (runs of ended
  /// blocks), and arithmetic coding has no such limit.
  package func isPlausible(count: Int) -> Bool {
    let bits = isArithmetic ? 0 : isProgressive ? 1 : 2
    return count - scanStart >= blocks.reduce(0) { $0 + $1.width * $1.height } * bits / 8
  }

  /// The maximum number of scans in an image of this size.
  ///
  /// Each scan visits all blocks, even if it contains nothing for them. Hundreds of scans of a
  /// large image are an attack on the reader's time. Encoders create about ten, twenty at most.
  var scanLimit: Int { min(500, max(10, 2_000_000_000 / (width * height))) }

  /// Whether a file has more scans than the limit.
  ///
  /// Stops at the first scan beyond it.
  func hasTooManyScans(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard isMultiScan, let start = bytes.baseAddress else { return false }
    var (scans, position) = (1, scanStart)
    // FF DA is the beginning of a scan. Within a scan's data a zero follows each FF.
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

  /// Returns the number of bytes that libjpeg-turbo needs at a scale, including its output and the
  /// turned output.
  ///
  /// This follows jdcoefct.c (jinit_d_coef_controller), jdmainct.c (alloc_funny_pointers,
  /// jinit_d_main_controller) and jdsample.c (jinit_upsampler) of 2.1.5. With several scans, all
  /// coefficients are in memory, at any scale. With a single scan, only a row of blocks is.
  func decoderMemory(eighths: Int) -> Int {
    let size = decodedSize(eighths: eighths)
    let pixels = size.width * size.height
    var rows = 0
    var coefficients = 0
    for (blocks, factors) in zip(blocks, sampling) {
      let width = Self.roundUp(blocks.width, factors.horizontal)
      let height = Self.roundUp(blocks.height, factors.vertical)
      // Each block has 64 coefficients of two bytes.
      coefficients += width * height * 128
      // Ten groups of rows of samples, including two of context, and the upsampled rows.
      rows += width * 8 * factors.vertical * 10 + (width * 8 + size.width) * mostSamples.vertical
    }
    // CMYK is decoded to four bytes per pixel, which become three in place.
    let output = pixels * (components == 4 ? 4 : 3)
    let decoding = Self.decoderOverhead + rows + (isMultiScan ? coefficients : 0) + output
    return orientation == 1 ? decoding : max(decoding, output + pixels * 3)
  }

  /// The decoder's structures and tables, and a pointer to each row of output.
  private static let decoderOverhead = 1 << 20

  /// The number of blocks of each component (A.1.1, jdinput.c: initial_setup).
  private var blocks: [Size] {
    let most = mostSamples
    return sampling.map {
      Size(
        (width * $0.horizontal + most.horizontal * 8 - 1) / (most.horizontal * 8),
        (height * $0.vertical + most.vertical * 8 - 1) / (most.vertical * 8)
      )
    }
  }

  /// The largest sampling factors of any component.
  ///
  /// Key paths aren't used here: a program's first key path loads half a MiB of the runtime's code.
  private var mostSamples: JPEGFrame.SamplingFactors {
    sampling.reduce(JPEGFrame.SamplingFactors(horizontal: 1, vertical: 1)) {
      JPEGFrame.SamplingFactors(
        horizontal: max($0.horizontal, $1.horizontal),
        vertical: max($0.vertical, $1.vertical)
      )
    }
  }

  private static func roundUp(_ value: Int, _ unit: Int) -> Int {
    (value + unit - 1) / unit * unit
  }
}

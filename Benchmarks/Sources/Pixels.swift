import Foundation
import Harness

/// The pixels that a terminal shows for a picture in a graphics protocol.
struct Pixels {
  let width: Int
  let height: Int
  /// The red, green and blue bytes of every pixel.
  let bytes: [UInt8]

  /// Reads a file with ImageMagick, stretched to a size.
  ///
  /// - Parameters:
  ///   - raw: ImageMagick's options for a file without a header.
  ///   - filter: the scaling filter; `Box` computes the mean of each pixel's area.
  init(
    _ file: String,
    raw: [String] = [],
    width: Int,
    height: Int,
    filter: String = "Lanczos",
    isGrey: Bool = false,
    environment: [String: String]
  ) throws {
    let result = try Subprocess.run(
      ["convert"] + raw + [
        file, "-alpha", "off", "-filter", filter, "-resize",
        "\(width)x\(height)!",
      ] + (isGrey ? ["-colorspace", "Gray"] : []) + ["-depth", "8", "rgb:-"],
      environment: environment
    )
    guard result.status == 0, result.output.count == width * height * 3 else {
      throw Failure("convert cannot read \(file)")
    }
    self.init(width: width, height: height, bytes: result.output)
  }

  init(width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Returns the peak signal-to-noise ratio in dB; 99 if there is no difference.
  func ratio(to other: Pixels) -> Double {
    var squares = 0
    for (a, b) in zip(bytes, other.bytes) {
      let difference = Int(a) - Int(b)
      squares += difference * difference
    }
    guard squares > 0 else { return 99 }
    return min(99, 10 * log10(255 * 255 * Double(bytes.count) / Double(squares)))
  }
}

/// A picture in a program's output, in one of the graphics protocols.
struct Transmission {
  enum Kind: String, CaseIterable {
    case kitty, iterm2, sixel
  }

  let kind: Kind
  let output: [UInt8]

  /// Returns the picture scaled to `width` × `height` pixels.
  func shown(
    width: Int,
    height: Int,
    folder: String,
    environment: [String: String]
  ) throws -> Pixels {
    let file = folder + "/transmission"
    var raw: [String] = []
    switch kind {
    case .sixel:
      let picture = try SixelPicture(output)
      guard picture.width == width, picture.height == height else {
        throw Failure("sixels of \(picture.width)×\(picture.height), not \(width)×\(height)")
      }
      return Pixels(width: width, height: height, bytes: picture.bytes)
    case .iterm2:
      guard let begin = output.firstRange(of: Array("File=".utf8)),
        let colon = output[begin.upperBound...].firstIndex(of: UInt8(ascii: ":")),
        let end = output[colon...].firstIndex(of: 7)
      else { throw Failure("no inline image") }
      try decoded(output[(colon + 1)..<end]).write(to: URL(fileURLWithPath: file))
    case .kitty:
      let (keys, payload) = try kitty()
      try payload.write(to: URL(fileURLWithPath: file))
      if keys["f"] != "100" {
        raw = ["-size", "\(keys["s"] ?? "")x\(keys["v"] ?? "")", "-depth", "8"]
        let pixels = (keys["f"] == "24" ? "rgb:" : "rgba:") + file
        return try Pixels(
          pixels,
          raw: raw,
          width: width,
          height: height,
          environment: environment
        )
      }
    }
    return try Pixels(file, raw: raw, width: width, height: height, environment: environment)
  }

  /// Returns the control data of the first escape code, and the joined payload of all.
  private func kitty() throws -> (keys: [String: String], payload: Data) {
    var keys: [String: String] = [:]
    var payload = Data()
    var rest = output[...]
    while let begin = rest.firstRange(of: Array("\u{1B}_G".utf8)),
      let end = rest[begin.upperBound...].firstIndex(of: 0x1B)
    {
      let code = rest[begin.upperBound..<end]
      rest = rest[end...]
      let parts = code.split(separator: UInt8(ascii: ";"), maxSplits: 1)
      if keys.isEmpty {
        for pair in String(decoding: parts.first ?? [], as: UTF8.self).split(separator: ",") {
          let words = pair.split(separator: "=").map(String.init)
          if words.count == 2 { keys[words[0]] = words[1] }
        }
      }
      // chafa pads each code's payload separately.
      if parts.count == 2 { payload += try decoded(parts[1]) }
    }
    guard keys["o"] == nil, !payload.isEmpty else { throw Failure("no pixels of kitty's") }
    return (keys, payload)
  }

  private func decoded(_ text: ArraySlice<UInt8>) throws -> Data {
    guard let data = Data(base64Encoded: Data(text)) else { throw Failure("no Base64") }
    return data
  }
}

/// The pixels that a terminal shows for sixels; pixels that aren't painted are black.
private struct SixelPicture {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var bytes: [UInt8] = []
  private var palette: [Int: [UInt8]] = [:]

  init(_ output: [UInt8]) throws {
    guard let begin = output.firstRange(of: Array("\u{1B}P".utf8)),
      let start = output[begin.upperBound...].firstIndex(of: UInt8(ascii: "q")),
      let end = output[start...].firstIndex(of: 0x1B)
    else { throw Failure("no sixels") }
    var position = start + 1
    func numbers() -> [Int] {
      let first = position
      while (0x30...0x39).contains(output[position]) || output[position] == 0x3B { position += 1 }
      return String(decoding: output[first..<position], as: UTF8.self).split(separator: ";")
        .map { Int($0) ?? 0 }
    }
    var (x, y, count) = (0, 0, 1)
    var color: [UInt8] = [0, 0, 0]
    while position < end {
      let byte = output[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        let raster = numbers()
        guard raster.count == 4 else { throw Failure("sixels without a size") }
        (width, height) = (raster[2], raster[3])
        bytes = [UInt8](repeating: 0, count: width * height * 3)
      case UInt8(ascii: "#"):
        let values = numbers()
        if values.count == 5 {
          palette[values[0]] = values[2...].map { UInt8((Double($0) * 2.55).rounded()) }
        }
        guard let known = palette[values.first ?? -1] else { throw Failure("an unknown colour") }
        color = known
      case UInt8(ascii: "!"): count = numbers().first ?? 1
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, y) = (0, y + 6)
      case 0x3F...0x7E:
        for bit in 0..<6 where (byte - 0x3F) >> UInt8(bit) & 1 == 1 && y + bit < height {
          for column in x..<min(width, x + count) {
            let index = ((y + bit) * width + column) * 3
            for channel in 0..<3 { bytes[index + channel] = color[channel] }
          }
        }
        x += count
        count = 1
      default: throw Failure("not a sixel: \(byte)")
      }
    }
  }
}

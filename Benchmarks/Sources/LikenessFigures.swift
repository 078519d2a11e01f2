import Foundation
import Harness

// How near `imagefeed render` and chafa come to a photograph in symbols, over all demo photographs.
extension Bench {
  func likeness() throws -> [Figure] {
    try ["24bit": "full", "256": "240", "16": "16", "mono": "2"].sorted { $0.key < $1.key }
      .flatMap { ours, theirs in
        // Dithering is noise pixel by pixel, and what makes colours right from afar.
        try likeness(ours, theirs, dither: 0) + (ours == "24bit" ? [] : likeness(ours, theirs))
      }
  }

  /// - Parameter dither: nil for as the program draws.
  private func likeness(
    _ ours: String,
    _ theirs: String,
    dither: Int? = nil
  ) throws -> [Figure] {
    let folder = "Resources/demo"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".jpg") }.sorted()
    var (own, other) = ([Likeness](), [Likeness]())
    var bytes = [0.0, 0.0]
    for file in files {
      let path = folder + "/" + file
      let contest = Contest(
        entrants: [
          .init(
            name: "imagefeed",
            command: [
              binary, "render", path, "--size", "100x40", "--colors", ours, "--symbols", "quad",
              "--dither", "\(dither ?? 1)",
            ]
          ),
          .init(
            name: "chafa",
            command: [
              "chafa", "-f", "symbols", "-s", "100x40", "-c", theirs, "-w", "9", "--symbols",
              "space+solid+half+quad", path,
            ]
          ),
        ],
        environment: home.environment
      )
      let outputs = try contest.outputs()
      for (index, output) in outputs.enumerated() { bytes[index] += Double(output.count) }
      own.append(try likeness(outputs[0], to: path, isColored: ours != "mono"))
      other.append(try likeness(outputs[1], to: path, isColored: ours != "mono"))
    }
    let isPlain = dither == 0
    let isDithered = ours != "24bit" && !isPlain
    let title = "quadrants, \(ours)" + (ours == "24bit" ? "" : isPlain ? ", plain" : ", dithered")
    let count = Double(files.count)
    func figure(
      _ name: String,
      _ unit: String,
      isLimited: Bool,
      _ value: (Likeness) -> Double
    ) -> [Figure] {
      func mean(_ all: [Likeness]) -> Double { all.map(value).reduce(0, +) / count }
      func worst(_ all: [Likeness]) -> Double { all.map(value).min() ?? 0 }
      let details = [
        "imagefeed": mean(own), "chafa": mean(other), "imagefeed worst": worst(own),
        "chafa worst": worst(other),
      ]
      return [
        Figure(
          name: "\(title), \(name) below chafa's in the mean",
          value: mean(other) - mean(own),
          unit: unit,
          limit: isLimited ? 0 : nil,
          details: details
        ),
        Figure(
          name: "\(title), \(name) of the worst photograph below chafa's",
          value: worst(other) - worst(own),
          unit: unit,
          limit: isLimited ? 0 : nil
        ),
      ]
    }
    return figure("PSNR", "dB", isLimited: !isDithered, \.ratio)
      + figure("PSNR from afar", "dB", isLimited: true, \.ratioFromAfar)
      + figure("SSIM", "", isLimited: !isDithered, \.structure) + [
        Figure(
          name: "\(title), bytes to chafa's",
          value: bytes[0] / bytes[1],
          unit: "×",
          limit: nil,
          details: ["imagefeed kB": bytes[0] / count / 1000, "chafa kB": bytes[1] / count / 1000]
        )
      ]
  }

  private func likeness(
    _ output: [UInt8],
    to file: String,
    isColored: Bool
  ) throws -> Likeness {
    let shown = try ShownSymbols(output).pixels()
    let photograph = try Pixels(
      file,
      width: shown.width,
      height: shown.height,
      filter: "Box",
      isGrey: !isColored,
      environment: home.environment
    )
    return Likeness(of: shown, to: photograph)
  }
}

/// How near a picture comes to another one of its size.
struct Likeness {
  /// The peak signal-to-noise ratio in dB, of the pixels as they are.
  let ratio: Double
  /// The same of both pictures blurred in linear light by half a cell's width, as seen from where
  /// single parts blur.
  let ratioFromAfar: Double
  /// The structural similarity of their luma (Wang et al., 2004), in windows of 8 × 8 pixels.
  let structure: Double

  init(of picture: Pixels, to other: Pixels) {
    ratio = picture.ratio(to: other)
    let planes = [picture, other].map { picture in
      (0..<3).map { Plane(picture, channel: $0).blurred() }
    }
    var squares = 0.0
    for (a, b) in zip(planes[0], planes[1]) {
      for (x, y) in zip(a.values, b.values) {
        let difference = Plane.encoded(x) - Plane.encoded(y)
        squares += Double(difference * difference)
      }
    }
    ratioFromAfar = -10 * log10(squares / Double(other.bytes.count))
    structure = Self.structure(picture, other)
  }

  private static func structure(_ a: Pixels, _ b: Pixels) -> Double {
    let (x, y) = (luma(a), luma(b))
    let (first, second) = (6.5025, 58.5225)
    var (sum, count) = (0.0, 0.0)
    for top in stride(from: 0, through: a.height - 8, by: 4) {
      for left in stride(from: 0, through: a.width - 8, by: 4) {
        var (sx, sy, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for row in top..<top + 8 {
          for index in row * a.width + left..<row * a.width + left + 8 {
            let (p, q) = (x[index], y[index])
            sx += p
            sy += q
            xx += p * p
            yy += q * q
            xy += p * q
          }
        }
        let (mx, my) = (sx / 64, sy / 64)
        let vx: Double = xx / 64 - mx * mx
        let vy: Double = yy / 64 - my * my
        let v: Double = xy / 64 - mx * my
        let likeness: Double = (2 * mx * my + first) * (2 * v + second)
        let most: Double = (mx * mx + my * my + first) * (vx + vy + second)
        sum += likeness / most
        count += 1
      }
    }
    return count > 0 ? sum / count : 1
  }

  private static func luma(_ pixels: Pixels) -> [Double] {
    stride(from: 0, to: pixels.bytes.count, by: 3).map { index -> Double in
      let red = 0.299 * Double(pixels.bytes[index])
      let green = 0.587 * Double(pixels.bytes[index + 1])
      return red + green + 0.114 * Double(pixels.bytes[index + 2])
    }
  }
}

/// One channel in linear light.
private struct Plane {
  let width: Int
  let height: Int
  var values: [Float]

  /// The transfer curve of sRGB (IEC 61966-2-1).
  private static let linear: [Float] = (0...255).map { value in
    let encoded = Float(value) / 255
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  static func encoded(_ linear: Float) -> Float {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }

  init(_ pixels: Pixels, channel: Int) {
    (width, height) = (pixels.width, pixels.height)
    values = stride(from: channel, to: pixels.bytes.count, by: 3).map {
      Self.linear[Int(pixels.bytes[$0])]
    }
  }

  /// A Gaussian of three pixels, cut off at nine.
  func blurred() -> Plane {
    let weights = (-9...9).map { exp(-Float($0 * $0) / 18) }
    let total = weights.reduce(0, +)
    func blur(_ input: [Float], _ step: Int, _ length: Int, _ place: (Int) -> Int) -> [Float] {
      input.indices.map { index in
        let position = place(index)
        var sum: Float = 0
        for (number, weight) in weights.enumerated() {
          let other = min(max(position + number - 9, 0), length - 1)
          sum += input[index + (other - position) * step] * weight
        }
        return sum / total
      }
    }
    var plane = self
    let across = blur(values, 1, width) { $0 % width }
    plane.values = blur(across, width, height) { $0 / width }
    return plane
  }
}

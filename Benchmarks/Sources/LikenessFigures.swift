import Canvas
import Foundation
import Harness
import Imaging

// Compares the symbols of `imagefeed show` and chafa with the photos, over all demo photos.
extension Bench {
  func likeness() throws -> [Figure] {
    try frameBytes()
      + ["24bit", "256", "16", "mono"].flatMap { colors in
        // Dithering adds noise to single pixels, but makes colours right from afar.
        try likeness(colors, dither: 0) + (colors == "24bit" ? [] : likeness(colors, dither: 1))
      }
      + ["24bit", "256", "16", "mono"].flatMap { try likeness($0, dither: 0, symbols: "ascii") }
  }

  private static let folder = "Resources/demo"
  private static var photos: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".jpg") }.sorted().map { folder + "/" + $0 }
    }
  }

  /// Returns chafa's options for a number of colours: each set is its best by one of the figures.
  ///
  /// The sets use the same symbols in the same grid, and the most work that chafa offers.
  ///
  /// - Parameter isAscii: whether symbols are ASCII. In monochrome chafa then uses no reverse
  ///   video, as imagefeed doesn't.
  private static func rivals(_ colors: String, dither: Int, isAscii: Bool) -> [[String]] {
    let names = ["24bit": "full", "256": "240", "16": "16", "mono": isAscii ? "none" : "2"]
    let (plain, perceptual) = (["-p", "off"], ["--color-space", "din99d"])
    let settings: [[String]] =
      switch (colors, dither) {
      case (_, 1): [["--dither", "diffusion"], plain + ["--dither", "diffusion"]]
      case ("24bit", _): [[]]
      case ("256", _): [[], ["--dither", "ordered", "--dither-grain", "1x1"]]
      default:
        [[], plain, perceptual, plain + perceptual, plain + ["--color-extractor", "median"]]
      }
    return settings.map { ["-c", names[colors] ?? ""] + $0 }
  }

  private func likeness(
    _ colors: String,
    dither: Int,
    symbols: String = "quad"
  ) throws -> [Figure] {
    let isAscii = symbols == "ascii"
    let rivals = Self.rivals(colors, dither: dither, isAscii: isAscii)
    var own: [Likeness] = []
    var others = rivals.map { _ in [Likeness]() }
    var bytes = (own: 0.0, other: 0.0)
    let files = try Self.photos
    for file in files {
      let printed = try output([
        binary, "show", file, "--size", "100x40", "--colors", colors, "--symbols", symbols,
        "--dither", "\(dither)",
      ])
      // The last line is the file's name.
      let end = printed.dropLast().lastIndex(of: UInt8(ascii: "\n")) ?? printed.endIndex - 1
      let output = Array(printed[...end])
      let shown = try ShownSymbols(output)
      let original = try original(file, shown, isColored: colors != "mono")
      own.append(try original.likeness(of: shown.pixels()))
      bytes.own += Double(output.count)
      for (index, rival) in rivals.enumerated() {
        let output = try chafa(file, rival, shown, isAscii ? "ascii" : Self.blocks)
        others[index].append(try original.likeness(of: ShownSymbols(output).pixels()))
        if index == 0 { bytes.other += Double(output.count) }
      }
    }
    let isPlain = dither == 0
    let title =
      (isAscii ? "ASCII" : "quadrants") + ", \(colors)"
      + (colors == "24bit" ? "" : isPlain ? ", plain" : ", dithered")
    let count = Double(files.count)
    // ASCII shows brightness as density, which is noise in single pixels.
    let isLimited = isPlain && !isAscii
    return figures(title, "PSNR", "dB", isLimited: isLimited, own, others, \.ratio)
      + figures(title, "PSNR from afar", "dB", isLimited: !isAscii, own, others, \.ratioFromAfar)
      + figures(title, "SSIM", "", isLimited: isLimited, own, others, \.structure) + [
        Figure(
          name: "\(title), bytes to chafa's",
          value: bytes.own / bytes.other,
          unit: "×",
          limit: nil,
          details: [
            "imagefeed kB": bytes.own / count / 1000, "chafa kB": bytes.other / count / 1000,
          ]
        )
      ]
  }

  /// Returns one measure's distance from the best of chafa's settings: in the mean, and for the
  /// worst photo.
  private func figures(
    _ title: String,
    _ name: String,
    _ unit: String,
    isLimited: Bool,
    _ own: [Likeness],
    _ others: [[Likeness]],
    _ value: (Likeness) -> Double
  ) -> [Figure] {
    func mean(_ all: [Likeness]) -> Double { all.map(value).reduce(0, +) / Double(all.count) }
    func worst(_ all: [Likeness]) -> Double { all.map(value).min() ?? 0 }
    let (best, bestWorst) = (others.map(mean).max() ?? 0, others.map(worst).max() ?? 0)
    return [
      Figure(
        name: "\(title), \(name) below chafa's best in the mean",
        value: best - mean(own),
        unit: unit,
        limit: isLimited ? 0 : nil,
        details: [
          "imagefeed": mean(own), "chafa": best, "chafa by default": others.first.map(mean) ?? 0,
        ]
      ),
      Figure(
        name: "\(title), \(name) of the worst photo below chafa's best",
        value: bestWorst - worst(own),
        unit: unit,
        limit: isLimited ? 0 : nil,
        details: [
          "imagefeed": worst(own), "chafa": bestWorst,
          "chafa by default": others.first.map(worst) ?? 0,
        ]
      ),
    ]
  }

  /// Compares the bytes of the feed's symbols with those of symbols chosen by libchafa.
  ///
  /// libchafa uses its maximum of work. Its symbols become blanks if their colours differ by at
  /// most four of 255.
  private func frameBytes() throws -> [Figure] {
    var (own, other) = ([Likeness](), [Likeness]())
    var bytes = (own: 0.0, other: 0.0)
    let files = try Self.photos
    for file in files {
      let jpeg = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      let size = try Render.fit(
        JPEG.header(of: jpeg).orientedSize,
        into: Size(100, 40),
        cellAspect: 0.5
      )
      let pixels = Symbols.pixels(columns: size.width, rows: size.height, symbols: .quadrants)
      let grid = try Symbols.render(
        JPEG.decode(jpeg, covering: pixels),
        columns: size.width,
        rows: size.height
      )
      let drawn = Render.ansi(grid, colors: .trueColor)
      let shown = try ShownSymbols(drawn)
      let theirs = try ShownSymbols(chafa(file, ["-c", "full"], shown)).grid(blankBelow: 5)
      let sent = Render.ansi(theirs, colors: .trueColor)
      let original = try original(file, shown, isColored: true)
      own.append(try original.likeness(of: shown.pixels()))
      other.append(try original.likeness(of: ShownSymbols(sent).pixels()))
      bytes.own += Double(drawn.count)
      bytes.other += Double(sent.count)
    }
    let count = Double(files.count)
    return [
      Figure(
        name: "the feed's quadrants, bytes to libchafa's with blanks",
        value: bytes.own / bytes.other,
        unit: "×",
        limit: 0.9,
        details: ["imagefeed kB": bytes.own / count / 1000, "chafa kB": bytes.other / count / 1000]
      )
    ] + figures("the feed's quadrants", "PSNR", "dB", isLimited: true, own, [other], \.ratio)
      + figures("the feed's quadrants", "SSIM", "", isLimited: true, own, [other], \.structure)
  }

  private static let blocks = "space+solid+half+quad"

  private func chafa(
    _ file: String,
    _ options: [String],
    _ shown: ShownSymbols,
    _ symbols: String = Bench.blocks
  ) throws -> [UInt8] {
    try output(
      ["chafa", "-f", "symbols", "--stretch", "-s", "\(shown.columns)x\(shown.rows)", "-w", "9"]
        + ["--symbols", symbols] + options + [file]
    )
  }

  private func output(_ command: [String]) throws -> [UInt8] {
    try Contest(
      entrants: [.init(name: command[0], command: command)],
      environment: home.environment
    )
    .outputs().flatMap { $0 }
  }

  private func original(
    _ file: String,
    _ shown: ShownSymbols,
    isColored: Bool
  ) throws -> Original {
    Original(
      try Pixels(
        file,
        width: shown.columns * ShownSymbols.cell.width,
        height: shown.rows * ShownSymbols.cell.height,
        filter: "Box",
        isGrey: !isColored,
        environment: home.environment
      )
    )
  }
}

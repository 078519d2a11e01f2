import Canvas
import Foundation
import Glibc
import Harness
import Imaging

// Pictures as symbols in every mode, drawn in this process on one core.
extension Bench {
  func symbols() throws -> [Figure] {
    let files = try served()
    return try tiles(files) + fullScreens(files) + blurs(files)
  }

  /// Returns the sets of symbols for a number of colours; dots are for monochrome only.
  private static func sets(_ colors: ColorDepth) -> [SymbolSet] {
    colors == .monochrome
      ? [.halfBlocks, .quadrants, .sextants, .octants, .braille, .ascii]
      : [.halfBlocks, .quadrants, .sextants, .octants, .ascii]
  }

  /// Returns the photos of the feed's first page, in the width that the program requests for
  /// symbols.
  private func served() throws -> [[UInt8]] {
    struct Photo: Decodable {
      struct URLs: Decodable { let raw: String }
      let urls: URLs
    }
    let text = try Subprocess.text(
      [
        "curl", "-fsS", "-H", "Authorization: Client-ID demo-access-key",
        "\(demo.url)/photos?per_page=30",
      ],
      environment: home.environment
    )
    return try JSONDecoder().decode([Photo].self, from: Data(text.utf8))
      .map { try demo.bytes($0.urls.raw + "&w=400&fit=max&q=80&fm=jpg") }
  }

  private func tiles(_ files: [[UInt8]]) throws -> [Figure] {
    try SymbolSet.allCases.filter { $0 != .braille }.map { set in
      let pixels = Symbols.pixels(columns: 100, rows: 40, symbols: set)
      let options = SymbolOptions(symbols: set)
      return try figure("JPEG bytes to a tile of 100×40, \(set.rawValue)", limit: 2.5, "ms", files)
      {
        let bitmap = try JPEG.decode($0, covering: pixels)
        _ = try Symbols.render(bitmap, columns: 100, rows: 40, options: options)
      }
    }
  }

  private func fullScreens(_ files: [[UInt8]]) throws -> [Figure] {
    let depths: [(ColorDepth, String)] = [
      (.trueColor, "24-bit"), (.palette256, "256 colours"), (.palette16, "16 colours"),
      (.monochrome, "monochrome"),
    ]
    return try depths.flatMap { depth, name in
      try Self.sets(depth).map { set in
        let pixels = Symbols.pixels(columns: 200, rows: 60, symbols: set)
        let bitmaps = try files.map { try JPEG.decode($0, covering: pixels) }
        let options = SymbolOptions(colors: depth, symbols: set)
        return try figure(
          "full screen of 200×60, \(name), \(set.rawValue)",
          limit: 5,
          "ms",
          bitmaps
        ) {
          _ = try Symbols.render($0, columns: 200, rows: 60, options: options)
        }
      }
    }
  }

  private func blurs(_ files: [[UInt8]]) throws -> [Figure] {
    let hashes = try files.map {
      BlurHash.encode(
        try JPEG.decode($0, covering: Size(32, 32)),
        componentsX: 4,
        componentsY: 3
      )
    }
    let modes: [(SymbolSet, ColorDepth)] = [
      (.halfBlocks, .trueColor), (.quadrants, .trueColor), (.ascii, .trueColor),
      (.quadrants, .palette256), (.quadrants, .palette16), (.ascii, .palette256),
      (.quadrants, .monochrome),
      (.braille, .monochrome), (.ascii, .monochrome),
    ]
    return try modes.map { set, depth in
      var options = SymbolOptions(colors: depth, symbols: set)
      options.isBlurred = true
      let parts = Symbols.blurredParts(columns: 40, rows: 12, options: options)
      return try figure(
        "BlurHash tile of 40×12, \(depth.rawValue), \(set.rawValue)",
        limit: 50,
        "µs",
        hashes
      ) {
        let blur = try BlurHash.decode($0, width: parts.width, height: parts.height)
        _ = try Symbols.render(blur, columns: 40, rows: 12, options: options)
      }
    }
  }

  /// Returns the median over all pictures of the median of seven runs each, in processor time.
  private func figure<Picture>(
    _ name: String,
    limit: Double,
    _ unit: String,
    _ pictures: [Picture],
    _ draw: (Picture) throws -> Void
  ) throws -> Figure {
    let scale: Double = unit == "ms" ? 1e-6 : 1e-3
    let times = try pictures.map { picture in
      try (0..<7).map { _ in
        let start = Self.processorTime
        try draw(picture)
        return Double(Self.processorTime - start) * scale
      }.median
    }
    return Figure(
      name: name,
      value: times.median,
      unit: unit,
      limit: limit,
      details: ["most": times.max() ?? 0]
    )
  }

  /// This thread's processor time in nanoseconds.
  private static var processorTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

import Foundation
import Glibc
import Harness

// `imagefeed show --graphics` into 100×40 cells of 10×20 pixels, compared with chafa and timg.
extension Bench {
  /// Measures time and bytes relative to chafa's for each protocol and photo, and the difference in
  /// PSNR.
  func graphics() throws -> [Figure] {
    let samples = try Samples(self)
    return try Transmission.Kind.allCases.flatMap { kind in
      try compare(kind, "1080-px JPEG", samples.small, runs: 31)
        + compare(kind, "24-megapixel JPEG", samples.large, runs: 9)
    }
  }

  private func compare(
    _ kind: Transmission.Kind,
    _ name: String,
    _ file: String,
    runs: Int
  ) throws -> [Figure] {
    // chafa reads the size of a cell only from a terminal, which may be its standard input.
    let terminal = try Screen.openTerminal()
    defer { close(terminal.master) }
    let slave = open(terminal.name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw Failure("\(terminal.name): errno \(errno)") }
    defer { close(slave) }
    var size = winsize(ws_row: 45, ws_col: 120, ws_xpixel: 1200, ws_ypixel: 900)
    _ = ioctl(terminal.master, UInt(TIOCSWINSZ), &size)

    let format = [Transmission.Kind.kitty: "kitty", .iterm2: "iterm", .sixel: "sixels"][kind] ?? ""
    var entrants = [
      Contest.Entrant(
        name: "imagefeed",
        command: [
          binary, "show", file, "--size", "100x40", "--cell", "10x20", "--graphics",
          kind.rawValue,
        ]
      ),
      Contest.Entrant(
        name: "chafa",
        command: ["chafa", "-f", format, "-s", "100x40", "--scale", "max", file],
        input: slave
      ),
    ]
    // Debian 12's timg has no sixels. It would query a terminal and wait for the reply, so it gets
    // none. Its cells then have 9×18 pixels: a fifth less work.
    let letter = [Transmission.Kind.kitty: "k", .iterm2: "i"][kind]
    if let letter {
      entrants.append(.init(name: "timg", command: ["timg", "-g100x40", "-p\(letter)", file]))
    }
    let contest = Contest(entrants: entrants, environment: home.environment)
    let times = try contest.times(runs: runs)
    let outputs = try contest.outputs()
    // timg's cells have another size, so only its time and bytes are reported.
    let ratios = try outputs[..<2].map { try ratio(Transmission(kind: kind, output: $0), file) }
    func details(_ values: [Double], _ unit: String) -> [String: Double] {
      Dictionary(uniqueKeysWithValues: zip(entrants.map { "\($0.name) \(unit)" }, values))
    }
    let bytes = outputs.map { Double($0.count) }
    let title = "\(kind.rawValue), \(name) at 100×40"
    return [
      Figure(
        name: "\(title), time to chafa's",
        value: times[0] / times[1],
        unit: "×",
        limit: 0.7,
        details: details(times, "ms")
      ),
      Figure(
        name: "\(title), bytes to chafa's",
        value: bytes[0] / bytes[1],
        unit: "×",
        limit: 1,
        details: details(bytes.map { $0 / 1024 }, "KiB")
      ),
      Figure(
        name: "\(title), PSNR below chafa's",
        value: ratios[1] - ratios[0],
        unit: "dB",
        limit: 0,
        details: details(ratios, "dB")
      ),
    ]
  }

  /// Returns the PSNR between the picture and the photo scaled to the same pixels.
  private func ratio(_ picture: Transmission, _ file: String) throws -> Double {
    let (width, height) = try picture.shownSize()
    let environment = home.environment
    let source = try Pixels(file, width: width, height: height, environment: environment)
    return try picture.shown(
      width: width,
      height: height,
      folder: home.path,
      environment: environment
    )
    .ratio(to: source)
  }
}

extension Transmission {
  /// Returns the size in pixels of the picture's cells.
  ///
  /// Sixels contain their own size.
  fileprivate func shownSize() throws -> (width: Int, height: Int) {
    let head = String(decoding: output.prefix(2000), as: UTF8.self)
    func number(_ key: String) -> Int? {
      head.firstRange(of: key).flatMap { Int(head[$0.upperBound...].prefix { $0.isNumber }) }
    }
    switch kind {
    case .kitty:
      if let columns = number(",c="), let rows = number(",r=") { return (columns * 10, rows * 20) }
    case .iterm2:
      if let columns = number("width="), let rows = number("height=") {
        return (columns * 10, rows * 20)
      }
    case .sixel:
      let raster = head.split(separator: "\"").dropFirst().first?.split(separator: ";").compactMap {
        Int($0.prefix { $0.isNumber })
      }
      if let raster, raster.count >= 4 { return (raster[2], raster[3]) }
    }
    throw Failure("\(kind.rawValue): no size in the output")
  }
}

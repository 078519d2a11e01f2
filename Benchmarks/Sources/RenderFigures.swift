import Foundation
import Glibc
import Harness

// A JPEG file rendered as symbols to standard output, compared with similar programs.
extension Bench {
  func render() throws -> [Figure] {
    let samples = try Samples(self)
    return try compare("1080-px JPEG", samples.small, runs: 31, time: 0.25)
      + compare("24-megapixel JPEG", samples.large, runs: 9, time: 0.25, memory: 15)
      + compare("24-megapixel progressive JPEG", samples.progressive, runs: 9, time: 0.6)
  }

  private func compare(
    _ name: String,
    _ file: String,
    runs: Int,
    time: Double,
    memory: Double? = nil
  ) throws -> [Figure] {
    let contest = Contest(
      entrants: [
        .init(
          name: "imagefeed",
          command: [
            binary, "show", file, "--size", "100x40", "--colors", "24bit", "--symbols", "quad",
          ]
        ),
        .init(
          name: "chafa",
          command: [
            "chafa", "-f", "symbols", "-s", "100x40", "-c", "full", "--symbols",
            "space+solid+half+quad", file,
          ]
        ),
        .init(name: "timg", command: ["timg", "-g100x40", "-pq", file]),
      ],
      environment: home.environment
    )
    let times = try contest.times(runs: runs)
    let peaks = try contest.peaks()
    func details(_ values: [Double], _ unit: String) -> [String: Double] {
      Dictionary(
        uniqueKeysWithValues: zip(contest.entrants.map { "\($0.name) \(unit)" }, values)
      )
    }
    return [
      Figure(
        name: "\(name) at 100×40, time to chafa's",
        value: times[0] / times[1],
        unit: "×",
        limit: time,
        details: details(times, "ms")
      ),
      Figure(
        name: "\(name) at 100×40, peak memory",
        value: peaks[0],
        unit: "MiB",
        limit: memory,
        details: details(peaks, "MiB")
      ),
    ]
  }
}

/// The photos that are rendered, from the demo service.
///
/// One is also converted to progressive.
struct Samples {
  let small: String
  let large: String
  let progressive: String

  private struct Photo: Decodable {
    struct URLs: Decodable { let raw: String }
    let width: Int
    let height: Int
    let urls: URLs
  }

  init(_ bench: Bench) throws {
    let folder = bench.home.path
    func save(_ url: String, _ name: String) throws -> String {
      let path = "\(folder)/\(name).jpg"
      try Data(bench.demo.bytes(url)).write(to: URL(fileURLWithPath: path))
      return path
    }
    var photos: [Photo] = []
    var page = 1
    while !photos.contains(where: { $0.width * $0.height >= 24_000_000 }) {
      let text = try Subprocess.text(
        [
          "curl", "-fsS", "-H", "Authorization: Client-ID demo-access-key",
          "\(bench.demo.url)/photos?per_page=30&page=\(page)",
        ],
        environment: bench.home.environment
      )
      let more = try JSONDecoder().decode([Photo].self, from: Data(text.utf8))
      guard !more.isEmpty else { throw Failure("the feed has no photo of 24 megapixels") }
      photos += more
      page += 1
    }
    guard let first = photos.first, let last = photos.last(where: { $0.width >= 6000 }) else {
      throw Failure("the feed is empty")
    }
    small = try save(first.urls.raw + "&w=1080&fit=max&q=80&fm=jpg", "small")
    large = try save(last.urls.raw + "&w=\(last.width)&fit=max&q=85&fm=jpg", "large")
    progressive = "\(folder)/progressive.jpg"
    try Subprocess.text(
      ["jpegtran", "-progressive", "-outfile", progressive, large],
      environment: bench.home.environment
    )
  }
}

import Foundation
import Harness
import Model
import Platform

// Lists and files that are far longer than usual.
extension Bench {
  /// Measures changing the row size in a list of 20,000 photos, without a network.
  func sizes() throws -> [Figure] {
    let offline = try Bench(binary: binary)
    defer { offline.home.remove() }
    try offline.signIn()
    offline.demo.close()
    let account = "unsplash \(offline.demo.url)"
    try offline.home.cacheList(.feed, 20_000, account: account)
    let screen = try Screen(offline, arguments: ["--edition", "extended"])
    defer { screen.close() }
    try screen.trace.next("idle", "on the kept feed") { $0.screen == "feed" }
    screen.type("G")
    try screen.trace.next("idle")
    let began = try screen.began()
    func times(_ key: String) throws -> [Double] {
      try (0..<10).map { _ in
        // Switches between two sizes: the other key makes the next press possible.
        screen.type(key == "+" ? "-" : "+")
        try screen.trace.next("idle")
        try screen.trace.skip()
        let pressed = MonotonicTime.now.milliseconds(since: began)
        screen.type(key)
        try screen.trace.next("action") { $0.name?.hasPrefix("pressed") == true }
        let time = try screen.trace.next("frame").t - pressed
        try screen.trace.next("idle")
        return time
      }
    }
    return try ["+", "-"].map { key in
      let times = try times(key)
      return Figure(
        name: "list of 20,000 photos: key \(key) to rows of another size, median",
        value: times.median,
        unit: "ms",
        limit: 50,
        details: ["least ms": times.min() ?? 0, "most ms": times.max() ?? 0]
      )
    }
  }

  /// Measures queuing 100 marked photos beside 10,000 paused downloads, without a network.
  func manyDownloads() throws -> [Figure] {
    let offline = try Bench(binary: binary)
    defer { offline.home.remove() }
    try offline.signIn()
    offline.demo.close()
    try offline.home.cacheList(.feed, 100, account: "unsplash \(offline.demo.url)")
    try offline.home.keepDownloads(10_000)
    let screen = try Screen(offline, arguments: ["--edition", "extended"])
    defer { screen.close() }
    try screen.trace.next("idle", "on the kept feed") { $0.screen == "feed" }
    screen.type("*")
    try screen.settle()
    try screen.trace.skip()
    let pressed = MonotonicTime.now.milliseconds(since: try screen.began())
    screen.type("d")
    try offline.home.waitForDownload(of: 99)
    let time = MonotonicTime.now.milliseconds(since: try screen.began()) - pressed
    return [
      Figure(
        name: "100 marked photos beside 10,000 downloads: key press to the last one's row",
        value: time,
        unit: "ms",
        limit: 300
      )
    ]
  }

  /// Measures opening a gallery of 50,000 photos as soon as the program accepts keys.
  func largeGallery() throws -> [Figure] {
    try home.keepPhotographs(50_000) { .search(SearchQuery("query \($0 % 100)")) }
    defer { try? FileManager.default.removeItem(atPath: home.gallery) }
    var times: [Double] = []
    var memory: [Double] = []
    for _ in 0..<7 {
      let screen = try Screen(self, arguments: ["--edition", "extended"])
      defer { screen.close() }
      try screen.trace.next("frame") { $0.screen == "feed" }
      screen.type("4")
      let tiles = try screen.trace.next("frame") { $0.screen == "gallery" && $0.wanted ?? 0 > 0 }
      times.append(try screen.milliseconds(to: tiles))
      try screen.trace.next("idle") { $0.screen == "gallery" }
      memory.append(try screen.memory())
    }
    return [
      Figure(
        name: "gallery of 50,000 photos: launch to its tiles, median",
        value: times.median,
        unit: "ms",
        limit: 300,
        details: ["least ms": times.min() ?? 0, "most ms": times.max() ?? 0]
      ),
      Figure(
        name: "gallery of 50,000 photos: memory",
        value: memory.median,
        unit: "MiB",
        limit: 128
      ),
    ]
  }

  /// Measures a configuration file with 20,000 commands for sharing.
  func longConfiguration() throws -> [Figure] {
    let path = home.path + "/long.toml"
    let tables = (0..<20_000).map { number in
      "[[share]]\nname = \"Command \(number)\"\ncommand = [\"program-\(number)\", \"{file}\"]\n"
    }
    try tables.joined().write(toFile: path, atomically: true, encoding: .utf8)
    return try timed(
      "gallery list, a configuration of 20,000 commands",
      ["gallery", "list", "--config", path],
      limit: 1000,
      memory: 200
    )
  }
}

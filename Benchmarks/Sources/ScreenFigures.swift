import Foundation
import Glibc
import Harness
import Platform

// The program itself, on a pseudo-terminal and with a kept session.
extension Bench {
  /// JPEG bytes to the first paint of a card whose picture is up to 100×40 cells.
  func firstPaint() throws -> [Figure] {
    let screen = try Screen(self, columns: 104, rows: 47)
    defer { screen.close() }
    try screen.settle()
    for _ in 0..<40 {
      screen.type("j")
      try screen.settle()
    }
    var seen: Set<String> = []
    let times = try screen.trace.all("picture").compactMap { line -> Double? in
      guard line.stage == "thumb", let photo = line.photo, seen.insert(photo).inserted,
        let decode = line.decodeMs, let render = line.renderMs
      else { return nil }
      return decode + render
    }
    guard !times.isEmpty else { throw Failure("no picture was painted") }
    return [
      Figure(
        name: "JPEG bytes to the first paint of a card at 100×40",
        value: times.median,
        unit: "ms",
        limit: 5,
        details: ["cards": Double(times.count), "p95 ms": times.percentile(95)]
      )
    ]
  }

  func start() throws -> [Figure] {
    var text: [Double] = []
    var pictures: [Double] = []
    for run in 0...20 {
      let screen = try Screen(self)
      defer { screen.close() }
      try screen.settle()
      guard let first = try screen.trace.all("frame").first else { throw Failure("no frame") }
      // The first run warms the caches of the service and the system.
      guard run > 0 else { continue }
      text.append(try screen.milliseconds(to: first))
      pictures.append(try screen.milliseconds(to: try screen.lastPicture()))
    }
    return [
      Figure(name: "exec to the first frame", value: text.median, unit: "ms", limit: 25),
      Figure(
        name: "exec to every visible photograph, warm service",
        value: pictures.median,
        unit: "ms",
        limit: 200
      ),
    ]
  }

  /// Steps and pages through pictures that are only just being decoded.
  func keys() throws -> [Figure] {
    let screen = try Screen(self)
    defer { screen.close() }
    try screen.settle()
    let began = try screen.began()
    var latencies: [Double] = []
    for key in 0..<300 {
      try screen.trace.skip()
      let pressed = MonotonicTime.now
      screen.type(key.isMultiple(of: 2) ? "\u{1b}[6~" : "j")
      try screen.trace.next("action") { $0.name?.hasPrefix("pressed") == true }
      let frame = try screen.trace.next("frame")
      latencies.append(began.milliseconds(since: pressed) + frame.t)
    }
    try screen.settle()
    let decoded = try screen.trace.all("picture").filter { $0.decodeMs != nil }.count
    return [
      Figure(
        name: "key to frame written, pictures decoding, p99",
        value: latencies.percentile(99),
        unit: "ms",
        limit: 16,
        details: ["median ms": latencies.median, "pictures decoded": Double(decoded)]
      )
    ]
  }

  /// System calls of the main thread in ten seconds of nothing.
  func idle() throws -> [Figure] {
    // Without -f strace follows the main thread alone; it writes when it likes, hence the times.
    let file = home.path + "/strace"
    let screen = try Screen(self, prefix: ["strace", "-qq", "-ttt", "-o", file])
    let window: ClosedRange<Double>
    do {
      defer { screen.close() }
      try screen.settle()
      // A notice may still be about to go: stillness begins a moment after idle.
      pause(.seconds(3))
      let begin = Date.now.timeIntervalSince1970
      pause(.seconds(10))
      window = begin...Date.now.timeIntervalSince1970
    }
    let times = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
    guard let first = times.first, first < window.lowerBound else {
      throw Failure("strace saw no system call")
    }
    return [
      Figure(
        name: "system calls of the main thread in 10 s of stillness",
        value: Double(times.filter(window.contains).count),
        unit: "",
        limit: 0,
        details: ["before": Double(times.filter { $0 < window.lowerBound }.count)]
      )
    ]
  }

  /// The whole feed down and back.
  func memory() throws -> [Figure] {
    let screen = try Screen(self)
    defer { screen.close() }
    try screen.settle()
    func walk(_ key: String) throws -> Double {
      var peak = 0.0
      for _ in 1..<2000 {
        try screen.trace.skip()
        screen.type(key)
        try screen.trace.next("action") { $0.name?.hasPrefix("pressed") == true }
        try screen.settle()
        peak = max(peak, try screen.memory())
      }
      return peak
    }
    let down = try walk("j")
    let back = try walk("k")
    let photos = Set(try screen.trace.all("picture").compactMap(\.photo))
    let details = ["down MiB": down, "back MiB": back, "photographs": Double(photos.count)]
    return [
      Figure(
        name: "resident memory, 2000 photographs down and back",
        value: max(down, back),
        unit: "MiB",
        limit: 120,
        details: details
      ),
      Figure(
        name: "growth in the second half",
        value: back - down,
        unit: "MiB",
        limit: 10,
        details: details
      ),
    ]
  }

  /// The first screen of pictures over a slow line, against curl for the same addresses.
  func network() throws -> [Figure] {
    try demo.fault("latency=100")
    defer { try? demo.fault() }
    var ratios: [Double] = []
    var own: [Double] = []
    var others: [Double] = []
    for _ in 0..<7 {
      let screen = try Screen(self)
      defer { screen.close() }
      try screen.settle()
      let last = try screen.lastPicture()
      let requests = try screen.trace.all("http").filter {
        $0.t <= last.t && $0.url?.contains("/photo-") == true
      }
      guard let begin = requests.map({ $0.t - ($0.ms ?? 0) }).min() else {
        throw Failure("no picture was asked for")
      }
      let addresses = requests.compactMap(\.url)
      let curl = MonotonicTime.now
      let output = addresses.flatMap { ["-o", "/dev/null", $0] }
      try Command.text(
        ["curl", "-fsS", "--no-progress-meter", "--parallel", "--parallel-max", "6"] + output,
        environment: home.environment
      )
      own.append(last.t - begin)
      others.append(MonotonicTime.now.milliseconds(since: curl))
      ratios.append((last.t - begin) / (others.last ?? 1))
    }
    return [
      Figure(
        name: "first screen of pictures at 100 ms latency, to curl's time",
        value: ratios.median,
        unit: "×",
        limit: 1.3,
        details: ["imagefeed ms": own.median, "curl ms": others.median]
      )
    ]
  }

  private func pause(_ duration: Duration) {
    let deadline = MonotonicTime.now + duration
    while .now < deadline { poll(nil, 0, Int32(deadline.milliseconds(since: .now).rounded(.up))) }
  }
}

extension Screen {
  /// The last frame that changed cells before the program came to rest: no picture is missing.
  fileprivate func lastPicture() throws -> TraceLine {
    let lines = trace.lines
    guard
      let rest = lines.firstIndex(where: { $0.event == "idle" && $0.screen == "feed" }),
      let frame = lines[..<rest].last(where: { $0.event == "frame" && ($0.cells ?? 0) > 0 })
    else { throw Failure("no picture was drawn") }
    return frame
  }
}

import Foundation
import Glibc
import Harness
import Platform

// The interactive program on a pseudo-terminal, with a saved session.
extension Bench {
  /// Measures JPEG bytes to the first paint of a photo in its own row, whose picture has up to
  /// 100×40 cells.
  func firstPaint() throws -> [Figure] {
    let screen = try Screen(self, columns: 104, rows: 47)
    defer { screen.close() }
    try screen.settle()
    try screen.changeFormat(steps: 2)
    defer { try? screen.changeFormat(steps: 1) }
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
        name: "JPEG bytes to the symbols of a tile at 100×40",
        value: times.median,
        unit: "ms",
        limit: 2.5,
        details: ["tiles": Double(times.count), "p95 ms": times.percentile(95)]
      )
    ]
  }

  /// Measures a decoded photo to the symbols of an entire large terminal.
  func fullScreen() throws -> [Figure] {
    let screen = try Screen(self, columns: 200, rows: 61)
    defer { screen.close() }
    try screen.settle()
    var times: [Double] = []
    for _ in 0..<10 {
      try screen.trace.skip()
      screen.type("\r")
      times.append(
        try screen.trace.next("picture", "in full screen") {
          $0.stage == "full" && $0.renderMs != nil
        }.renderMs ?? 0
      )
      try screen.settle(on: "photo")
      screen.type("\u{1B}")
      try screen.settle()
      screen.type("j")
      try screen.settle()
    }
    return [
      Figure(
        name: "decoded photo to the symbols of a full screen of 200×60",
        value: times.median,
        unit: "ms",
        limit: 5,
        details: ["most ms": times.max() ?? 0]
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
      Figure(name: "launch to the first frame", value: text.median, unit: "ms", limit: 25),
      Figure(
        name: "launch to all photos of the first screen, service warm",
        value: pictures.median,
        unit: "ms",
        limit: 200
      ),
    ]
  }

  /// Measures steps and pages, each pressed when a picture's file has just loaded.
  ///
  /// Counts only keys during which a picture was decoded or drawn.
  func keys() throws -> [Figure] {
    let screen = try Screen(self)
    defer { screen.close() }
    try screen.settle()
    try screen.changeFormat(steps: 2)
    defer { try? screen.changeFormat(steps: 1) }
    let began = try screen.began()
    var frames: [ClosedRange<Double>] = []
    for key in 0..<600 {
      // If all nearby pictures are loaded, the next key moves on.
      _ = try? screen.trace.next("http", within: .milliseconds(50)) {
        $0.status == 200 && $0.url?.contains("/photo-") == true
      }
      try screen.trace.skip()
      let pressed = MonotonicTime.now.milliseconds(since: began)
      screen.type(key.isMultiple(of: 2) ? "\u{1b}[6~" : "j")
      try screen.trace.next("action") { $0.name?.hasPrefix("pressed") == true }
      frames.append(pressed...(try screen.trace.next("frame").t))
    }
    try screen.settle()
    let work = try screen.trace.all("picture").compactMap { line -> ClosedRange<Double>? in
      guard let render = line.renderMs, line.stage != "blurhash" else { return nil }
      return line.t - render - (line.decodeMs ?? 0)...line.t
    }
    let all = frames.map { $0.upperBound - $0.lowerBound }
    let latencies = frames.filter { frame in work.contains { $0.overlaps(frame) } }
      .map { $0.upperBound - $0.lowerBound }
    guard latencies.count >= 300 else {
      throw Failure("pictures were decoded during only \(latencies.count) of 600 keys")
    }
    return [
      Figure(
        name: "key press to frame, pictures decoding, p99",
        value: latencies.percentile(99),
        unit: "ms",
        limit: 16,
        details: [
          "keys": Double(latencies.count), "median ms": latencies.median,
          "most ms": latencies.max() ?? 0, "p99 of all 600 keys ms": all.percentile(99),
        ]
      )
    ]
  }

  /// Measures steps of the wheel through a screen full of pictures, each while the program is idle.
  func scroll() throws -> [Figure] {
    let screen = try Screen(self)
    defer { screen.close() }
    try screen.settle()
    try screen.changeFormat(steps: 2)
    defer { try? screen.changeFormat(steps: 1) }
    var bytes: [Double] = []
    for _ in 0..<200 {
      try screen.trace.skip()
      screen.type("\u{1b}[<65;60;20M")
      try screen.trace.next("action") { $0.name == "feed.scrolled" }
      let frame = try screen.trace.next("frame")
      try screen.settle()
      // Frames that change few cells contain more text than picture.
      if let cells = frame.cells, cells > 2400 { bytes.append(Double(frame.bytes ?? 0) / 1000) }
    }
    return [
      Figure(
        name: "one step of the wheel through pictures in symbols, p99",
        value: bytes.percentile(99),
        unit: "kB",
        limit: 15,
        details: [
          "steps": Double(bytes.count), "median kB": bytes.median, "most kB": bytes.max() ?? 0,
        ]
      )
    ]
  }

  /// Measures the system calls of the main thread in ten idle seconds.
  func idle() throws -> [Figure] {
    // Without -f strace follows only the main thread. It buffers its output, hence the timestamps.
    let file = home.path + "/strace"
    let screen = try Screen(self, prefix: ["strace", "-qq", "-ttt", "-o", file])
    let window: ClosedRange<Double>
    do {
      defer { screen.close() }
      try screen.settle()
      // A notice may still disappear, so the measurement begins a moment after idle.
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
        name: "system calls of the main thread in 10 s without input",
        value: Double(times.filter(window.contains).count),
        unit: "",
        limit: 0,
        details: ["before": Double(times.filter { $0 < window.lowerBound }.count)]
      )
    ]
  }

  /// Measures the memory of scrolling through the whole feed and back.
  func memory() throws -> [Figure] {
    let screen = try Screen(self)
    defer { screen.close() }
    try screen.settle()
    try screen.changeFormat(steps: 2)
    defer { try? screen.changeFormat(steps: 1) }
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
    let details = ["down MiB": down, "back MiB": back, "photos": Double(photos.count)]
    return [
      Figure(
        name: "memory after scrolling through 2,000 photos and back",
        value: max(down, back),
        unit: "MiB",
        limit: 96,
        details: details
      ),
      Figure(
        name: "growth of the memory on the way back",
        value: back - down,
        unit: "MiB",
        limit: 10,
        details: details
      ),
    ]
  }

  /// Measures the first screen of pictures over a slow connection, relative to curl with the same
  /// URLs.
  func network() throws -> [Figure] {
    try demo.fault("latency=100")
    defer { try? demo.fault() }
    var ratios: [Double] = []
    var own: [Double] = []
    var others: [Double] = []
    for _ in 0..<7 {
      // The basic edition has none of these pictures on disk.
      let screen = try Screen(self, arguments: ["--edition", "basic"])
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
      try Subprocess.text(
        ["curl", "-fsS", "--no-progress-meter", "--parallel", "--parallel-max", "6"] + output,
        environment: home.environment
      )
      own.append(last.t - begin)
      others.append(MonotonicTime.now.milliseconds(since: curl))
      ratios.append((last.t - begin) / (others.last ?? 1))
    }
    return [
      Figure(
        name: "first screen of pictures with 100 ms of latency, time to curl's",
        value: ratios.median,
        unit: "×",
        limit: 1.3,
        details: ["imagefeed ms": own.median, "curl ms": others.median]
      )
    ]
  }

  func pause(_ duration: Duration) {
    let deadline = MonotonicTime.now + duration
    while .now < deadline { poll(nil, 0, Int32(deadline.milliseconds(since: .now).rounded(.up))) }
  }
}

extension Screen {
  /// Goes on from rows to two columns, to one photo per row, and to rows again.
  ///
  /// The program saves the choice.
  func changeFormat(steps: Int) throws {
    for _ in 0..<steps {
      try trace.skip()
      type("v")
      try trace.next("action") { $0.name?.hasPrefix("pressed") == true }
      try settle()
    }
  }

  /// Returns the last frame that changed cells before the program became idle, with all pictures.
  fileprivate func lastPicture() throws -> TraceLine {
    let lines = trace.lines
    guard
      let rest = lines.firstIndex(where: { $0.event == "idle" && $0.screen == "feed" }),
      let frame = lines[..<rest].last(where: { $0.event == "frame" && ($0.cells ?? 0) > 0 })
    else { throw Failure("no picture was drawn") }
    return frame
  }
}

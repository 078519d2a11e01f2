import Harness

/// What an earlier start has kept, without a network.
extension Bench {
  /// The feed and its pictures from disk, against the first frame of a program that has nothing.
  ///
  /// Both in turns, so that a busy moment strikes both.
  func kept() throws -> [Figure] {
    let offline = try Bench(binary: binary)
    defer { offline.home.remove() }
    try offline.signIn()
    // Once more, so that all pictures of the first screen are on disk as they are asked for.
    let warm = try Screen(offline)
    try warm.settle()
    warm.close()
    offline.demo.close()
    let empty = try Bench(binary: binary)
    defer {
      empty.demo.close()
      empty.home.remove()
    }
    var text: [Double] = []
    var pictures: [Double] = []
    for run in 0...20 {
      let first = try Screen(empty)
      try first.trace.next("frame")
      let kept = try Screen(offline)
      try kept.trace.next("idle", "on the kept feed") { $0.screen == "feed" }
      defer {
        first.close()
        kept.close()
      }
      guard run > 0 else { continue }
      text.append(try first.milliseconds(to: try first.firstFrame()))
      pictures.append(try kept.milliseconds(to: try kept.fullFrame()))
    }
    return [
      Figure(
        name: "exec to the kept feed with its pictures, offline, against the first frame of text",
        value: pictures.median / text.median,
        unit: "×",
        limit: 1.2
      ),
      Figure(name: "the same, in time", value: pictures.median, unit: "ms", limit: .infinity),
    ]
  }
}

extension Screen {
  fileprivate func firstFrame() throws -> TraceLine {
    guard let frame = trace.lines.first(where: { $0.event == "frame" }) else {
      throw Failure("no frame")
    }
    return frame
  }

  /// The first frame in which every visible picture is the photograph itself.
  fileprivate func fullFrame() throws -> TraceLine {
    guard
      let frame = trace.lines.first(where: {
        $0.event == "frame" && $0.photos.map { $0 > 0 } == true && $0.photos == $0.wanted
      })
    else { throw Failure("the kept feed lacks pictures") }
    return frame
  }
}

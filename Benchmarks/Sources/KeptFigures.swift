import Harness

/// A launch without a network, with a cached feed.
extension Bench {
  /// Measures the time to the cached feed and its pictures, relative to the first frame of an empty
  /// program.
  ///
  /// Both are launched in turn, so that other load on the computer affects both.
  func kept() throws -> [Figure] {
    let offline = try Bench(binary: binary)
    defer { offline.home.remove() }
    try offline.signIn()
    // The second launch ensures that all pictures of the first screen are cached in the requested
    // size.
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
      // Its mosaic is drawn after the first frame, and would slow down the other launch.
      try first.trace.next("idle", "on the sign-in screen") { $0.screen == "signIn" }
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
        name: "launch to the cached feed with pictures, offline, to launch without data",
        value: pictures.median / text.median,
        unit: "×",
        limit: 1.2
      ),
      Figure(name: "the same, in time", value: pictures.median, unit: "ms", limit: nil),
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

  /// Returns the first frame whose visible pictures all show the photo itself.
  fileprivate func fullFrame() throws -> TraceLine {
    guard
      let frame = trace.lines.first(where: {
        $0.event == "frame" && $0.photos.map { $0 > 0 } == true && $0.photos == $0.wanted
      })
    else { throw Failure("the kept feed lacks pictures") }
    return frame
  }
}

import Canvas
import Terminal
import Testing

private let protocols: [GraphicsProtocol] = [.kitty, .kittyDirect, .iterm2, .sixel]

private func alert(_ canvas: inout Canvas) {
  let rect = Rect(x: 12, y: 4, width: 16, height: 5)
  canvas.fill(rect, .blank)
  canvas.draw("It did not work", at: Point(13, 6))
}

/// Text over, beside and instead of pictures.
extension TerminalTests {
  @Test(arguments: protocols)
  func `an alert hides a picture, which returns when it closes`(graphics: GraphicsProtocol) throws {
    let rig = try GraphicsRig(graphics)
    let photo = TestPhoto("a", Rect(x: 5, y: 2, width: 40, height: 14))
    rig.show([photo])
    #expect(rig.mismatch([photo]) == nil)
    let before = rig.model.bytes
    rig.show([photo], alert)
    #expect(rig.mismatch([photo], alert) == nil)
    if !graphics.isRetained { #expect(rig.model.bytes == before, "what is left is left alone") }
    rig.show([photo])
    #expect(rig.mismatch([photo]) == nil)
    if graphics.isRetained {
      #expect(rig.model.sent == [photo.pixels: 1])
      #expect(rig.model.bytes - before < 600)
    }
    if graphics == .kitty { #expect(rig.model.bytes == before) }
  }

  @Test(arguments: [GraphicsProtocol.sixel, .iterm2])
  func `a visible cursor is hidden while pixels are drawn, then shown again`(
    graphics: GraphicsProtocol
  ) throws {
    let rig = try GraphicsRig(graphics)
    rig.modes.cursor = Point(3, 1)
    let photo = TestPhoto("a", Rect(x: 5, y: 2, width: 40, height: 14))
    func next(_ photos: [TestPhoto], _ draw: (inout Canvas) -> Void = { _ in }) -> String {
      rig.frame(rig.canvas(photos, draw), photos)
      return String(decoding: rig.bytes, as: UTF8.self)
    }
    _ = next([])
    let drawn = next([photo])
    let picture = try #require(drawn.firstRange(of: graphics == .sixel ? "\u{1B}P" : "\u{1B}]1337"))
    #expect(drawn[..<picture.lowerBound].contains("\u{1B}[?25l"))
    #expect(!drawn[..<picture.lowerBound].contains("\u{1B}[?25h"))
    #expect(drawn[picture.upperBound...].contains("\u{1B}[?25h"))
    // Text alone doesn't hide the cursor.
    let text = next([photo]) { $0.draw("typed", at: Point(3, 0)) }
    #expect(text.contains("typed") && !text.contains("?25"))
    // A crash in the middle shows the cursor again.
    let teardown = String(decoding: try #require(rig.tty.crashTeardown), as: UTF8.self)
    #expect(teardown.contains("\u{1B}[?25h"))
  }

  @Test(arguments: protocols)
  func `an alert hides a picture that is being panned`(graphics: GraphicsProtocol) throws {
    let rig = try GraphicsRig(graphics)
    var photo = TestPhoto("a", Rect(x: 0, y: 0, width: 60, height: 19))
    if graphics.isRetained { photo.source = Rect(x: 11, y: 7, width: 201, height: 97) }
    for _ in 0..<2 {
      rig.show([photo])
      #expect(rig.mismatch([photo]) == nil)
      rig.show([photo], alert)
      #expect(rig.mismatch([photo], alert) == nil)
    }
  }

  @Test(arguments: protocols)
  func `a caption to the left of a picture leaves it whole when it gets shorter`(
    graphics: GraphicsProtocol
  ) throws {
    let rig = try GraphicsRig(graphics)
    // Narrow pictures too: ncurses may write over one to move the cursor to the right.
    for width in [40, 8, 3] {
      let photo = TestPhoto("\(width)", Rect(x: 16, y: 1, width: width, height: 12))
      for text in ["a long caption", "short", "", "a caption", "x"] {
        let draw = { (canvas: inout Canvas) in
          canvas.draw(text, at: Point(0, 3))
          canvas.draw(text, at: Point(1, 4))
          canvas.draw(String(text.prefix(3)), at: Point(57, 4))
        }
        rig.show([photo], draw)
        #expect(rig.mismatch([photo], draw) == nil, "\(width) \(text)")
      }
    }
  }

  @Test(arguments: protocols)
  func `a full repaint restores pictures without resending pixels`(
    graphics: GraphicsProtocol
  ) throws {
    let rig = try GraphicsRig(graphics)
    let photos = [
      TestPhoto("a", Rect(x: 5, y: 2, width: 20, height: 14)),
      TestPhoto("b", Rect(x: 30, y: 2, width: 21, height: 14)),
    ]
    rig.show(photos)
    rig.show(photos, fullRepaint: true)
    #expect(rig.mismatch(photos) == nil)
    if graphics.isRetained { #expect(rig.model.sent.values.allSatisfy { $0 == 1 }) }

    rig.tty.currentSize = TerminalSize(columns: 58, rows: 18)
    rig.terminal.resize()
    rig.model.screen = TestScreen(columns: 58, rows: 18)
    rig.show(photos)
    #expect(rig.mismatch(photos) == nil)
    if graphics.isRetained { #expect(rig.model.sent.values.allSatisfy { $0 == 1 }) }
  }

  @Test(arguments: protocols)
  func `a frame looks the same whatever was drawn before`(graphics: GraphicsProtocol) throws {
    for seed in UInt64(1)...16 {
      var random = SeededGenerator(state: seed)
      let rig = try GraphicsRig(graphics, budget: 900_000)
      rig.hasAllPieces = seed % 2 == 0
      let names = (0..<6).map { index in
        TestPhoto("\(index)", Rect(x: 0, y: 0, width: 3 + index * 7, height: 4 + index * 2))
      }
      var photos: [TestPhoto] = []
      var text: [(Point, String)] = []
      var cover: Rect?
      func draw(_ canvas: inout Canvas) {
        for (point, string) in text { canvas.draw(string, at: point) }
        if let cover { canvas.fill(cover, Cell(.text("o"))) }
      }
      for step in 0..<30 {
        if Int.random(in: 0..<3, using: &random) == 0 {
          photos = names.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
            .map { $0 }
        }
        for index in photos.indices {
          photos[index].box.x = Int.random(in: -5...50, using: &random)
          photos[index].box.y += Int.random(in: -3...3, using: &random)
          if abs(photos[index].box.y) > 18 { photos[index].box.y = 2 }
          if graphics.isRetained, Int.random(in: 0..<4, using: &random) == 0 {
            photos[index].source = Rect(x: step % 10, y: index, width: 20, height: 30)
          }
        }
        text = (0..<3).map { _ in
          (
            Point(
              Int.random(in: 0..<60, using: &random),
              Int.random(in: 0..<20, using: &random)
            ),
            ["caption", "c", "a longer caption"].randomElement(using: &random) ?? ""
          )
        }
        cover =
          Int.random(in: 0..<3, using: &random) == 0
          ? Rect(x: Int.random(in: 0...40, using: &random), y: 5, width: 9, height: 6) : nil
        let canvas = rig.canvas(photos, draw)
        rig.frame(canvas, photos, fullRepaint: step == 20)
        for _ in 0..<Int.random(in: 0..<4, using: &random) { rig.terminal.flushOutput() }
        rig.take()
        if let wrong = rig.mismatch(photos, isWhole: false, draw) {
          Issue.record("seed \(seed), step \(step): \(wrong)")
          return
        }
      }
      // Partly covered pictures are complete only if there are pieces for their parts.
      let isWhole = graphics.isRetained || rig.hasAllPieces
      rig.show(photos, draw)
      if let wrong = rig.mismatch(photos, isWhole: isWhole, draw) {
        Issue.record("seed \(seed), at the end: \(wrong)")
        return
      }
      rig.show(photos, fullRepaint: true, draw)
      if let wrong = rig.mismatch(photos, isWhole: isWhole, draw) {
        Issue.record("seed \(seed), drawn anew: \(wrong)")
        return
      }
    }
  }
}

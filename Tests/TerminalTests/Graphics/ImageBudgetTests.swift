import Canvas
import Terminal
import Testing

private func card(_ index: Int, y: Int = 1) -> TestPhoto {
  // 200×(200 + i) pixels: 120 to 300 kB.
  TestPhoto(
    "\(index)",
    Rect(x: 2, y: y, width: 20, height: 10),
    pixels: Size(200, 200 + index),
    weight: 6000
  )
}

/// The images that a terminal with kitty's protocol stores, and how they are freed.
extension TerminalTests {
  @Test(arguments: [GraphicsProtocol.kitty, .kittyDirect])
  func `photos within the budget are sent once`(graphics: GraphicsProtocol) throws {
    let rig = try GraphicsRig(graphics, budget: (0..<40).reduce(0) { $0 + 600 * (200 + $1) })
    var down = 0
    for index in 0..<40 { down += rig.show([card(index)]) }
    var up = 0
    for index in (0..<40).reversed() { up += rig.show([card(index)]) }
    #expect(rig.model.sent.count == 40 && rig.model.sent.values.allSatisfy { $0 == 1 })
    // Text that is redrawn doesn't count here.
    let pixels = rig.model.bytes
    #expect(Double(pixels) <= 1.15 * 40 * 6000, "\(pixels) of \(down) down, \(up) up")
    #expect(rig.model.violations == [])
  }

  @Test(arguments: [ColorDepth.trueColor, .palette256])
  func `300 photos stay within the limits of IDs and bytes`(colors: ColorDepth) throws {
    let budget = 5_000_000
    let rig = try GraphicsRig(.kitty, colors: colors, budget: budget)
    for index in 0..<300 {
      let photos = [card(index), card(index + 1, y: 12)]
      rig.show(photos)
      #expect(rig.mismatch(photos) == nil)
    }
    #expect(rig.model.peak.bytes <= budget && rig.model.peak.bytes > budget * 4 / 5)
    #expect(rig.terminal.storedImages.count == rig.model.images.count)

    let small = try GraphicsRig(.kitty, colors: colors)
    for index in 0..<300 {
      small.show([TestPhoto("\(index)", Rect(x: 0, y: 0, width: 1, height: 1), weight: 100)])
    }
    #expect(small.model.peak.images == 240 && small.model.violations == [])
    #expect(small.model.images.keys.allSatisfy { (16...255).contains($0 & 255) })
  }

  @Test func `a visible image is never evicted, even with a small budget`() throws {
    let rig = try GraphicsRig(.kitty, budget: 150_000)
    let photos = [card(0), card(1, y: 12)]
    let canvas = rig.canvas(photos)
    rig.show(photos)
    #expect(rig.terminal.storedImages == [photos[0].key])
    #expect(rig.model.screen.cells[12][2].text == "#")
    for _ in 0..<3 { rig.frame(canvas, photos) }
    #expect(rig.model.sent == [photos[0].pixels: 1])
  }

  @Test(arguments: [GraphicsProtocol.kitty, .kittyDirect])
  func `no image is left behind at exit`(graphics: GraphicsProtocol) throws {
    let rig = try GraphicsRig(graphics)
    for index in 0..<240 { rig.show([card(index)]) }
    #expect(rig.model.images.count == 240)
    var crashed = rig.model
    let teardown = try #require(rig.tty.crashTeardown)
    #expect(teardown.count < 16 * 1024)
    // A crash in the middle of a command.
    crashed.feed(Array("\u{1B}_Ga=t,q=2,i=77,s=1,v=1,m=1;AAAA".utf8) + teardown)
    #expect(crashed.images.isEmpty && crashed.placements.isEmpty && crashed.aborted == 1)

    rig.terminal.suspend()
    rig.take()
    #expect(rig.model.images.isEmpty && rig.model.placements.isEmpty)
    #expect(rig.terminal.storedImages.isEmpty && !rig.terminal.needsOutput)
    try rig.terminal.resume()
    rig.show([card(3)])
    #expect(rig.mismatch([card(3)]) == nil)
    #expect(rig.model.sent[card(3).pixels] == 2)

    rig.terminal.close()
    rig.take()
    #expect(rig.model.images.isEmpty && rig.model.violations == [])
  }

  @Test func `an image that is only half sent is freed too`() throws {
    for isCrash in [true, false] {
      let rig = try GraphicsRig(.kitty)
      let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10), weight: 20_000)
      rig.frame(rig.canvas([photo]), [photo])
      rig.terminal.flushOutput()
      rig.terminal.flushOutput()
      rig.take()
      if isCrash {
        rig.model.feed(try #require(rig.tty.crashTeardown))
      } else {
        rig.terminal.close()
        rig.take()
      }
      #expect(rig.model.aborted == 1 && rig.model.images.isEmpty)
      #expect(rig.model.violations == [])
    }
  }

  @Test func `switching the protocol removes the images of the previous one`() throws {
    let rig = try GraphicsRig(.kittyDirect)
    rig.show([card(0)])
    rig.terminal.select(graphics: .symbols)
    rig.send()
    #expect(rig.model.images.isEmpty && rig.model.placements.isEmpty)
    rig.show([card(0)])
    #expect(rig.model.screen.cells[3][4].text == "#")
  }
}

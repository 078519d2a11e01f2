import Canvas
import Terminal
import Testing

/// Pictures that are placed over cells, and the cost of moving them.
extension TerminalTests {
  @Test func `a step of panning or zooming sends at most 200 bytes and no pixels`() throws {
    for graphics in [GraphicsProtocol.kitty, .kittyDirect] {
      let rig = try GraphicsRig(graphics, columns: 120, rows: 40, seed: 0xFFFE)
      var photo = TestPhoto(
        "a",
        Rect(x: 0, y: 0, width: 120, height: 39),
        pixels: Size(4000, 3000)
      )
      photo.source = Rect(x: 1000, y: 1000, width: 1234, height: 1111)
      rig.show([photo])
      for step in 1..<10 {
        photo.source = Rect(x: 1000 + step * 80, y: 1000, width: 1234 + step, height: 1111)
        let bytes = rig.show([photo])
        #expect(bytes <= 200 && rig.mismatch([photo]) == nil)
      }
      #expect(rig.model.sent == [photo.pixels: 1] && rig.model.placements.count == 1)
    }
  }

  @Test func `a stored image moves over the cells by short commands, and leaves nothing behind`()
    throws
  {
    for graphics in [GraphicsProtocol.kitty, .kittyDirect] {
      let rig = try GraphicsRig(graphics)
      let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10))
      rig.show([photo])
      let (canvas, pixels) = (rig.canvas([photo]), rig.model.sent)
      for step in 0..<5 {
        let rect = Rect(x: 4 + step, y: 1, width: 20 + 3 * step, height: 10 + step)
        let moved = MovedImage(photo.stored, source: photo.whole, rect: rect)
        let bytes = rig.frame(canvas, [photo], moved: [moved]).bytes
        #expect(bytes <= 120)
        #expect(rig.model.placements.values.filter { $0.rect == rect }.count == 1)
        // The same place again costs nothing.
        #expect(rig.frame(canvas, [photo], moved: [moved]).bytes == 0)
      }
      rig.show([photo])
      #expect(rig.mismatch([photo]) == nil && rig.model.sent == pixels)
      #expect(rig.model.violations == [])
      // An image that the terminal doesn't store isn't drawn.
      let other = TestPhoto("b", photo.box)
      let moved = MovedImage(other.stored, source: other.whole, rect: other.box)
      #expect(rig.frame(canvas, [photo], moved: [moved]).bytes == 0)
    }
  }

  @Test func `an image with opacity is replaced by the next frame, and nothing of it is left`()
    throws
  {
    for graphics in [GraphicsProtocol.kitty, .kittyDirect] {
      let rig = try GraphicsRig(graphics, medium: .sharedMemory)
      let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10))
      rig.show([photo])
      let canvas = rig.canvas([photo])
      let before = rig.terminal.storedImages
      let count = photo.pixels.width * photo.pixels.height * 4
      for opacity in [UInt8(200), 100, 20] {
        let key = PixelImage.Key(source: "veil \(opacity)", size: photo.pixels)
        let veil = PixelImage(
          key: key,
          encoding: .rgba,
          bytes: Array(repeating: opacity, count: count)
        )
        let moved = MovedImage(veil, source: photo.whole, rect: photo.box)
        let bytes = rig.frame(canvas, [photo], moved: [moved]).bytes
        #expect(String(decoding: rig.bytes, as: UTF8.self).contains("f=32") && bytes < 500)
        #expect(rig.terminal.storedImages == before.union([key]))
      }
      rig.show([photo])
      #expect(rig.terminal.storedImages == before && rig.mismatch([photo]) == nil)
      #expect(rig.model.violations == [])
    }
  }

  @Test func `inside tmux nothing moves over the cells`() throws {
    let rig = try GraphicsRig(.kitty, envelope: { $0 })
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10))
    rig.show([photo])
    let moved = MovedImage(photo.stored, source: photo.whole, rect: photo.box)
    #expect(rig.frame(rig.canvas([photo]), [photo], moved: [moved]).bytes == 0)
    #expect(!rig.terminal.movesImages)
  }

  @Test func `scrolling one tile sends no pixels and few bytes`() throws {
    for graphics in [GraphicsProtocol.kitty, .kittyDirect] {
      let rig = try GraphicsRig(graphics, columns: 120, rows: 40)
      var photos = (0..<4).map { index in
        TestPhoto(
          "\(index)",
          Rect(x: 20, y: 1 + index * 18, width: 80, height: 16),
          pixels: Size(800, 320 + index)
        )
      }
      let draw = { (canvas: inout Canvas) in
        for photo in photos {
          canvas.draw("Caption of \(photo.name)", at: Point(20, photo.box.maxY))
        }
      }
      rig.show(photos, draw)
      for index in photos.indices { photos[index].box.y -= 36 }
      rig.show(photos, draw)
      for index in photos.indices { photos[index].box.y += 18 }
      let pixels = rig.model.bytes
      let canvas = rig.canvas(photos, draw)
      let statistics = rig.frame(canvas, photos)
      #expect(rig.mismatch(photos, draw) == nil)
      #expect(rig.model.sent.values.allSatisfy { $0 == 1 } && rig.model.sent.count == 4)
      if graphics == .kittyDirect {
        #expect(statistics.bytes <= 4096)
        #expect(rig.model.bytes - pixels < 600)
      } else {
        #expect(statistics.bytes <= statistics.cells * 10 + 1024)
        #expect(rig.model.bytes == pixels)
      }
    }
  }

  @Test func `adjacent parts of a picture share their edges`() throws {
    // 7 cells over 100 pixels: no cell has a whole number of pixels.
    let rig = try GraphicsRig(.kittyDirect)
    let photo = TestPhoto("a", Rect(x: 3, y: 2, width: 7, height: 7), pixels: Size(100, 100))
    let draw = { (canvas: inout Canvas) in _ = canvas.draw("oo", at: Point(5, 4)) }
    rig.show([photo], draw)
    #expect(rig.mismatch([photo], draw) == nil)
    let sources = rig.model.placements.values.map(\.source)
    let area = sources.map { $0.width * $0.height }.reduce(0, +)
    // Two covered cells in the middle hide columns 2/7 to 4/7 and rows 2/7 to 3/7.
    let hidden = (57 - 29) * (43 - 29)
    #expect(area == 10_000 - hidden)
  }

  @Test func `a frame that places a picture isn't sent in the middle of an image`() throws {
    for (weight, isFinished) in [(30_000, true), (500_000, false)] {
      let rig = try GraphicsRig(.kittyDirect)
      var first = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10))
      let second = TestPhoto("b", Rect(x: 30, y: 1, width: 21, height: 10), weight: weight)
      rig.show([first])
      rig.frame(rig.canvas([first, second]), [first, second])
      for _ in 0..<3 { rig.terminal.flushOutput() }
      rig.take()
      first.box.y = 4
      rig.frame(rig.canvas([first, second]), [first, second])
      #expect(rig.model.aborted == (isFinished ? 0 : 1) && rig.model.violations == [])
      #expect(rig.mismatch([first, second], isWhole: false) == nil)
      rig.show([first, second])
      #expect(rig.mismatch([first, second]) == nil)
      #expect(rig.model.sent == [first.pixels: 1, second.pixels: 1])
    }
  }

  @Test func `sixels never scroll while their captions move`() throws {
    let rig = try GraphicsRig(.sixel, columns: 120, rows: 40)
    var photos = (0..<6).map { index in
      TestPhoto("\(index)", Rect(x: 20, y: 1 + index * 14, width: 80, height: 10))
    }
    // ncurses recognizes these lines, and would scroll them.
    let draw = { (canvas: inout Canvas) in
      for photo in photos where photo.box.maxY > 0 {
        for line in 0..<3 {
          canvas.draw("Line \(line) of \(photo.name)", at: Point(20, photo.box.maxY + line))
        }
      }
    }
    rig.show(photos, draw)
    for step in [3, 3, 8, -3, 14, -14] {
      for index in photos.indices { photos[index].box.y -= step }
      rig.show(photos, draw)
      #expect(rig.mismatch(photos, draw) == nil, "\(step)")
      #expect(rig.model.screen.unknown == [], "\(step)")
    }
  }

  @Test func `sixels avoid the last row`() throws {
    let rig = try GraphicsRig(.sixel)
    for height in [18, 19, 20, 25] {
      let photo = TestPhoto("\(height)", Rect(x: 3, y: 0, width: 20, height: height))
      rig.show([photo])
      #expect(rig.mismatch([photo]) == nil, "\(height)")
      let isAtEnd = rig.model.screen.cells[19][3].text == "#"
      #expect(isAtEnd == (height >= 20))
    }
  }

  @Test func `no sixel image is larger than the terminal draws`() throws {
    // xterm draws 1000 pixels in each direction: 100 by 50 cells of 10 by 20 pixels.
    let rig = try GraphicsRig(
      .sixel,
      columns: 250,
      rows: 60,
      largestImage: Size(1000, 1000)
    )
    var photo = TestPhoto("a", Rect(x: 3, y: 1, width: 240, height: 58))
    rig.hasOnlyPieces = true
    rig.show([photo])
    #expect(rig.mismatch([photo]) == nil)
    let canvas = rig.canvas([photo])
    let parts = rig.terminal.pictureParts(of: canvas).map(\.rect.size)
    #expect(parts == Array(repeating: Size(80, 29), count: 6))
    // Smaller images, and text over them, are drawn as usual.
    photo.box = Rect(x: 0, y: 0, width: 100, height: 50)
    #expect(rig.terminal.pictureParts(of: rig.canvas([photo])).count == 1)
    let draw = { (canvas: inout Canvas) in _ = canvas.draw("oo", at: Point(5, 4)) }
    rig.show([photo], draw)
    #expect(rig.mismatch([photo], draw) == nil)
  }

  @Test func `pictures that don't fit into a frame are sent with the next ones`() throws {
    for graphics in [GraphicsProtocol.sixel, .iterm2] {
      let rig = try GraphicsRig(graphics)
      let photos = (0..<3).map {
        TestPhoto("\($0)", Rect(x: 1 + $0 * 19, y: 1, width: 18, height: 10), weight: 150_000)
      }
      let canvas = rig.canvas(photos)
      let counts = (0..<3).map { _ in rig.frame(canvas, photos).graphicsBytes }
      #expect(counts.allSatisfy { (150_000..<320_000).contains($0) }, "\(counts)")
      #expect(!rig.terminal.needsFrame && rig.mismatch(photos) == nil)
      #expect(rig.frame(canvas, photos).bytes == 0)
    }
  }

  @Test func `text that a terminal erases beside an image is written again`() throws {
    let rig = try GraphicsRig(.iterm2, erasesBeside: true)
    let photos = [
      // Narrow pictures: ncurses might write text over them to reach the next column.
      TestPhoto("a", Rect(x: 1, y: 1, width: 4, height: 5)),
      TestPhoto("b", Rect(x: 6, y: 1, width: 4, height: 5)),
      TestPhoto("c", Rect(x: 12, y: 2, width: 20, height: 5)),
      TestPhoto("d", Rect(x: 32, y: 2, width: 20, height: 5)),
      TestPhoto("e", Rect(x: 40, y: 10, width: 20, height: 8)),
    ]
    let draw = { (canvas: inout Canvas) in
      for y in 1..<6 {
        canvas.draw("|", at: Point(5, y))
        canvas.draw("世", at: Point(10, y))
      }
      for y in 2..<7 { canvas.draw("frame", at: Point(52, y)) }
    }
    rig.show(photos, draw)
    #expect(rig.mismatch(photos, draw) == nil)
    let canvas = rig.canvas(photos, draw)
    #expect(rig.frame(canvas, photos).bytes == 0)
    rig.show(photos) { $0.draw("over", at: Point(14, 3)) }
    rig.show(photos, draw)
    #expect(rig.mismatch(photos, draw) == nil)
    rig.show(photos, fullRepaint: true, draw)
    #expect(rig.mismatch(photos, draw) == nil)
  }

  @Test func `pixels are redrawn only if text was written over them`() throws {
    let rig = try GraphicsRig(.sixel)
    let photos = [
      TestPhoto("a", Rect(x: 1, y: 1, width: 25, height: 10)),
      TestPhoto("b", Rect(x: 30, y: 1, width: 25, height: 10)),
    ]
    let one = rig.model.bytes
    rig.show(photos)
    let both = rig.model.bytes - one
    rig.show(photos) { $0.draw("nothing to do with them", at: Point(2, 15)) }
    #expect(rig.model.bytes - one == both)
    rig.show(photos) { $0.draw("o", at: Point(25, 5)) }
    rig.show(photos)
    #expect(rig.mismatch(photos) == nil)
    // At most once for the parts around the letter and once for a whole picture.
    #expect(rig.model.bytes - one < both * 3)
  }
}

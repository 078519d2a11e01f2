import Canvas
import Terminal
import Testing

/// Pictures made of kitty's placeholder cells.
extension TerminalTests {
  @Test func `placeholders match kitty's own example`() throws {
    // https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders: image 42 in 2×2
    // cells, and 42 + (2 << 24), whose high byte is a third mark.
    let rig = try GraphicsRig(.kitty, colors: .palette256, seed: 1)
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 2, height: 2))
    for index in 0..<26 {
      rig.show([TestPhoto("\(index)", Rect(x: 0, y: 0, width: 1, height: 1))])
    }
    rig.show([photo])
    let id = 42 + (2 << 24)
    #expect(rig.model.images[id] == GraphicsModel.Image(size: photo.pixels, box: Size(2, 2)))
    let cells = rig.model.screen.cells
    #expect(cells[1][3].text == "\u{10EEEE}\u{305}\u{305}\u{30E}")
    #expect(cells[1][4].text == "\u{10EEEE}\u{305}\u{30D}\u{30E}")
    #expect(cells[2][3].text == "\u{10EEEE}\u{30D}\u{305}\u{30E}")
    #expect(cells[2][4].text == "\u{10EEEE}\u{30D}\u{30D}\u{30E}")
    #expect(cells[2][4].foreground == "42" && cells[2][4].background == "standard")
    #expect(rig.mismatch([photo]) == nil)
  }

  @Test func `with 24-bit colour the ID is the colour, and two marks are enough`() throws {
    let rig = try GraphicsRig(.kitty, seed: 0x0203)
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 2, height: 2))
    rig.show([photo])
    #expect(rig.model.images.keys.map { $0 } == [0x02_0410])
    let cell = rig.model.screen.cells[2][4]
    #expect(cell.text == "\u{10EEEE}\u{30D}\u{30D}" && cell.foreground == "2,4,16")
    #expect(rig.mismatch([photo]) == nil)
  }

  @Test func `the marks match kitty's table`() {
    let marks = PlaceholderMarks.scalars
    #expect(marks.count == 297 && Set(marks).count == 297 && marks == marks.sorted())
    let some: [Int: UInt32] = [
      0: 0x305, 1: 0x30D, 2: 0x30E, 35: 0x592, 255: 0xA8E5, 296: 0x1D244,
    ]
    for (number, mark) in some { #expect(marks[number] == mark) }
  }

  @Test func `placeholders never show a part of an image`() throws {
    let box = Rect(x: 3, y: 1, width: 20, height: 10)
    var photo = TestPhoto("a", box, pixels: Size(400, 400))
    photo.source = Rect(x: 100, y: 0, width: 200, height: 200)
    let rig = try GraphicsRig(.kitty)
    rig.isPanned = false
    rig.show([photo])
    #expect(rig.mismatch([photo]) == nil && rig.model.placements.count == 1)
  }

  @Test func `inside tmux nothing is placed at the terminal's cursor`() throws {
    let box = Rect(x: 3, y: 1, width: 20, height: 10)
    for graphics in [GraphicsProtocol.kitty, .kittyDirect] {
      for isPanned in [false, true] {
        let rig = try GraphicsRig(graphics, envelope: { $0 })
        rig.isPanned = isPanned
        // One picture fills its box, the other would be cropped.
        let whole = TestPhoto("a", box)
        var part = TestPhoto("b", box, pixels: Size(400, 400))
        part.source = Rect(x: 100, y: 0, width: 200, height: 200)
        for photo in [whole, part] {
          rig.show([photo])
          let isShown = graphics == .kitty && !isPanned && photo.source == nil
          #expect(rig.mismatch([photo], isWhole: isShown) == nil)
          #expect(rig.model.placements.isEmpty)
        }
      }
    }
  }

  @Test func `a picture shows its symbols until it has been sent`() throws {
    let rig = try GraphicsRig(.kitty)
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10), weight: 20_000)
    let canvas = rig.canvas([photo])
    rig.frame(canvas, [photo])
    #expect(rig.model.screen.cells[1][3].text == "#")
    #expect(!rig.terminal.needsFrame && rig.terminal.needsOutput)
    #expect(!rig.terminal.hasPendingOutput && rig.terminal.storedImages.isEmpty)
    rig.send()
    #expect(rig.terminal.needsFrame && rig.terminal.storedImages == [photo.key])
    let statistics = rig.frame(canvas, [photo])
    #expect(statistics.graphicsBytes > 20_000 && statistics.bytes < 3000)
    #expect(!rig.terminal.needsFrame && !rig.terminal.needsOutput)
    #expect(rig.mismatch([photo]) == nil)
    #expect(rig.frame(canvas, [photo]).bytes == 0)
  }
}

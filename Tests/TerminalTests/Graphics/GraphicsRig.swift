import Canvas
import Platform
import Terminal

/// A photo in tests.
struct TestPhoto {
  var name: String
  var box: Rect
  var pixels: Size
  /// The part that is shown when zoomed.
  var source: Rect?
  /// The number of bytes it is encoded in.
  var weight: Int

  init(_ name: String, _ box: Rect, pixels: Size? = nil, weight: Int = 5000) {
    self.name = name
    self.box = box
    self.pixels = pixels ?? Size(box.width * 10, box.height * 20)
    self.weight = weight
  }

  var key: PixelImage.Key { PixelImage.Key(source: name, size: pixels) }
  var stored: PixelImage { PixelImage(key: key, encoding: .rgb, bytes: []) }
  var whole: Rect { Rect(x: 0, y: 0, width: pixels.width, height: pixels.height) }

  var symbols: SymbolGrid {
    let symbol = SymbolGrid.Symbol(scalar: 0x23, foreground: .standard, background: .standard)
    let count = box.width * box.height
    return SymbolGrid(
      columns: box.width,
      rows: box.height,
      symbols: Array(repeating: symbol, count: count)
    )
  }
}

/// A terminal with graphics, and the picture store's side of it.
final class GraphicsRig {
  let tty: MemoryTty
  let terminal: Terminal
  var model: GraphicsModel
  let graphics: GraphicsProtocol
  /// Whether pieces are available for every part; otherwise only for whole boxes.
  var hasAllPieces = true
  /// Whether only pieces are available, without images of whole boxes.
  var hasOnlyPieces = false
  /// Whether the picture store reports pictures as panned; `nil` to report it for zoomed ones.
  var isPanned: Bool?
  private(set) var frames = 0
  /// The modes of the next frames.
  var modes = plain
  /// The bytes of the last frame.
  private(set) var bytes: [UInt8] = []
  private let medium: GraphicsMedium
  private var time = MonotonicTime(nanoseconds: 1_000_000_000)
  /// The time that the terminal takes to process each write.
  var delay: Duration?
  private var delayed: [(due: MonotonicTime, bytes: [UInt8])] = []
  /// The number of checks for pictures that have reached the terminal.
  private(set) var looks = 0

  init(
    _ graphics: GraphicsProtocol,
    columns: Int = 60,
    rows: Int = 20,
    term: String = "xterm-256color",
    colors: ColorDepth = .trueColor,
    medium: GraphicsMedium = .direct,
    budget: Int = Terminal.pixelBudget,
    envelope: (([UInt8]) -> [UInt8])? = nil,
    largestImage: Size? = nil,
    erasesBeside: Bool = false,
    seed: UInt32 = 0x1234
  ) throws {
    self.graphics = graphics
    self.medium = medium
    let rig = try Rig(columns: columns, rows: rows, term: term, colors: colors)
    tty = rig.tty
    terminal = rig.terminal
    self.rig = rig
    model = GraphicsModel(columns: columns, rows: rows)
    model.erasesBesideImages = erasesBeside
    terminal.select(
      graphics: graphics,
      medium: medium,
      budget: budget,
      envelope: envelope,
      largestImage: largestImage,
      erasesBeside: erasesBeside,
      seed: seed
    )
    terminal.clock = { [weak self] in self?.time ?? .now }
  }

  private let rig: Rig

  func canvas(_ photos: [TestPhoto], _ draw: (inout Canvas) -> Void = { _ in }) -> Canvas {
    rig.canvas { canvas in
      for (index, photo) in photos.enumerated() {
        canvas.place(placement: index, box: photo.box, visible: canvas.bounds)
      }
      draw(&canvas)
    }
  }

  /// Returns the picture store's version of a photo for a canvas.
  func picture(_ photo: TestPhoto, _ index: Int, _ canvas: Canvas) -> ShownPicture {
    var shown = ShownPicture(symbols: photo.symbols)
    if graphics.isRetained {
      let isResident = terminal.storedImages.contains(photo.key)
      let weight = medium == .direct ? photo.weight : photo.pixels.width * photo.pixels.height * 3
      let bytes = [UInt8](repeating: UInt8(ascii: "A"), count: isResident ? 0 : weight)
      let encoding = medium == .direct ? PixelImage.Encoding.deflatedBase64 : .rgb
      shown.pixels = .placed(
        PixelImage(key: photo.key, encoding: encoding, bytes: bytes),
        source: photo.source ?? photo.whole,
        isPanned: isPanned ?? (photo.source != nil)
      )
    } else {
      var rects =
        hasAllPieces
        ? terminal.pictureParts(of: canvas).filter { $0.placement == index }.map(\.inBox) : []
      let whole = Rect(x: 0, y: 0, width: photo.box.width, height: photo.box.height)
      if !rects.contains(whole), !hasOnlyPieces { rects.append(whole) }
      shown.pixels = .pieces(
        rects.map { ShownPicture.Piece(rect: $0, image: piece(photo, $0)) }
      )
    }
    return shown
  }

  private func piece(_ photo: TestPhoto, _ rect: Rect) -> PixelImage {
    var key = photo.key
    key.size = Size(rect.width * 10, rect.height * 20)
    key.part = rect
    var text = "\(photo.name),\(rect.x),\(rect.y),\(rect.width),\(rect.height),"
    if photo.weight > 5000 { text += String(repeating: "x", count: photo.weight) }
    let label = Array(text.utf8)
    guard graphics == .sixel else {
      return PixelImage(key: key, encoding: .jpegBase64, bytes: Base64.encode(label))
    }
    let bytes = Array("\u{1B}Pq".utf8) + label + Array("\u{1B}\\".utf8)
    return PixelImage(key: key, encoding: .sixel, bytes: bytes)
  }

  /// Presents a frame once.
  @discardableResult
  func frame(
    _ canvas: Canvas,
    _ photos: [TestPhoto],
    moved: [MovedImage] = [],
    fullRepaint: Bool = false
  ) -> FrameStatistics {
    frames += 1
    let statistics = terminal.present(
      canvas,
      pictures: photos.enumerated().map { picture($1, $0, canvas) },
      moved: moved,
      modes: modes,
      fullRepaint: fullRepaint
    )
    take()
    return statistics
  }

  /// Presents frames until everything has been sent and shown.
  ///
  /// - Returns: the bytes of all frames and pictures.
  @discardableResult
  func show(
    _ photos: [TestPhoto],
    fullRepaint: Bool = false,
    _ draw: (inout Canvas) -> Void = { _ in }
  ) -> Int {
    let canvas = canvas(photos, draw)
    let before = written
    frame(canvas, photos, fullRepaint: fullRepaint)
    send()
    while terminal.needsFrame {
      frame(canvas, photos)
      send()
    }
    return written - before
  }

  /// Lets the terminal process everything that is queued.
  ///
  /// Advances the clock by a second if output is delayed.
  func send() {
    while terminal.needsOutput { terminal.flushOutput() }
    take()
    if terminal.pixelDeadline != nil { pass(.seconds(1)) }
  }

  /// Advances the clock.
  func pass(_ duration: Duration) {
    let end = time + duration
    while let deadline = terminal.pixelDeadline, deadline <= end {
      time = max(time, deadline)
      take()
      looks += 1
      terminal.updatePixels(at: time)
      while terminal.needsOutput { terminal.flushOutput() }
      take()
    }
    time = end
    take()
  }

  /// The number of bytes that the terminal has received.
  private(set) var written = 0

  func take() {
    written += tty.output.count
    bytes = tty.output
    delayed.append((time + (delay ?? .zero), tty.output))
    tty.output = []
    while let first = delayed.first, first.due <= time {
      model.feed(first.bytes)
      delayed.removeFirst()
    }
  }

  /// Returns the first cell that shows the wrong content, and that content.
  ///
  /// - Parameter isWhole: whether all pixels must be there; otherwise symbols are allowed too.
  func mismatch(
    _ photos: [TestPhoto],
    isWhole: Bool = true,
    _ draw: (inout Canvas) -> Void = { _ in }
  ) -> String? {
    let canvas = canvas(photos, draw)
    let drawable = graphics == .sixel ? canvas.rows - 1 : canvas.rows
    for y in 0..<canvas.rows {
      for x in 0..<canvas.columns {
        let cell = model.screen.cells[y][x]
        let patch = model.patch(x, y)
        let isSymbol = patch == nil && cell.pixels == nil && cell.text == "#"
        switch canvas[x, y].content {
        case .picture where isSymbol && !isWhole: break
        case .picture(let number, let row, let column) where y < drawable:
          let photo = photos[Int(number)]
          if graphics.isRetained {
            let expected = GraphicsModel.patch(
              photo.pixels,
              Int(column),
              Int(row),
              photo.box.size,
              photo.source ?? photo.whole
            )
            if patch?.isNear(expected) != true {
              return "\(x),\(y): \(String(describing: patch)) and not \(expected)"
            }
          } else if cell.pixels != "\(photo.name) \(column),\(row)" {
            return "\(x),\(y): \(cell) and not \(photo.name) \(column),\(row)"
          }
        case .picture:
          if cell.text != "#" || cell.pixels != nil { return "\(x),\(y): \(cell)" }
        case .text(let cluster):
          if patch != nil || cell.pixels != nil || cell.text != String(cluster) {
            return "\(x),\(y): \(cell) \(String(describing: patch)) and not \(cluster)"
          }
        case .continuation: break
        }
      }
    }
    let wrong = model.violations + model.screen.unknown
    return wrong.isEmpty ? nil : wrong.joined(separator: "; ")
  }
}

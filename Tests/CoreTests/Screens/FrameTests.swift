import AppCore
import Canvas
import Foundation
import Harness
import Localization
import Model
import Screens
import Testing

/// Properties of every frame, in terminals of any size.
@Suite struct FrameTests {
  static let sizes = [
    Size(200, 60), Size(160, 45), Size(132, 24), Size(120, 40), Size(96, 30), Size(95, 30),
    Size(80, 24), Size(76, 20), Size(75, 20), Size(64, 16), Size(60, 50), Size(48, 18),
    Size(41, 13), Size(40, 60), Size(200, 12), Size(40, 12),
  ]

  @Test(arguments: Scene.all + Scene.albums)
  func `a frame is complete, stays inside the terminal, and nothing in it overlaps`(
    _ scene: Scene
  ) {
    for size in Self.sizes {
      let state = scene.state(size)
      for (language, glyphs) in [(Language.english, Glyphs.ascii), (.russian, .unicode)] {
        let frame = Screens.render(state, Snapshots.context(language, glyphs: glyphs))
        #expect(frame.canvas.columns == size.width && frame.canvas.rows == size.height)
        let broken = Self.brokenCells(frame)
        #expect(broken.isEmpty, "\(size)")
        Self.staysInside(frame, size)
        Self.overlapsNowhere(frame, state, size)
        #expect(Self.ambiguousKeys(frame).isEmpty, "\(size)")
        // A notice in place of the hints may be cut off.
        if state.notice == nil { Self.showsWholeHints(frame, size) }
      }
    }
  }

  @Test(arguments: [Size(40, 12), Size(48, 18)])
  func `a list above collections says that it is empty or has failed`(_ size: Size) throws {
    let scene = try #require(Scene.all.first { $0.name == "profile-collections-alone" })
    var state = scene.state(size)
    let empty = Screens.render(state, Snapshots.context(.english))
    #expect(find("No favourites yet", in: empty) != nil)
    let problem = Problem(.favourites, .server(status: 503))
    state[.favourites].load = .failed(problem)
    let failed = Screens.render(state, Snapshots.context(.english))
    #expect(find(Texts(.english).problem(problem).title, in: failed) != nil)
  }

  @Test(arguments: Scene.all + Scene.albums)
  func `selecting a photo moves nothing but the frame`(_ scene: Scene) {
    for size in Self.sizes {
      for hasBlockSeams in [false, true] {
        var first = scene.state(size)
        guard first.overlays.isEmpty, first.photo == nil, first.notice == nil,
          !first.showsDetails,
          let list = first.listInView, Set.lists.contains(first.place)
        else { continue }
        let layout = first.tiles(of: list)
        // A failed picture and a download offer more on the selected photo.
        let tiles = layout.tiles.filter { tile in
          if case .failed = first.pictures[PictureKey(.photo(tile.id), .thumbnail)] { return false }
          return first.downloads.shown(for: tile.id) == nil
        }
        guard let one = tiles.first, let other = tiles.last, tiles.count == layout.tiles.count
        else { continue }
        var context = Snapshots.context(.english)
        context.glyphs.hasBlockSeams = hasBlockSeams
        first.views[list].selection = one.index
        var second = first
        second.views[list].selection = other.index
        let frames = [first, second].map { Screens.render($0, context) }
        #expect(frames[0].placements == frames[1].placements, "\(size)")
        let body = layout.metrics.body
        for y in body.y..<body.maxY {
          for x in body.x..<body.maxX {
            let cells = frames.map { Self.withoutFrame($0.canvas[x, y].content) }
            if cells[0] != cells[1] { Issue.record("\(size): \(x), \(y): \(cells)") }
          }
        }
      }
    }
  }

  /// Returns a blank instead of a part of the selection's frame.
  private static func withoutFrame(_ content: Cell.Content) -> Cell.Content {
    guard case .text(let character) = content, "▁▇▊▎━┃┏┓┗┛".contains(character) else {
      return content
    }
    return .text(" ")
  }

  private static func staysInside(_ frame: Frame, _ size: Size) {
    for hit in frame.hits {
      let isInside = hit.rect.intersection(frame.canvas.bounds) == hit.rect
      if !isInside || hit.rect.isEmpty { Issue.record("\(size): \(hit)") }
    }
    if let cursor = frame.modes.cursor { #expect(frame.canvas.bounds.contains(cursor)) }
  }

  /// Checks that no button or photo covers a part of another.
  private static func overlapsNowhere(_ frame: Frame, _ state: AppState, _ size: Size) {
    for (index, hit) in frame.hits.enumerated() where hit.action != nil {
      // Elements below an overlay can't be pressed.
      let above = frame.hits[(index + 1)...].prefix { $0.action != nil }
      if let other = above.first(where: { cross($0.rect, hit.rect) }) {
        Issue.record("\(size): \(hit) and \(other)")
      }
    }
    guard state.overlays.isEmpty else { return }
    // A list's pictures are visible only in its body, below the title.
    let list = state.photo == nil ? state.listInView : nil
    let body = list.map { state.metrics(of: $0).body }
    let boxes = frame.placements.filter { $0.use == .thumbnail }.compactMap { placement in
      guard let body else { return placement.box }
      if case .avatar = placement.source { return placement.box }
      return placement.box.intersection(body)
    }
    for (index, box) in boxes.enumerated() {
      let others = boxes[(index + 1)...].filter { !$0.intersection(box).isEmpty }
      if !others.isEmpty { Issue.record("\(size): \(box) and \(others)") }
    }
  }

  /// Returns the keys of pictures that are visible in boxes of different sizes.
  ///
  /// The store has one size per key, so that one of the boxes would stay blurred.
  static func ambiguousKeys(_ frame: Frame) -> Set<PictureKey> {
    var visible: Set<Int> = []
    for y in 0..<frame.canvas.rows {
      for x in 0..<frame.canvas.columns {
        if case .picture(let placement, _, _) = frame.canvas[x, y].content {
          visible.insert(Int(placement))
        }
      }
    }
    let sizes = Dictionary(grouping: visible.map { frame.placements[$0] }) {
      PictureKey($0.source, $0.use)
    }.mapValues { Set($0.map(\.box.size)).count }
    return Set(sizes.filter { $0.value > 1 }.keys)
  }

  /// Whether two rectangles share cells, and each has cells that the other doesn't have.
  private static func cross(_ one: Rect, _ other: Rect) -> Bool {
    let shared = one.intersection(other)
    return !shared.isEmpty && shared != one && shared != other
  }

  private static func showsWholeHints(_ frame: Frame, _ size: Size) {
    let canvas = frame.canvas
    var text = ""
    for x in 0..<canvas.columns {
      if case .text(let character) = canvas[x, canvas.rows - 1].content { text.append(character) }
    }
    if text.contains("…") || text.contains("...") { Issue.record("\(size): \(text)") }
  }

  /// Returns the cells with half a wide character, a control character, or a misplaced picture
  /// cell.
  private static func brokenCells(_ frame: Frame) -> [Point] {
    let canvas = frame.canvas
    var broken: [Point] = []
    for y in 0..<canvas.rows {
      var isWide = false
      for x in 0..<canvas.columns {
        var isWhole = true
        switch canvas[x, y].content {
        case .text(let character):
          isWhole = !isWide && (character.isASCII ? character >= " " : isInert(character))
          isWide = !character.isASCII && TextWidth.of(character) == 2
        case .continuation:
          isWhole = isWide
          isWide = false
        case .picture(let placement, let row, let column):
          let box = frame.placements[Int(placement)].box
          isWhole =
            !isWide && box.x + Int(column) == x && box.y + Int(row) == y
            && box.contains(Point(x, y))
          isWide = false
        }
        if !isWhole { broken.append(Point(x, y)) }
      }
      if isWide { broken.append(Point(canvas.columns, y)) }
    }
    return broken
  }

  private static func isInert(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy {
      ![.control, .format, .lineSeparator, .paragraphSeparator]
        .contains($0.properties.generalCategory)
    }
  }

  @Test(arguments: Scene.all + Scene.albums)
  func `only a spinner moves without user input`(_ scene: Scene) {
    for size in [Size(120, 40), Size(40, 12)] {
      let state = scene.state(size)
      var context = Snapshots.context(.english)
      let first = Screens.render(state, context)
      context.spinnerPhase += 1
      let second = Screens.render(state, context)
      let shapes = [first, second].map { Snapshots.text($0) }
      if first.nextTick == nil {
        #expect(first == second)
      } else {
        #expect(first.nextTick == RenderContext.spinnerStep)
        let changed = zip(shapes[0], shapes[1]).filter { $0 != $1 }
        #expect(changed.allSatisfy { $0.0 == "⠋" && $0.1 == "⠙" })
      }
    }
  }

  @Test(arguments: Scene.all + Scene.albums)
  func `an overlay lets no press through to elements below it`(_ scene: Scene) {
    for size in [Size(120, 40), Size(80, 24), Size(40, 12)] {
      let state = scene.state(size)
      guard [.alert, .share, .qrCode, .help].contains(state.place) else { continue }
      let frame = Screens.render(state, Snapshots.context(.english))
      for y in 0..<size.height - 1 {
        for x in 0..<size.width {
          let isOwn =
            switch (frame.action(at: Point(x, y)), state.place) {
            case (.overlayClosed(let place), _): place == state.place
            case (nil, _), (.alerts, .alert), (.share, .share), (.share, .qrCode), (.help, .help):
              true
            default: false
            }
          if !isOwn { Issue.record("\(size): \(x), \(y)") }
        }
      }
    }
  }

  @Test func `messages and prompts of one line fit into the smallest dialog`() {
    // The terminal has 40 columns. A dialog's frame and margins need eight.
    let room = 32
    for language in Language.allCases {
      var texts = Texts(language)
      let services = ["Unsplash", "VK"]
      var lines = services.map { texts.unknownAddress(of: $0) } + [texts.noKey, texts.noCommand]
      lines += [texts[.codePrompt], texts[.addressPrompt]]
      for hasAlbums in [false, true] {
        texts.hasAlbums = hasAlbums
        var prompts = [texts.addressPrompt, texts.collectionNamePrompt]
        prompts += [texts.helpPrompt] + ServiceCheck.Kind.allCases.map { texts.checkPrompt($0) }
        // The cursor is before the prompt.
        lines += prompts.map { " " + $0 }
      }
      for line in lines { #expect(TextWidth.of(line) <= room, "\(line)") }
    }
  }

  @Test func `a damaged file is reported in full screen while the details are open`() {
    for size in [Size(120, 40), Size(80, 24)] {
      let state = Sample.gallery(size) { sample in
        sample.reduce(.pressed(.open), .gallery(.checked([Sample.id(0): .damaged])))
        sample.reduce(.pictureChanged(PictureKey(.photo(Sample.id(0)), .full), .full))
      }
      #expect(state.showsDetails && state.photo != nil)
      let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
      #expect(text.contains("File is damaged"), "\(size)")
    }
  }

  @Test func `the message about a wrong answer is whole, however narrow the terminal is`() throws {
    let scene = try #require(Scene.albums.first { $0.name == "album-check-confirmation" })
    for language in Language.allCases {
      let context = Snapshots.context(language)
      let end = language == .english ? "again." : "раз."
      let text = Snapshots.text(Screens.render(scene.state(Size(40, 12)), context))
      #expect(text.contains(end), "\(text)")
    }
  }

  @Test func `a terminal that is too small says so and nothing else`() {
    for size in [Size(39, 12), Size(40, 11), Size(10, 3), Size(1, 1), Size(0, 0)] {
      for scene in [Scene.signIn[0], Scene.feed[0], Scene.photo[0], Scene.rest[0]] {
        let state = scene.state(size)
        let frame = Screens.render(state, Snapshots.context(.english))
        #expect(frame.hits.isEmpty && frame.placements.isEmpty)
        #expect(Screens.prefetch(state).isEmpty)
        if size.width > 20 {
          let text = Snapshots.text(frame)
          #expect(text.contains("terminal too small") && text.contains("needed: 40×12"))
        }
      }
    }
  }

  @Test func `hostile text of a service never reaches the cells`() {
    let evil = "\u{1B}]52;c;aGk=\u{07}\u{202E}evil\u{200B}\u{9B}2J\r\n\u{2066}x\u{FEFF}"
    let state = Sample.feed(Size(80, 24)) { sample in
      var photo = Sample.photos[0]
      photo.author = Person(username: evil, name: evil)
      photo.description = evil
      photo.sponsor = evil
      photo.details = PhotoDetails(camera: evil, exposure: evil, location: evil)
      sample.state.photos[photo.id] = photo
      sample.reduce(
        .pressed(.details),
        .feed(.pageLoaded(2, .failure(Problem(.feed, .forbidden(message: evil)))))
      )
    }
    let frame = Screens.render(state, Snapshots.context(.english))
    #expect(Self.brokenCells(frame).isEmpty)
    #expect(Snapshots.text(frame).contains("evil"))
  }

  @Test func `the help scrolls to its last key and back, even on the smallest screen`() {
    var sample = Sample(40, 12, isDemo: true)
    sample.reduce(.sessionRead(.success(nil)), .pressed(.help), .pressed(.last))
    let frame = Screens.render(sample.state, Snapshots.context(.english))
    #expect(frame.overscroll > 0)
    #expect(!Snapshots.text(frame).contains("▾"))
    sample.reduce(.help(.scrolled(rows: -frame.overscroll)))
    let same = Screens.render(sample.state, Snapshots.context(.english))
    #expect(same.overscroll == 0 && same.canvas == frame.canvas)
    sample.reduce(.pressed(.moveUp))
    #expect(Screens.render(sample.state, Snapshots.context(.english)).canvas != frame.canvas)
  }

  @Test func `a notice makes room for the keys of a later question`() {
    let state = Sample.profile(Size(80, 24)) {
      $0.reduce(.unavailable(.share, .nothingSelected), .pressed(.signOut))
    }
    #expect(
      Snapshots.text(Screens.render(state, Snapshots.context(.english))).contains("Enter choose")
    )
  }

  @Test func `the narrowest details keep the description`() {
    let state = Sample.feed(Size(40, 12)) { $0.reduce(.pressed(.details)) }
    let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
    let description =
      state.currentPhoto.flatMap { state.photos[$0] }
      .flatMap { $0.description ?? $0.altDescription } ?? ""
    #expect(!description.isEmpty && text.contains(description.prefix(12)))
  }
}

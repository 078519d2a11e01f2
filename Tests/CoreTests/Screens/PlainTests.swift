import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// Plain screens for screen readers and braille displays.
@Suite struct PlainTests {
  private static let sizes = [Size(40, 12), Size(80, 24), Size(120, 40)]

  private func plain(_ state: AppState) -> AppState {
    var state = state
    (state.program.isPlain, state.program.hasPictures) = (true, false)
    return state
  }

  private func frame(
    _ state: AppState,
    _ language: Language = .english,
    isASCII: Bool = false
  ) -> Frame {
    let context = RenderContext(
      texts: Texts(language),
      theme: .dark,
      glyphs: Glyphs(isASCII: isASCII, isPlain: true),
      hasMotion: false
    )
    return Screens.render(plain(state), context)
  }

  private func rows(_ frame: Frame) -> [String] {
    (0..<frame.canvas.rows).map { y in
      (0..<frame.canvas.columns).map { x in
        switch frame.canvas[x, y].content {
        case .text(let character): String(character)
        case .continuation: ""
        case .picture: "▒"
        }
      }.joined()
    }
  }

  @Test(arguments: Scene.all + Scene.albums)
  func `no screen has frames, blocks, pictures or spinners`(_ scene: Scene) {
    for language in Language.allCases {
      for size in Self.sizes {
        let frame = frame(scene.state(size), language)
        // Box drawing, block elements, braille.
        let strange = rows(frame).joined().unicodeScalars.filter {
          (0x2500...0x259F).contains($0.value) || (0x2800...0x28FF).contains($0.value)
        }
        #expect(strange.isEmpty, "\(language) \(size): \(Set(strange))")
        #expect(frame.nextTick == nil && frame.placements.isEmpty, "\(language) \(size)")
      }
    }
  }

  @Test(arguments: Scene.all)
  func `the cursor is on what is selected`(_ scene: Scene) {
    for size in Self.sizes {
      let frame = frame(scene.state(size))
      guard frame.modes.cursor == nil, let point = frame.modes.focus else { continue }
      let rest = Array(rows(frame)[point.y]).dropFirst(point.x)
      #expect(rest.contains { $0.isLetter || $0.isNumber }, "\(size): \(point)")
    }
  }

  @Test func `a row of the sheet says on its own line why it can't be used`() throws {
    var state = Sample.feed(Size(40, 24), edition: .extended) { _ in }
    state.launch.desktop = DesktopTools(display: .wayland)
    _ = AppReducer.reduce(&state, .pressed(.share))
    let row = rows(frame(state)).first { $0.contains("Copy image") }
    #expect(try #require(row).contains("Install"))
    // On other screens, what doesn't fit is below.
    let canvas = rows(Screens.render(state, Snapshots.context(.english)))
    #expect(canvas.contains { $0.contains("Copy image") && !$0.contains("Install") })
  }

  @Test func `each photo of a list is one line with all that is known of it`() throws {
    var state = Sample.feed(Size(120, 40), edition: .extended) { _ in }
    let rows = rows(frame(state))
    let first = try #require(rows.first { $0.contains("> Annie Spratt") })
    #expect(first.contains(": Morning fog"))
    #expect(first.contains("27 August 2022") && first.contains("1,204 likes"))
    let metrics = plain(state).metrics(of: .feed)
    let photos = min(state[.feed].order.count, metrics.body.height)
    #expect(photos > 5)
    let tiles = plain(state).tiles(of: .feed).tiles
    #expect(tiles.map(\.picture.y) == Array(metrics.body.y..<metrics.body.y + tiles.count))

    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = AppReducer.reduce(&state, .pressed(.mark))
    let marked = self.rows(frame(state))
    #expect(marked.contains { $0.contains("[x] Annie Spratt") && $0.contains(", liked") })
    #expect(marked.contains { $0.contains("[ ] ") })
  }

  @Test(arguments: Language.allCases)
  func `a narrow line keeps the date and what holds for the photo`(language: Language) throws {
    var state = Sample.feed(Size(40, 12), edition: .extended) { _ in }
    let date = language == .english ? ", 27 Aug 22" : ", 27.08.22"
    func line(_ start: String) throws -> String {
      let all = rows(frame(state, language))
      return try #require(all.first { $0.contains(start) }, "\(all.joined(separator: "\n"))")
    }
    let other = try line("> Annie Spr…: Morning")
    #expect(other.contains("…" + date))
    #expect(!other.contains("1,204") && !other.contains("1 204"))
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect(try line("> Annie").contains(date + ", " + Texts(language)[.likedByYou]))
    // A long name leaves room, and a photo without a description has a longer date.
    let first = try state[.feed].order.at(0)
    state.photos[first]?.author.name = String(repeating: "name ", count: 20)
    #expect(try line("> name").contains(date + ", " + Texts(language)[.likedByYou]))
    state.photos[first]?.description = nil
    state.photos[first]?.altDescription = nil
    state.photos[first]?.author.name = "Ann"
    #expect(try line("> Ann,").contains("2022"))
  }

  @Test(arguments: Scene.all + Scene.albums, [false, true])
  func `no sign stands for a word`(scene: Scene, isASCII: Bool) {
    for size in Self.sizes {
      let text = rows(frame(scene.state(size), isASCII: isASCII)).joined(separator: "\n")
      let signs = text.filter { "‹♡♥↓→↗✕▾▴□▣✓‖↻▤◫◆◇".contains($0) }
      // Keys are named by their arrows, beside a word.
      let keys = text.matches(of: /[←↑↓→][←↑↓→ \/]* +\p{L}|\p{L} +[←↑↓→][←↑↓→ \/]*\n/).map(\.output)
        .joined()
      #expect(signs.allSatisfy { keys.contains($0) }, "\(size): \(Set(signs))\n\(text)")
      #expect(!isASCII || !text.contains(/(^| )(<>|<3|\[\+\])( |$)/), "\(text)")
    }
  }

  @Test func `the tab and the button that are chosen have a pointer`() {
    var state = Sample.feed(Size(80, 24), edition: .extended) { _ in }
    func screen() -> String { rows(frame(state)).joined(separator: "\n") }
    #expect(screen().hasPrefix(" >1 Feed  2 Profile  3 "))
    _ = AppReducer.reduce(&state, .pressed(.profileTab))
    #expect(screen().hasPrefix(" 1 Feed  >2 Profile  3 "))
    _ = AppReducer.reduce(&state, .pressed(.signOut))
    #expect(screen().matches(of: /\[>/).count == 1 && screen().contains("[ "))
  }

  @Test(arguments: [false, true])
  func `a marked photo keeps its mark and its photographer`(isASCII: Bool) throws {
    var state = Sample.feed(Size(40, 12), edition: .extended) { _ in }
    let first = try state[.feed].order.at(0)
    func screen() -> String {
      rows(frame(state, isASCII: isASCII)).joined(separator: "\n")
    }
    _ = AppReducer.reduce(&state, .marks(.toggled(first)))
    #expect(screen().contains("1 marked"))
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect(screen().contains("> [x] Ann") && screen().contains("  [ ] Jer"))
  }

  @Test func `the gallery has one photo a line, in groups`() throws {
    let state = Sample.gallery(Size(80, 24)) {
      $0.reduce(.gallery(.checked([Sample.id(3): .damaged])))
    }
    let rows = rows(frame(state))
    let heading = try #require(rows.firstIndex { $0.contains("“morning fog” · 4 photos") })
    #expect(rows[heading + 1].contains("> Annie Spratt: Morning fog"))
    #expect(rows[heading + 2].contains("File is damaged"))
    #expect(rows[heading + 5].contains("Feed · 1 photo"))
  }

  @Test func `only the topmost view is on the screen`() {
    let list = Sample.feed(Size(80, 24), edition: .extended) { _ in }
    var menu = list
    _ = AppReducer.reduce(&menu, .pressed(.menu))
    let rows = rows(frame(menu))
    #expect(rows.contains { $0.contains("> Preview") })
    #expect(!rows.contains { $0.contains("likes") })
  }

  @Test func `reduced motion keeps the frame, and no spinner turns`() {
    let state = Sample.feed(Size(80, 24)) { _ in }
    var loading = state
    loading.pictures = [:]
    var context = Snapshots.context(.english)
    context.hasMotion = false
    for scene in Scene.feed + Scene.rest {
      let still = Screens.render(scene.state(Size(80, 24)), context)
      #expect(still.nextTick == nil)
      var later = context
      later.spinnerPhase = 3
      #expect(Screens.render(scene.state(Size(80, 24)), later).canvas == still.canvas)
    }
  }
}

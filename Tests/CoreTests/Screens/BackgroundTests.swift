import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// Screens on the terminal's own background, and spaces where a line may not break.
@Suite struct BackgroundTests {
  private func context(_ theme: Theme) -> RenderContext {
    RenderContext(texts: Texts(.english), theme: theme, glyphs: .unicode)
  }

  @Test(arguments: [Theme.dark, .light])
  func `screens keep the terminal's background, and surfaces have their own`(_ theme: Theme) {
    for scene in Scene.all {
      let state = scene.state(Size(120, 40))
      let theme = theme.leavingBackground(true)
      let frame = Screens.render(state, context(theme))
      let backgrounds = frame.canvas.cells.filter { cell in
        if case .picture = cell.content { false } else { true }
      }.map(\.style.background)
      #expect(!backgrounds.contains(theme.background), "\(scene)")
    }
    let feed = Screens.render(Sample.feed(Size(120, 40)), context(theme.leavingBackground(true)))
    #expect(feed.canvas.cells.contains { $0.style.background == .standard })
  }

  @Test func `a photo in full screen has a dark surround, also in the light theme`() {
    for depth in [ColorDepth.trueColor, .palette16] {
      let theme = Theme.light.reduced(to: depth)
      let photo = Screens.render(Sample.photo(Size(120, 40)), context(theme)).canvas
      #expect(photo[0, 39].style.background == Theme.dark.reduced(to: depth).background)
      let feed = Screens.render(Sample.feed(Size(120, 40)), context(theme)).canvas
      #expect(feed[0, 39].style.background == theme.background)
    }
    let own = context(Theme.light.leavingBackground(true))
    let canvas = Screens.render(Sample.photo(Size(120, 40)), own).canvas
    #expect(canvas[0, 39].style.background == .standard)
  }

  @Test func `the selection frame is reversed against the terminal's background`() {
    let state = Sample.feed(Size(120, 40))
    let frame = Screens.render(state, context(Theme.dark.leavingBackground(true)))
    let sides = frame.canvas.cells.filter { $0.content == .text("▊") }
    #expect(!sides.isEmpty)
    for side in sides {
      let style = Style(
        foreground: Theme.dark.accent,
        background: .standard,
        attributes: .reverse
      )
      #expect(side.style == style)
    }
  }

  @Test(arguments: [Theme.dark, .light])
  func `the heart of a photo that isn't liked has its count's foreground`(_ theme: Theme) throws {
    let frame = Screens.render(Sample.feed(Size(120, 40)), context(theme))
    for heart in positions(of: "♡", in: frame) {
      let (sign, count) = (frame.canvas[heart.x, heart.y], frame.canvas[heart.x + 2, heart.y])
      guard case .text(let digit) = count.content, digit.isNumber else { continue }
      #expect(sign.style == count.style)
    }
    #expect(!positions(of: "♡", in: frame).isEmpty)
  }

  @Test func `sixteen colours keep the chosen background`() {
    for theme in [Theme.dark, .light] {
      #expect(theme.leavingBackground(true).reduced(to: .palette16).canvas.isStandard)
      #expect(theme.reduced(to: .palette16).canvas == theme.reduced(to: .palette16).background)
    }
  }

  @Test func `no line breaks inside a number or before a unit`() {
    var state = Sample.feed(Size(120, 40), edition: .extended)
    for id in state.photos.keys { state.photos[id]?.likes = 1_075 }
    let canvas = Screens.render(
      state,
      RenderContext(texts: Texts(.russian), theme: .dark, glyphs: .unicode)
    ).canvas
    let rows = (0..<canvas.rows).map { y in
      String(
        (0..<canvas.columns).compactMap { x in
          if case .text(let character) = canvas[x, y].content { character } else { nil }
        }
      )
    }
    #expect(rows.contains { $0.contains("1\u{A0}075") })
    var texts = Texts(.russian)
    texts.numberSpace = "\u{A0}"
    #expect(texts.bytes(3_400_000) == "3,4\u{A0}МБ")
    #expect(texts.pixels(6000, 4000, "×") == "6000\u{A0}×\u{A0}4000")
    #expect(texts.megapixels(width: 6000, height: 4000) == "24\u{A0}Мп")
    #expect(texts.percent(1, of: 4) == "25\u{A0}%")
  }
}

import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// The QR code on the screen.
@Suite struct CodeOverlayTests {
  private static let link =
    "https://unsplash.com/photos/p0?utm_source=imagefeed&utm_medium=referral"

  /// Returns the screen as a camera sees it: two pixels per cell, one above the other.
  ///
  /// - Parameter isDark: whether the terminal's own background is dark; `nil` if cells have their
  ///   own colours.
  private func pixels(_ frame: Frame, isDark: Bool? = nil) -> [[Bool]] {
    let canvas = frame.canvas
    return (0..<2 * canvas.rows).map { y in
      (0..<canvas.columns).map { x in
        let cell = canvas[x, y / 2]
        var hasInk = false
        if case .text(let character) = cell.content {
          hasInk = (y % 2 == 0 ? "█▀" : "█▄").contains(character)
        }
        if cell.style.attributes.contains(.reverse) { hasInk.toggle() }
        if let isDark { return hasInk != isDark }
        let color = hasInk ? cell.style.foreground : cell.style.background
        return Int(color.red) + Int(color.green) + Int(color.blue) < 3 * 128
      }
    }
  }

  @Test(.barcodeReader, arguments: [Size(80, 24), Size(120, 40), Size(200, 60), Size(42, 26)])
  func `the decoded code is the link`(_ size: Size) throws {
    for theme in [Theme.dark, .light, Theme.dark.reduced(to: .palette16)] {
      let frame = Screens.render(
        Scene.code(size),
        Snapshots.context(.english, theme: theme)
      )
      #expect(try BarcodeReader.read(pixels(frame)) == [Self.link])
    }
  }

  @Test(.barcodeReader, arguments: [Theme.dark, .light])
  func `the card that waits for the browser has the URL as a code`(_ theme: Theme) throws {
    let scene = try #require(Scene.signIn.first { $0.name == "sign-in-waiting-code" })
    for size in [Size(120, 40), Size(200, 60)] {
      let frame = Screens.render(scene.state(size), Snapshots.context(.english, theme: theme))
      #expect(try BarcodeReader.read(pixels(frame)) == [Sample.authorize.text])
      #expect(press("https://unsplash.com/oau", in: frame) == .pressed(.copyAddress))
    }
    // Without room for a code there is the text alone.
    let small = Screens.render(scene.state(Size(80, 24)), Snapshots.context(.english, theme: theme))
    #expect(positions(of: "█", in: small).isEmpty)
  }

  @Test(.barcodeReader) func `the decoded code is the copied link`() throws {
    let page: WebPage = "https://unsplash.com/photos/a-hill-in-fog-Dwu85P9SO"
    let state = Scene.code(Size(120, 40), page: page)
    var copied: [String] = []
    var sheet = state
    sheet.share?.code = nil
    for effect in AppReducer.reduce(&sheet, .share(.rowPressed(.copyLink))) {
      if case .terminal(.copy(let link)) = effect { copied.append(link.text) }
    }
    let frame = Screens.render(state, Snapshots.context(.english))
    #expect(copied.count == 1)
    #expect(try BarcodeReader.read(pixels(frame)) == copied)
  }

  @Test(.barcodeReader, arguments: [Theme.dark, .light])
  func `without colours the code is drawn in the text's own colour`(_ theme: Theme) throws {
    let frame = Screens.render(
      Scene.code(Size(80, 24)),
      Snapshots.context(.english, theme: theme, hasColors: false)
    )
    #expect(try BarcodeReader.read(pixels(frame, isDark: theme.isDark)) == [Self.link])
  }

  @Test(.barcodeReader, arguments: [true, false])
  func `without half blocks a module is two cells`(_ hasColors: Bool) throws {
    let frame = Screens.render(
      Scene.code(Size(100, 50)),
      Snapshots.context(.english, glyphs: .ascii, hasColors: hasColors)
    )
    #expect(try BarcodeReader.read(pixels(frame, isDark: hasColors ? nil : true)) == [Self.link])
    let low = Screens.render(
      Scene.code(Size(100, 40)),
      Snapshots.context(.english, glyphs: .ascii, hasColors: hasColors)
    )
    #expect(Snapshots.text(low).contains("The QR code needs"))
  }

  @Test func `the code is dark on light in every theme, with a light margin`() {
    for theme in [Theme.dark, .light] {
      let frame = Screens.render(
        Scene.code(Size(120, 40)),
        Snapshots.context(.english, theme: theme)
      )
      let code = frame.canvas.cells.filter { $0.style.background == Color(0xFF_FFFF) }
      // 71 bytes: version 4 with 33 modules, and 41 by 41 with the quiet zone.
      #expect(code.count == 41 * 21)
      #expect(code.allSatisfy { $0.style.foreground == Color(0x08_0808) })
    }
  }

  @Test func `a screen that is too small says which size is needed`() {
    let small = letters(Scene.code(Size(40, 12)))
    #expect(small.contains("TheQRcodeneeds41columnsand23rows") && small.contains(Self.link))
    #expect(letters(Scene.code(Size(41, 22))).contains("TheQRcodeneeds41columnsand23rows"))
    let least = letters(Scene.code(Size(41, 23)))
    #expect(!least.contains("needs") && least.contains("https://unsplash.com/photos/p0"))
  }

  @Test(arguments: [Size(80, 24), Size(120, 40), Size(200, 60)])
  func `the whole link is beside the code if there is room`(_ size: Size) {
    #expect(letters(Scene.code(size)).contains(Self.link))
  }

  /// Returns the overlay's texts without spaces, frames and line breaks.
  private func letters(_ state: AppState) -> String {
    let frame = Screens.render(state, Snapshots.context(.english))
    let characters = frame.canvas.cells.compactMap { cell -> Character? in
      guard case .text(let character) = cell.content, character.isASCII, character != " ",
        cell.style.background == Theme.dark.surface
      else { return nil }
      return character
    }
    return String(characters)
  }

  @Test func `the help of the extended edition lists what its sheet can do`() {
    for (edition, isNamed) in [(Edition.basic, false), (.extended, true)] {
      let state = Sample.feed(Size(120, 40), edition: edition) { $0.reduce(.pressed(.help)) }
      let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
      #expect(text.contains("QR code") == isNamed)
    }
    let texts = TextChecks.languages.map { ($0.language, $0.command(.share, in: .extended)) }
    for (language, text) in texts {
      #expect(TextChecks.faults(text.description, in: language) == [])
    }
  }

  @Test func `Escape returns to the sheet, and so does a press outside`() {
    var state = Scene.code(Size(120, 40))
    let frame = Screens.render(state, Snapshots.context(.english))
    #expect(frame.action(at: Point(1, 1)) == .overlayClosed(.qrCode))
    #expect(frame.action(at: Point(60, 20)) == nil)
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .share && state.share?.focus == .showCode)
  }
}

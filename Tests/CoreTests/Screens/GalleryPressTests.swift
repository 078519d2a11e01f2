import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// The mouse in the gallery, and the pictures loaded ahead there.
@Suite struct GalleryPressTests {
  private func frame(_ state: AppState) -> Frame {
    Screens.render(state, Snapshots.context(.english))
  }

  @Test func `tiles, hearts and buttons can be pressed`() {
    let gallery = frame(Sample.gallery(Size(80, 24)))
    #expect(press("Annie", in: gallery) == .gallery(.photoPressed(Sample.id(0))))
    #expect(gallery.action(at: Point(6, 6)) == .gallery(.photoPressed(Sample.id(0))))
    #expect(gallery.action(at: Point(40, 6)) == .gallery(.photoPressed(Sample.id(4))))
    #expect(press("♡", in: gallery) == .likes(.heartPressed(Sample.id(0))))
    #expect(press("Space mark", in: gallery) == .pressed(.mark))
    #expect(Snapshots.text(gallery).ranges(of: "Space mark").count == 1)
    #expect(press("“morning fog”", in: gallery) == nil)
    #expect(press("Gallery", in: gallery) == .tabPressed(.gallery))
  }

  @Test func `the number of marked photos is in the bar, and their commands in the hints`() {
    let gallery = frame(
      Sample.gallery(Size(120, 40)) { $0.reduce(.pressed(.mark)) }
    )
    #expect(press("1 marked", in: gallery) == nil)
    #expect(press("◆ Annie", in: gallery) == .marks(.toggled(Sample.id(0))))
    #expect(
      press("“morning fog”", in: gallery)
        == .gallery(.headingPressed(of: Sample.id(0)))
    )
    #expect(press("* all", in: gallery) == .pressed(.markAll))
    #expect(press("Del delete", in: gallery) == .pressed(.delete))
    #expect(press("Esc unmark", in: gallery) == .pressed(.back))
    let narrow = frame(Sample.gallery(Size(40, 12)) { $0.reduce(.pressed(.mark)) })
    #expect(press("Esc unmark", in: narrow) == .pressed(.back))
  }

  @Test func `a missing file has its button, and no picture`() {
    let state = Sample.gallery(Size(80, 24)) {
      $0.reduce(.gallery(.checked([Sample.id(0): .missing])))
    }
    let lost = frame(state)
    #expect(press("Repair", in: lost) == .gallery(.fetchPressed(Sample.id(0))))
    #expect(!lost.placements.contains { $0.source == .photo(Sample.id(0)) })
    // The photo isn't shown as being in the gallery.
    var opened = state
    let whole = frame(Sample.gallery(Size(120, 40)) { $0.reduce(.pressed(.open)) })
    #expect(find("In the gallery", in: whole) != nil)
    _ = AppReducer.reduce(&opened, .resized(Viewport(columns: 120, rows: 40)))
    _ = AppReducer.reduce(&opened, .pressed(.open))
    #expect(find("In the gallery", in: frame(opened)) == nil)
    _ = AppReducer.reduce(&opened, .pressed(.download))
    #expect(opened.downloads.items.map(\.id.photo) == [Sample.id(0)])
  }

  @Test func `the rows of the sheet can be pressed, and a press beside it closes it`() {
    let sheet = frame(Sample.gallery(Size(80, 24)) { $0.reduce(.pressed(.share)) })
    #expect(press("Set as wallpaper", in: sheet) == .share(.rowPressed(.wallpaper)))
    #expect(press("Print", in: sheet) == .share(.rowPressed(.command(0))))
    #expect(press("✕", in: sheet) == .overlayClosed(.share))
    #expect(sheet.action(at: Point(1, 20)) == .overlayClosed(.share))
  }

  @Test func `pictures of the next screen are loaded ahead, the nearest first`() {
    let state = Sample.gallery(Size(80, 24))
    let shown = Set(frame(state).placements.map(\.source))
    let ahead = Screens.prefetch(state).map(\.source)
    #expect(ahead.first == .photo(Sample.id(8)))
    #expect(shown.isDisjoint(with: ahead))
  }
}

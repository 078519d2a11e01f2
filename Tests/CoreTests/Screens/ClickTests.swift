import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// Clicks with the left button, with the right one and with Ctrl.
@Suite struct ClickTests {
  private let list = ListID.search(SearchQuery("Mountains"))

  private func frame(_ state: AppState) -> Frame {
    Screens.render(state, Snapshots.context(.english))
  }

  /// Returns the position of a photo's heart.
  private func heart(of id: Photo.ID, in frame: Frame) -> Point? {
    positions(of: "♡", in: frame).first { frame.action(at: $0) == .likes(.heartPressed(id)) }
  }

  @Test func `a click opens a photo, and with marked photos it marks`() throws {
    let found = Sample.found(Size(80, 24))
    // Above the name, which leads to the photographer.
    let name = try #require(find("Annie Spratt", in: frame(found)))
    let point = Point(name.x, name.y - 2)
    #expect(frame(found).action(at: point) == .feed(.cardPressed(Sample.id(0)), in: list))
    var marked = found
    _ = AppReducer.reduce(&marked, .marks(.toggled(Sample.id(1))))
    #expect(frame(marked).action(at: point) == .marks(.toggled(Sample.id(0))))
    var gallery = Given.gallery(3)
    let tile = try #require(gallery.galleryLayout.visible(top: 0).tiles.first)
    let corner = tile.picture.origin
    #expect(frame(gallery).action(at: corner) == .gallery(.photoPressed(tile.id)))
    gallery.program.galleryView.marks = [Given.id(2)]
    #expect(frame(gallery).action(at: corner) == .marks(.toggled(tile.id)))
  }

  @Test func `the right button opens the photo's menu, even on its buttons`() throws {
    let found = frame(Sample.found(Size(80, 24)))
    let menu = AppAction.feed(.menuPressed(Sample.id(0)), in: list)
    let places = [find("Annie Spratt", in: found), heart(of: Sample.id(0), in: found)]
    for place in places { #expect(found.menuAction(at: try #require(place)) == menu) }
    #expect(found.menuAction(at: try #require(find("4 Gallery", in: found))) == nil)
    let gallery = Given.gallery(3)
    let tiles = frame(gallery)
    let hit = try #require(tiles.hits.first { $0.menu != nil })
    #expect(hit.menu == .gallery(.menuPressed(Given.id(0))))
  }

  @Test func `a click with Ctrl marks, and so does a click on the mark`() throws {
    let before = frame(Sample.found(Size(80, 24)))
    let mark = AppAction.marks(.toggled(Sample.id(0)))
    let places = [find("Annie Spratt", in: before), heart(of: Sample.id(0), in: before)]
    for place in places { #expect(before.markAction(at: try #require(place)) == mark) }
    #expect(before.markAction(at: try #require(find("4 Gallery", in: before))) == nil)
    #expect(find("◇", in: before) == nil)
    var state = Sample.found(Size(80, 24))
    _ = AppReducer.reduce(&state, mark)
    let after = frame(state)
    // On the picture and before the name. The other marks can be clicked too.
    #expect(press(" ◆ ", in: after) == mark)
    #expect(press("◆ Annie", in: after) == mark)
    let other = try #require(find("◇", in: after))
    guard case .marks(.toggled(let id))? = after.action(at: other) else {
      Issue.record("no mark")
      return
    }
    #expect(id != Sample.id(0))
    #expect(find("1 marked", in: after) != nil)
    // The basic edition has no marks.
    #expect(frame(Sample.feed(Size(80, 24))).hits.allSatisfy { $0.mark == nil })
  }
}

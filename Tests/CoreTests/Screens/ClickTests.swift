import AppCore
import Canvas
import Library
import Localization
import Model
import Screens
import Testing

/// Double clicks, and the right button.
@Suite struct ClickTests {
  private let list = ListID.search(SearchQuery("Mountains"))

  private func frame(_ state: AppState) -> Frame {
    Screens.render(state, Snapshots.context(.english))
  }

  /// Returns the position of a photo's heart.
  private func heart(of id: Photo.ID, in frame: Frame) -> Point? {
    positions(of: "♡", in: frame).first { frame.action(at: $0) == .likes(.heartPressed(id)) }
  }

  @Test func `the second click opens the photo that the first one selected`() throws {
    let state = Sample.found(Size(80, 24))
    let found = frame(state)
    // Above the name, which leads to the photographer.
    let name = try #require(find("Annie Spratt", in: found))
    let point = Point(name.x, name.y - 2)
    var menu = state
    _ = AppReducer.reduce(&menu, .feed(.cardPressed(Sample.id(0)), in: list))
    let later = frame(menu)
    var clicks = Clicks()
    func press(_ point: Point, _ frame: Frame, _ milliseconds: Int) -> AppAction? {
      clicks.press(at: point, in: frame, time: .milliseconds(milliseconds))
    }
    let first = AppAction.feed(.cardPressed(Sample.id(0)), in: list)
    let second = AppAction.feed(.openPressed(Sample.id(0)), in: list)
    #expect(press(point, found, 0) == first)
    #expect(press(Point(point.x + 1, point.y), later, 400) == second)
    // A third click begins again.
    #expect(press(point, found, 500) == first)
    #expect(press(point, later, 901) == later.action(at: point))
    // A click elsewhere is a single click.
    #expect(press(point, found, 2000) == first)
    #expect(press(Point(point.x + 2, point.y), found, 2001) == first)
    #expect(press(Point(point.x + 2, point.y - 1), found, 2002) == first)
    // Elements without an action for a double click receive two single clicks.
    let heart = try #require(self.heart(of: Sample.id(0), in: found))
    for time in [3000, 3010, 3020] {
      #expect(press(heart, found, time) == .likes(.heartPressed(Sample.id(0))))
    }
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
    #expect(hit.twice == .gallery(.photoPressed(Given.id(0))))
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

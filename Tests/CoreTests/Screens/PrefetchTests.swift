import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// The pictures that are requested before they are visible.
@Suite struct PrefetchTests {
  private func visible(_ state: AppState) -> Set<PictureSource> {
    Set(Screens.render(state, Snapshots.context(.english)).placements.map(\.source))
  }

  private func ahead(_ state: AppState) -> [PictureSource] {
    Screens.prefetch(state).map(\.source)
  }

  @Test func `the next screenful in the scroll direction is requested, the nearest first`() {
    var sample = Sample(80, 24)
    sample.state = Sample.feed(Size(80, 24)) { $0.reduce(.pressed(.format), .pressed(.format)) }
    for _ in 0..<5 { sample.reduce(.pressed(.moveRight)) }
    let down = ahead(sample.state)
    // The tile before it is already visible.
    #expect(down.first == .photo(Sample.id(7)))
    #expect(Set(down).isDisjoint(with: visible(sample.state)))
    sample.reduce(.pressed(.moveLeft))
    let up = ahead(sample.state)
    #expect(up.first == .photo(Sample.id(3)))
    #expect(Set(up).isDisjoint(with: visible(sample.state)))
  }

  @Test func `a picture loaded ahead has the box it will be shown in`() {
    let state = Sample.feed(Size(80, 24)) { $0.reduce(.pressed(.larger)) }
    guard let next = Screens.prefetch(state).first, case .photo(let id) = next.source,
      let photo = state.photos[id]
    else {
      Issue.record("nothing is fetched ahead")
      return
    }
    let rows = state.rows(of: .feed)
    let index = state.feed.order.firstIndex(of: id) ?? 0
    let tile = rows.tile(index, in: rows.rows[rows.row(of: index)], top: 0)
    #expect(next.box.size == tile.picture.size)
    #expect(next.use == .thumbnail && photo.id == id)
  }

  @Test func `in full screen the tiles of the photo and its neighbours are requested`() {
    let state = Sample.photo(Size(80, 24), 3)
    #expect(ahead(state) == [3, 4, 2].map { .photo(Sample.id($0)) })
    #expect(ahead(Sample.photo(Size(80, 24), 0)) == [0, 1].map { .photo(Sample.id($0)) })
  }

  @Test func `screens without pictures request none`() {
    #expect(ahead(Sample.signIn(Size(80, 24))).isEmpty)
    #expect(ahead(Sample.profile(Size(80, 24))).isEmpty)
  }

  @Test func `a picture has its cells before anything of it has loaded`() throws {
    let state = Sample.feed(Size(80, 24)) { $0.state.pictures = [:] }
    let frame = Screens.render(state, Snapshots.context(.english))
    let first = try #require(frame.placements.first)
    #expect(first.source == .photo(Sample.id(0)))
    let cell = frame.canvas[first.box.x + 18, first.box.y + 2]
    #expect(cell.content == .picture(placement: 0, row: 2, column: 18))
    #expect(frame.nextTick == RenderContext.spinnerStep)
  }
}

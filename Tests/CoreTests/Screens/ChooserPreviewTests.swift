import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// The picture beside the list of topics.
@Suite struct ChooserPreviewTests {
  /// Returns the topics above the feed, opened on the feed; the feed has no cover, the other topic
  /// has one.
  private func topics() -> AppState {
    let size = Size(120, 40)
    var sample = Sample(size.width, size.height, edition: .extended)
    sample.state = Sample.feed(size, edition: .extended)
    let cover = Cover(.derived(from: "https://c/1"), width: 3000, height: 2000)
    let offer = ListOffer(.topic("fog"), ListInfo(title: "Fog", total: 12, cover: cover))
    sample.reduce(
      .pressed(.topics),
      .chooser(.loaded(.topics, page: 1, .success(OfferPage(offers: [offer], next: nil))))
    )
    return sample.state
  }

  /// Returns the pictures that are visible where a press opens a list.
  private func previews(_ state: AppState) -> Set<PictureSource> {
    let frame = Screens.render(state, Snapshots.context(.english))
    var sources: Set<PictureSource> = []
    for y in 0..<frame.canvas.rows {
      for x in 0..<frame.canvas.columns {
        guard case .overlay(.listPressed, in: .chooser)? = frame.action(at: Point(x, y)),
          case .picture(let placement, _, _) = frame.canvas[x, y].content
        else { continue }
        sources.insert(frame.placements[Int(placement)].source)
      }
    }
    return sources
  }

  @Test func `a list without a cover shows its first photo, the others their covers`() {
    var state = topics()
    #expect(previews(state) == [.photo(Sample.id(0))])
    // The same photo is visible in the feed behind.
    let frame = Screens.render(state, Snapshots.context(.english))
    #expect(FrameTests.ambiguousKeys(frame).isEmpty)
    #expect(frame.placements.filter { $0.source == .photo(Sample.id(0)) }.count == 2)
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    #expect(previews(state) == [.cover(.topic("fog"))])
  }

  @Test func `a list without a cover and without photos has no picture`() {
    var state = topics()
    state[.feed].order = []
    #expect(previews(state) == [])
  }
}

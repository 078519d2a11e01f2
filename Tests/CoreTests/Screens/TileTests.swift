import AppCore
import Canvas
import Library
import Localization
import Model
import Screens
import Testing

/// What stands in a tile where its picture cannot.
struct TileTests {
  private func frame(_ state: AppState, hasPictures: Bool = true) -> Frame {
    var context = Snapshots.context(.english)
    context.hasPictures = hasPictures
    return Screens.render(state, context)
  }

  private func failed(_ count: Int, _ size: Size) -> AppState {
    Sample.feed(size, edition: .extended) { sample in
      for number in 0..<count {
        let key = PictureKey(.photo(Sample.id(number)), .thumbnail)
        sample.reduce(.pictureChanged(key, .failed(Problem(.picture, .notFound))))
      }
    }
  }

  @Test func `pictures that failed keep their previews, a small mark each, and one says why`() {
    for size in [Size(200, 60), Size(120, 40), Size(80, 24)] {
      let frame = frame(failed(4, size))
      let text = Snapshots.text(frame)
      // The selected one says it in words.
      #expect(text.count { $0 == "!" } == 3)
      #expect(text.split(separator: "Retry").count == 2)
      for number in 0..<4 {
        let source = PictureSource.photo(Sample.id(number))
        #expect(frame.placements.contains { $0.source == source })
        let action = AppAction.feed(.picturePressed(Sample.id(number)), in: .feed)
        #expect(frame.hits.contains { $0.action == action })
      }
    }
  }

  @Test func `without pictures, tiles say what the photographs show`() {
    for size in [Size(200, 60), Size(120, 40), Size(80, 24), Size(40, 12)] {
      let state = Sample.feed(size, edition: .extended)
      let frame = frame(state, hasPictures: false)
      #expect(frame.placements.isEmpty)
      let text = Snapshots.text(frame)
      let words =
        state.photos[Sample.id(0)]?.description ?? state.photos[Sample.id(0)]?.altDescription
      let first = words?.split(separator: " ").first.map(String.init) ?? "?"
      #expect(text.contains(first), "\(first) at \(size)")
    }
  }
}

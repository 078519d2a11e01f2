import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// The content of a tile without a picture.
struct TileTests {
  private func frame(_ state: AppState) -> Frame {
    Screens.render(state, Snapshots.context(.english))
  }

  private func failed(_ count: Int, _ size: Size) -> AppState {
    Sample.feed(size, edition: .extended) { sample in
      for number in 0..<count {
        let key = PictureKey(.photo(Sample.id(number)), .thumbnail)
        sample.reduce(.pictureChanged(key, .failed(Problem(.picture, .notFound))))
      }
    }
  }

  @Test func `failed pictures keep their previews and a small mark, and one shows the reason`() {
    for size in [Size(200, 60), Size(120, 40), Size(80, 24)] {
      let frame = frame(failed(4, size))
      let text = Snapshots.text(frame)
      // The selected one shows it as text.
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

  @Test func `without pictures, tiles describe the photos`() {
    for size in [Size(200, 60), Size(120, 40), Size(80, 24), Size(40, 12)] {
      var state = Sample.feed(size, edition: .extended)
      state.program.hasPictures = false
      let frame = frame(state)
      #expect(frame.placements.isEmpty)
      let text = Snapshots.text(frame)
      let words =
        state.photos[Sample.id(0)]?.description ?? state.photos[Sample.id(0)]?.altDescription
      let first = words?.split(separator: " ").first.map(String.init) ?? "?"
      #expect(text.contains(first), "\(first) at \(size)")
    }
  }

  @Test func `a tile that fills its row has text as wide as the row`() {
    var state = Sample.feed(Size(40, 12), edition: .extended)
    state.program.hasPictures = false
    for id in state.photos.keys {
      state.photos[id]?.description = "A light house far out at sea"
      state.photos[id]?.width = 3000
      state.photos[id]?.height = 4000
    }
    #expect(Snapshots.text(frame(state)).contains("A light house far out at sea"))
  }

  @Test func `the text and the caption below it repeat nothing`() {
    for size in [Size(200, 60), Size(120, 40), Size(80, 24)] {
      var state = Sample.feed(size, edition: .extended)
      state.program.hasPictures = false
      state.views.restore(.feed, .single)
      for id in state.photos.keys {
        state.photos[id]?.description = "A light house far out at sea"
        state.photos[id]?.width = 3000
        state.photos[id]?.height = 4001
      }
      let text = Snapshots.text(frame(state))
      let layout = state.tiles(of: .feed)
      let tiles = layout.tiles.count
      #expect(tiles >= layout.metrics.body.height / 10)
      #expect(layout.tiles.allSatisfy { $0.caption.x == $0.picture.x })
      let words = "A light house far out at sea"
      #expect((1...tiles).contains(text.ranges(of: words).count), "\(size)")
    }
  }

  @Test(arguments: [Size(200, 60), Size(120, 40), Size(80, 24)])
  func `in full screen, the text fills the screen and includes the details`(_ size: Size) {
    var state = Sample.feed(size, edition: .extended)
    state.program.hasPictures = false
    state.photos[Sample.id(0)]?.description = "A light house far out at sea"
    state.photos[Sample.id(0)]?.details = PhotoDetails(camera: "Nikon Z 6")
    _ = AppReducer.reduce(&state, .pressed(.open))
    for _ in 0..<2 {
      let text = Snapshots.text(frame(state))
      #expect(text.ranges(of: "A light house far out at sea").count == 1)
      #expect(text.contains("Nikon Z 6") && !text.contains("zoom in"))
      #expect(state.photoScreen.pane == nil && state.photoScreen.lowerPane == nil)
      _ = AppReducer.reduce(&state, .pressed(.details))
    }
    // Esc leaves immediately: there is no pane to close.
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.photo == nil)
  }

  @Test(arguments: [Size(40, 12), Size(80, 24)])
  func `in full screen, text that doesn't fit can be scrolled to its end`(_ size: Size) {
    var state = Sample.feed(size, edition: .extended)
    state.program.hasPictures = false
    let words = (1...200).map { "word\($0)" }.joined(separator: " ")
    state.photos[Sample.id(0)]?.description = words
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(!Snapshots.text(frame(state)).contains("word200 "))
    #expect(frame(state).placements.isEmpty)
    for key in [Key(.character("J")), Key(.down)] {
      let action = KeyMap.action(for: key, in: state)
      for _ in 0..<60 { _ = AppReducer.reduce(&state, action) }
    }
    // Applied like in the event loop.
    let over = frame(state).detailsOverscroll
    #expect(over > 0)
    _ = AppReducer.reduce(&state, .details(.scrolled(rows: -over)))
    #expect(frame(state).detailsOverscroll == 0)
    #expect(Snapshots.text(frame(state)).contains("Likes"))
    // With a picture there is nothing to scroll.
    state.program.hasPictures = true
    #expect(KeyMap.action(for: .character("J"), in: state) != .pressed(.detailsDown))
  }
}

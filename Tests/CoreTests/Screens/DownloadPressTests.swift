import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// The mouse on downloads, and the progress reported to the terminal.
@Suite struct DownloadPressTests {
  private let id = DownloadID(Sample.id(0))

  private func frame(_ change: @escaping (inout Sample) -> Void) -> Frame {
    let state = Sample.feed(Size(80, 26), edition: .extended) {
      // One photo per row: there is room for the whole reason.
      for _ in 0..<4 { $0.reduce(.pressed(.larger)) }
      change(&$0)
    }
    return Screens.render(state, Snapshots.context(.english))
  }

  @Test func `the buttons over a picture pause, cancel, resume and retry`() {
    let running = frame { $0.run(0, 3_200_000) }
    #expect(press("p Pause", in: running) == .downloads(.pausePressed(id)))
    #expect(press("x Cancel", in: running) == .downloads(.cancelPressed(id)))
    #expect(press("↓ 1", in: running) == .downloadsList(.toggled))
    // Outside the buttons a press doesn't open the photo.
    #expect(press("25%", in: running) == nil)
    let paused = frame { sample in
      sample.run(0, 3_200_000)
      sample.reduce(.pressed(.pause))
    }
    #expect(press("p Resume", in: paused) == .downloads(.resumePressed(id)))
    let failed = frame { $0.fail(0, .diskFull(path: "/g")) }
    #expect(press("R Retry", in: failed) == .downloads(.retryPressed(id)))
    #expect(press("Not enough disk space", in: failed) == nil)
  }

  @Test func `a photo that isn't selected has buttons for the mouse only`() {
    let state = Sample.feed(Size(80, 60), edition: .extended) {
      $0.reduce(.pressed(.format), .pressed(.format))
      $0.run(1, 3_200_000)
    }
    let frame = Screens.render(state, Snapshots.context(.english))
    let other = DownloadID(Sample.id(1))
    #expect(press("[ Pause ]", in: frame) == .downloads(.pausePressed(other)))
    #expect(!Snapshots.text(frame).contains("p Pause"))
    #expect(press("3.2 MB of", in: frame) == .feed(.cardPressed(Sample.id(1))))
  }

  @Test(arguments: [false, true])
  func `the highlight covers the whole entry of the list`(_ hasFailed: Bool) throws {
    let frame = frame { sample in
      sample.keep(1)
      if hasFailed { sample.fail(0, .diskFull(path: "/g")) } else { sample.run(0, 3_200_000) }
      sample.reduce(.pressed(.downloads))
    }
    let head = try #require(find("▸ Annie", in: frame))
    let button = try #require(find(hasFailed ? "[ R Retry ]" : "[ p Pause ]", in: frame))
    #expect(button.y > head.y + 1 && frame.modes.focus == head)
    let cells = (head.y...button.y).flatMap { y in
      (head.x..<60).map { frame.canvas[$0, y].style }
    }
    let isCovered = cells.allSatisfy { $0.attributes.contains(.reverse) }
    #expect(isCovered && Set(cells.map(\.foreground)) == [Theme.dark.accent])
    for y in [head.y - 1, button.y + 1] {
      #expect(!frame.canvas[head.x, y].style.attributes.contains(.reverse))
    }
  }

  @Test func `rows select, and the cross and a press outside close the list`() {
    let list = frame { sample in
      sample.run(0, 3_200_000)
      sample.keep(1)
      sample.reduce(.pressed(.downloads))
    }
    #expect(press("▸ Jeremy", in: list) == .downloadsList(.rowPressed(DownloadID(Sample.id(1)))))
    #expect(press("Annie Spratt", in: list) == .downloadsList(.rowPressed(id)))
    #expect(press("✕", in: list) == .overlayClosed(.downloads))
    #expect(list.action(at: Point(1, 3)) == .overlayClosed(.downloads))
    #expect(press("╭─ Downloads", in: list) == nil)
  }

  @Test func `the gallery's key is shown only where it works`() {
    let list = frame { $0.keep(0) }
    #expect(Snapshots.text(list).contains(/Downloaded to the gallery +\[ 4 Show \]/))
    let photo = Sample.photo(Size(80, 24), edition: .extended) { $0.keep(0) }
    let text = Snapshots.text(Screens.render(photo, Snapshots.context(.english)))
    #expect(text.contains("Downloaded to the gallery"))
    #expect(!text.contains("4 Show"))
  }

  @Test func `the progress is reported to the terminal with the frame`() {
    #expect(frame { _ in }.modes.progress == nil)
    #expect(frame { $0.run(0, 6_350_000) }.modes.progress == .percent(50))
    #expect(
      frame { $0.reduce(.downloads(.requested(DownloadID(Sample.id(0)), from: .feed))) }.modes
        .progress
        == .indeterminate
    )
    #expect(frame { $0.fail(0, .diskFull(path: "/g")) }.modes.progress == .failed)
    #expect(frame { $0.keep(0) }.modes.progress == nil)
  }

  @Test func `only a photo in the gallery has a mark, the same on every screen`() {
    let keep: @Sendable (inout Sample) -> Void = { $0.state.gallery.ids = [Sample.id(0)] }
    for size in [Size(120, 40), Size(80, 24), Size(40, 12)] {
      let feed = Sample.feed(size, edition: .extended, keep)
      var single = feed
      for _ in 0..<2 { _ = AppReducer.reduce(&single, .pressed(.format)) }
      for state in [feed, single] {
        let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
        #expect(text.count { $0 == "✓" } == 1 && text.contains("▣✓"), "\(size)")
      }
    }
    let photo = Sample.photo(Size(80, 24), edition: .extended, keep)
    let frame = Screens.render(photo, Snapshots.context(.english))
    #expect(Snapshots.text(frame).contains("▣✓ Annie Spratt"))
    let saved = Sample.feed(Size(80, 24), edition: .extended) { sample in
      let id = DownloadID(Sample.id(0), to: .pictures)
      sample.reduce(
        .downloads(.requested(id, from: .feed)),
        .downloads(.ended(id, .success(.saved(path: "/pictures/a.jpg"))))
      )
    }
    #expect(!Snapshots.text(Screens.render(saved, Snapshots.context(.english))).contains("✓"))
  }
}

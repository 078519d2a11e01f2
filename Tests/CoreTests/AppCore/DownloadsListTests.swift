import AppCore
import CustomDump
import Harness
import Model
import Testing

/// The list of all downloads, and the progress reported to the terminal.
@Suite struct DownloadsListTests {
  private func key(_ number: Int) -> DownloadID { DownloadsTests.key(number) }

  private func list(_ count: Int) -> AppState {
    var state = DownloadsTests.downloading(count)
    _ = AppReducer.reduce(&state, .pressed(.downloads))
    return state
  }

  @Test func `a key opens the list at the newest, and Escape or the key closes it`() {
    var state = DownloadsTests.downloading(3)
    expect(&state, .pressed(.downloads)) {
      $0.downloadsList = DownloadsListState(focus: key(2))
    }
    #expect(state.place == .downloads)
    expect(&state, .pressed(.back)) { $0.downloadsList = nil }
    _ = AppReducer.reduce(&state, .pressed(.downloads))
    expect(&state, .pressed(.downloads)) { $0.downloadsList = nil }
  }

  @Test func `the focus moves among the rows, and keys act on the focused row`() {
    var state = list(4)
    expect(&state, .pressed(.moveUp))
    expect(&state, .pressed(.moveDown)) { $0.downloadsList?.focus = key(2) }
    let effects = AppReducer.reduce(&state, .pressed(.pause))
    #expect(effects.first == .downloads(.save(key(2), .feed, position: 3, .paused)))
    #expect(
      AppReducer.reduce(&state, .pressed(.open))
        == [.downloads(.save(key(2), .feed, position: 3, .running))]
    )
    expect(&state, .downloadsList(.focusMoved(9))) { $0.downloadsList?.focus = key(0) }
    expect(&state, .pressed(.moveDown))
    // The row that moves to its place gets the focus.
    #expect(
      AppReducer.reduce(&state, .pressed(.cancelDownload)).first == .downloads(.discard(key(0)))
    )
    #expect(state.downloadsList?.focus == key(1))
    _ = AppReducer.reduce(&state, .pressed(.moveUp))
    _ = AppReducer.reduce(&state, .pressed(.cancelDownload))
    #expect(state.downloadsList?.focus == key(1))
    _ = AppReducer.reduce(&state, .pressed(.cancelDownload))
    #expect(state.downloadsList?.focus == key(3))
    _ = AppReducer.reduce(&state, .pressed(.cancelDownload))
    #expect(state.downloadsList == DownloadsListState() && state.downloads.items.isEmpty)
    for command in [Command.open, .pause, .cancelDownload, .refresh, .moveDown] {
      expect(&state, .pressed(command))
    }
  }

  @Test func `the mouse selects a row first`() {
    var state = list(2)
    let problem = Problem(.download, .diskFull(path: "/g"))
    _ = AppReducer.reduce(&state, .downloads(.ended(key(0), .failure(problem))))
    state.notice = nil
    expect(&state, .downloadsList(.rowPressed(key(0)))) { $0.downloadsList?.focus = key(0) }
    let run = Effect.downloads(.run(key(0), .feed, position: 1))
    expect(&state, .downloadsList(.rowPressed(key(0))), [run]) {
      $0.downloads.items[at: 0]?.phase = .running
    }
  }

  @Test func `completed downloads open in the gallery, failed ones are retried`() {
    var state = list(1)
    let problem = Problem(.download, .diskFull(path: "/g"))
    _ = AppReducer.reduce(&state, .downloads(.ended(key(0), .failure(problem))))
    #expect(
      AppReducer.reduce(&state, .pressed(.refresh))
        == [.downloads(.run(key(0), .feed, position: 1))]
    )
    let ended = DownloadsAction.ended(key(0), .success(.downloaded(DownloadsTests.entry(0))))
    _ = AppReducer.reduce(&state, .downloads(ended))
    var expected = state
    expected.downloadsList = nil
    let effects = AppReducer.reduce(&expected, .gallery(.openPressed(Given.id(0))))
    expect(&state, .pressed(.open), effects) { $0 = expected }
    // Its row is removed, but the photo stays.
    state.downloadsList = DownloadsListState(focus: key(0))
    expect(&state, .pressed(.cancelDownload)) {
      $0.downloads.items = []
      $0.downloadsList?.focus = nil
    }
    #expect(state.gallery.ids == [Given.id(0)])
  }

  @Test func `the menu of a photo being downloaded pauses it`() {
    var state = DownloadsTests.downloading(1)
    _ = AppReducer.reduce(&state, .menu(.openPressed(Given.id(0))))
    _ = AppReducer.reduce(&state, .menu(.rowPressed(.download)))
    #expect(state.menu == nil && state.downloads[key(0)]?.phase == .paused)
  }

  @Test func `the terminal receives the total progress`() {
    var state = DownloadsTests.feed()
    #expect(state.downloads.overall == nil)
    state = DownloadsTests.downloading(2)
    #expect(state.downloads.overall == .running(percent: nil))
    func progress(_ number: Int, _ received: Int64, of expected: Int64) {
      let progress = DownloadProgress(received: received, expected: expected)
      _ = AppReducer.reduce(&state, .downloads(.progressed(key(number), progress)))
    }
    progress(0, 50, of: 100)
    #expect(state.downloads.overall == .running(percent: nil))
    progress(1, 100, of: 300)
    #expect(state.downloads.overall == .running(percent: 37))
    // A server that sends more bytes than announced.
    progress(1, 400, of: 300)
    progress(0, 100, of: 100)
    #expect(state.downloads.overall == .running(percent: 100))
    let problem = Problem(.download, .diskFull(path: "/g"))
    for number in 0..<2 {
      _ = AppReducer.reduce(&state, .downloads(.ended(key(number), .failure(problem))))
    }
    #expect(state.downloads.overall == .failed)
    _ = AppReducer.reduce(&state, .downloads(.cancelPressed(key(0))))
    _ = AppReducer.reduce(&state, .downloads(.cancelPressed(key(1))))
    #expect(state.downloads.overall == nil)
  }
}

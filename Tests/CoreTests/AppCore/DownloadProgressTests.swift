import AppCore
import CustomDump
import Harness
import Model
import Testing

/// The progress of downloads, and the number that run at once.
@Suite struct DownloadProgressTests {
  private static let key = DownloadsTests.key(0)
  private static let progress = DownloadProgress(received: 5, expected: 10, speed: 3)

  @Test func `progress is shown while a download runs`() {
    var state = DownloadsTests.downloading(1)
    expect(&state, .downloads(.progressed(Self.key, Self.progress)), [stallTimer]) {
      $0.downloads.items[at: 0]?.progress = Self.progress
    }
    expect(&state, .pressed(.pause), [.downloads(.save(Self.key, .feed, position: 1, .paused))]) {
      $0.downloads.items[at: 0]?.phase = .paused
      $0.downloads.items[at: 0]?.progress = DownloadProgress(received: 5, expected: 10)
    }
    // A late event.
    expect(&state, .downloads(.progressed(Self.key, Self.progress)))
    expect(&state, .pressed(.pause), [.downloads(.run(Self.key, .feed, position: 1))]) {
      $0.downloads.items[at: 0]?.phase = .running
    }
  }

  @Test func `a download waiting for another window says so and lets the next one run`() {
    var state = DownloadsTests.downloading(4)
    #expect(state.downloads.items.map(\.phase) == [.running, .running, .running, .queued])
    expect(
      &state,
      .downloads(.waits(Self.key)),
      [.downloads(.run(DownloadsTests.key(3), .feed, position: 4))]
    ) {
      $0.downloads.items[at: 0]?.isWaiting = true
      $0.downloads.items[at: 3]?.phase = .running
    }
    #expect(state.downloads.overall == .running(percent: nil))
    // It receives bytes itself, so the other window has given up.
    expect(&state, .downloads(.progressed(Self.key, Self.progress)), [stallTimer]) {
      $0.downloads.items[at: 0]?.progress = Self.progress
      $0.downloads.items[at: 0]?.isWaiting = false
    }
    // A late event of a paused download.
    _ = AppReducer.reduce(&state, .downloads(.pausePressed(Self.key)))
    expect(&state, .downloads(.waits(Self.key)))
  }

  @Test func `without bytes for a while no speed is shown`() {
    var state = DownloadsTests.downloading(1)
    expect(&state, .downloads(.stalled(Self.key))) { $0.downloads.items[at: 0]?.progress.speed = 0 }
    expect(&state, .downloads(.progressed(Self.key, Self.progress)), [stallTimer]) {
      $0.downloads.items[at: 0]?.progress = Self.progress
    }
    // A late event of a paused download.
    _ = AppReducer.reduce(&state, .downloads(.pausePressed(Self.key)))
    expect(&state, .downloads(.stalled(Self.key)))
  }

  private var stallTimer: Effect {
    .after(
      Effect.ID(.app, "stalled gallery test p0"),
      .seconds(3),
      .downloads(.stalled(Self.key))
    )
  }

  @Test func `as many downloads run as configured`() {
    var state = DownloadsTests.feed()
    state.launch.preferences.downloadsAtOnce = 1
    for number in 0..<2 {
      _ = AppReducer.reduce(
        &state,
        .downloads(.requested(DownloadID(Given.id(number)), from: .feed))
      )
    }
    #expect(state.downloads.items.map(\.phase) == [.running, .queued])
  }

  @Test func `successive downloads are counted in one notice`() {
    var state = DownloadsTests.downloading(3)
    for number in 0..<2 {
      let ended = DownloadsAction.ended(
        DownloadsTests.key(number),
        .success(.downloaded(DownloadsTests.entry(number)))
      )
      _ = AppReducer.reduce(&state, .downloads(ended))
    }
    #expect(state.notice?.text == .downloaded(Given.id(1), count: 2))
    state.notice = nil
    let last = DownloadsAction.ended(
      DownloadsTests.key(2),
      .success(.downloaded(DownloadsTests.entry(2)))
    )
    _ = AppReducer.reduce(&state, .downloads(last))
    #expect(state.notice?.text == .downloaded(Given.id(2)))
  }

  @Test func `successive saved files are counted in one notice`() {
    var state = DownloadsTests.feed(2)
    for number in 0..<2 {
      let save = DownloadID(Given.id(number), to: .pictures)
      _ = AppReducer.reduce(&state, .downloads(.requested(save, from: .feed)))
      let ended = DownloadsAction.ended(save, .success(.saved(path: "/p/\(number).jpg")))
      _ = AppReducer.reduce(&state, .downloads(ended))
    }
    #expect(state.notice?.text == .saved(path: "/p/1.jpg", count: 2))
  }
}

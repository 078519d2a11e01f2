@testable import AppCore
import CustomDump
import Harness
import Model
import Testing

/// Downloads that failed because of the network.
@Suite struct DownloadsNetworkTests {
  private let full = Problem(.download, .diskFull(path: "/g/x.jpg"))
  private let offline = Problem(.download, .timedOut(host: "images.test"))
  private let tryLater = Effect.after(
    Effect.ID(.app, "downloads"),
    .seconds(30),
    .downloads(.networkAwaited)
  )

  private func run(_ number: Int) -> Effect {
    .downloads(.run(DownloadsTests.key(number), .feed, position: number + 1))
  }

  private func told(_ number: Int) -> Effect {
    .after(Effect.ID(.app, "notice"), .seconds(8), .noticeExpired(number))
  }

  private func phases(_ state: AppState) -> [DownloadItem.Phase] {
    state.downloads.items.map(\.phase)
  }

  private func failed(_ number: Int = 0, _ problem: Problem? = nil) -> AppAction {
    .downloads(.ended(DownloadsTests.key(number), .failure(problem ?? offline)))
  }

  @Test func `downloads that a network outage failed are all retried by key or when it returns`() {
    var state = DownloadsTests.downloading(5)
    for number in 0..<4 {
      let problem = number == 3 ? full : offline
      _ = AppReducer.reduce(
        &state,
        .downloads(.ended(DownloadsTests.key(number), .failure(problem)))
      )
    }
    #expect(
      phases(state)
        == [.failed(offline), .failed(offline), .failed(offline), .failed(full), .running]
    )
    let refused = Problem(.details, .forbidden(message: nil))
    let answer = AppAction.details(.loaded(Given.id(1), .failure(refused)))
    for (action, isOffline) in [
      (.downloads(.retryPressed(DownloadsTests.key(1))), false), (answer, true),
    ] {
      var other = state
      other.isOffline = isOffline
      let effects = AppReducer.reduce(&other, action).filter { $0 != Given.isBack }
      #expect(
        effects == [
          run(0), run(1), .downloads(.save(DownloadsTests.key(2), .feed, position: 3, .running)),
        ]
      )
      #expect(phases(other) == [.running, .running, .queued, .failed(full), .running])
    }
  }

  @Test func `a failed download is retried automatically and reported once`() {
    var state = DownloadsTests.downloading(1)
    expect(&state, failed(), [told(1), tryLater]) { [offline] in
      $0.downloads.items[at: 0]?.phase = .failed(offline)
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .downloadFailed(DownloadsTests.key(0), offline))
    }
    let retry = AppAction.downloads(.networkAwaited)
    expect(&state, retry, [run(0)]) {
      $0.downloads.items[at: 0]?.phase = .running
      $0.downloads.items[at: 0]?.isTriedAgain = true
      $0.notice = nil
    }
    expect(&state, failed(), [tryLater]) { [offline] in
      $0.downloads.items[at: 0]?.phase = .failed(offline)
    }
    // A different failure is reported, and isn't retried automatically.
    var other = state
    _ = AppReducer.reduce(&other, retry)
    #expect(AppReducer.reduce(&other, failed(0, full)) == [told(2)])
    #expect(AppReducer.reduce(&other, retry) == [])
    // A failure after some bytes, or after a key, is reported too.
    let some = DownloadProgress(received: 5, expected: 10)
    for action in [.progressed(DownloadsTests.key(0), some), .retryPressed(DownloadsTests.key(0))]
      as [DownloadsAction]
    {
      var other = state
      if case .progressed = action { _ = AppReducer.reduce(&other, retry) }
      _ = AppReducer.reduce(&other, .downloads(action))
      let effects = AppReducer.reduce(&other, failed())
      #expect(effects == [told(2), tryLater])
    }
  }
}

@testable import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// Retry's key, which is shown only where it acts.
@Suite struct RetryTests {
  private let problem = Problem(.feed, .connectionRefused(host: "api.unsplash.com"))

  private func text(_ state: AppState) -> String {
    Snapshots.text(Screens.render(state, Snapshots.context(.english)))
  }

  private func keys(_ state: AppState) -> Int { text(state).matches(of: /R Retry/).count }
  private func buttons(_ state: AppState) -> Int { text(state).matches(of: /Retry/).count }

  /// Returns the end of a feed whose next page and last picture failed.
  private func failed() -> AppState {
    Sample.feed(Size(120, 40), edition: .extended) { sample in
      let failed = PictureStatus.failed(problem)
      sample.reduce(
        .feed(.pageLoaded(2, .failure(problem))),
        .pictureChanged(PictureKey(.photo(Sample.id(11)), .thumbnail), failed),
        .pressed(.last)
      )
    }
  }

  @Test func `if a page and a picture failed, the page has the key`() {
    var state = failed()
    state.feed.load = .failed(problem)
    #expect(state.retryTarget == .page)
    #expect(buttons(state) == 2 && keys(state) == 1)
    #expect(text(state).contains("[ R Retry ]"))
    state.feed.load = .idle
    #expect(state.retryTarget == .picture && keys(state) == 1)
    let effects = AppReducer.reduce(&state, .pressed(.refresh))
    #expect(effects.contains(.pictures(.retry(PictureKey(.photo(Sample.id(11)), .thumbnail)))))
  }

  @Test func `a notice with Retry comes first`() throws {
    var state = failed()
    state.feed.load = .failed(problem)
    let refused = RefusedLikes(likes: [Sample.id(11): true], problem: Problem(.like, .notFound))
    state.notice = Notice(number: 1, text: .likesRefused(refused))
    #expect(state.retryTarget == .notice)
    #expect(buttons(state) == 3 && keys(state) == 1)
    let effects = AppReducer.reduce(&state, .pressed(.refresh))
    let liked = try #require(state.photos[Sample.id(11)])
    #expect(liked.isLiked && effects.contains(.cache(.writeLike(liked, true))))
  }

  @Test func `in full screen the picture has the key, and each button retries its own part`() {
    var state = Sample.photo(Size(120, 40), edition: .extended) { sample in
      sample.reduce(.pressed(.details))
      sample.state.details.loading = nil
      sample.state.details.failed[Sample.id(0)] = problem
    }
    #expect(state.retryTarget == .details && keys(state) == 1)
    #expect(
      AppReducer.reduce(&state, .details(.retryPressed(Sample.id(0))))
        == [.details(.load(Sample.id(0)))]
    )
    #expect(AppReducer.reduce(&state, .details(.retryPressed(Sample.id(1)))).isEmpty)
    state.details.loading = nil
    state.details.failed[Sample.id(0)] = problem
    state.pictures[PictureKey(.photo(Sample.id(0)), .full)] = .failed(problem)
    #expect(state.retryTarget == .picture && buttons(state) == 2 && keys(state) == 1)
  }

  @Test func `a download of the current photo has the key before its details`() {
    let id = Sample.id(0)
    var state = Sample.photo(Size(120, 40), edition: .extended) { sample in
      sample.reduce(.pressed(.details))
      sample.state.details.loading = nil
      sample.state.details.failed[id] = problem
      sample.reduce(.pressed(.download))
      sample.reduce(.downloads(.ended(DownloadID(id), .failure(problem))))
      sample.state.notice = nil
    }
    #expect(state.retryTarget == .download && buttons(state) == 2 && keys(state) == 1)
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    #expect(state.currentDownload?.problem == nil && state.details.failed[id] == problem)
    #expect(state.retryTarget == .details && keys(state) == 1)
  }

  @Test func `cancelling a failed download removes its notice`() {
    let id = DownloadID(Sample.id(0))
    var state = Sample.photo(Size(120, 40), edition: .extended) { sample in
      sample.reduce(.pressed(.download), .downloads(.ended(id, .failure(problem))))
    }
    #expect(state.notice?.text == .downloadFailed(id, problem))
    _ = AppReducer.reduce(&state, .pressed(.cancelDownload))
    #expect(state.downloads[id] == nil && state.notice == nil)
  }

  @Test func `in full screen a photo shown only as a blur says what failed`() {
    var state = Sample.photo(Size(120, 40), edition: .extended)
    let key = PictureKey(.photo(Sample.id(0)), .full)
    let problem = Problem(.picture, .server(status: 500))
    state.pictures[PictureKey(.photo(Sample.id(0)), .thumbnail)] = .failed(problem)
    state.pictures[key] = .failed(problem)
    let frame = Screens.render(state, Snapshots.context(.english))
    #expect(frame.placements.map(\.use) == [.full])
    #expect(keys(state) == 1 && text(state).contains("500"))
    // Opening it again retries.
    _ = AppReducer.reduce(&state, .pressed(.back))
    let effects = AppReducer.reduce(&state, .pressed(.open))
    #expect(effects.contains(.pictures(.retry(key))) && state.pictures[key] == nil)
  }

  @Test func `a refused like names the photo only while it is shown`() {
    var state = failed()
    let problem = Problem(.like, .server(status: 500))
    let refused = RefusedLikes(likes: [Sample.id(11): true], problem: problem)
    state.notice = Notice(number: 1, text: .likesRefused(refused))
    #expect(text(state).contains("Couldn't like the photo."))
    _ = AppReducer.reduce(&state, .pressed(.moveLeft))
    #expect(state.notice != nil && !text(state).contains("like the photo"))
    #expect(text(state).contains("Couldn't update 1 like."))
  }
}

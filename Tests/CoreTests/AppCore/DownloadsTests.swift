@testable import AppCore
import Canvas
import CustomDump
import Harness
import Model
import Testing

@Suite struct DownloadsTests {
  private static let id = Given.id(0)
  private static let key = DownloadID(id)
  private static let progress = DownloadProgress(received: 5, expected: 10, speed: 3)
  private let full = Problem(.download, .diskFull(path: "/g/x.jpg"))

  static func feed(_ count: Int = 30) -> AppState {
    var state = Given.feed(count)
    state.launch = Given.extendedLaunch
    return state
  }

  /// Returns a feed with this many downloads from its top, as many of them running as permitted.
  static func downloading(_ count: Int) -> AppState {
    var state = feed()
    for number in 0..<count {
      let id = DownloadID(Given.id(number))
      _ = AppReducer.reduce(&state, .downloads(.requested(id, from: .feed)))
    }
    return state
  }

  static func key(_ number: Int, _ destination: Download.Destination = .gallery) -> DownloadID {
    DownloadID(Given.id(number), to: destination)
  }

  static func entry(_ number: Int) -> GalleryEntry {
    GalleryEntry(
      photo: Given.photo(number),
      origin: .feed,
      fileName: "p\(number).jpg",
      size: 10,
      hash: "00",
      time: 0
    )
  }

  /// Returns the effect that runs a download.
  ///
  /// - Parameter position: its position in the queue, if it isn't its number.
  private func run(_ number: Int, _ origin: ListID = .feed, position: Int? = nil) -> Effect {
    .downloads(.run(Self.key(number), origin, position: position ?? number + 1))
  }

  private func save(_ number: Int, position: Int? = nil, _ intent: Download.Intent) -> Effect {
    .downloads(.save(Self.key(number), .feed, position: position ?? number + 1, intent))
  }

  private func phases(_ state: AppState) -> [DownloadItem.Phase] {
    state.downloads.items.map(\.phase)
  }

  private func offerTimer(_ number: Int) -> Effect {
    .after(Effect.ID(.app, "notice"), .seconds(8), .noticeExpired(number))
  }

  // MARK: Queue

  @Test func `the key downloads the current photo`() {
    var state = Self.feed()
    expect(&state, .pressed(.download), [run(0)]) {
      $0.downloads.items = [DownloadItem(Self.key, origin: .feed, phase: .running)]
    }
    // Pressing it again only shows a notice: the tile has the progress.
    expect(&state, .pressed(.download), [noticeTimer(1)]) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .unavailable(.download, .alreadyDownloading))
    }
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    _ = AppReducer.reduce(&state, .pressed(.open))
    expect(&state, .pressed(.download), [run(1)]) {
      $0.downloads.items.append(
        DownloadItem(Self.key(1), origin: .feed, position: 2, phase: .running)
      )
    }
  }

  @Test func `the basic edition downloads nothing`() {
    var state = Given.feed(30)
    expect(&state, .pressed(.download))
    expect(&state, .downloads(.requested(DownloadID(Self.id), from: .feed)))
    expect(&state, .downloadsList(.toggled))
    var splash = Given.splash()
    let effects = AppReducer.reduce(&splash, .sessionRead(.success(Account())))
    #expect(!effects.contains(.downloads(.restore)))
  }

  @Test func `the list that a photo was found in is stored`() throws {
    var search = try #require(Every.place[.search])
    _ = AppReducer.reduce(&search, .pressed(.first))
    expect(&search, .pressed(.download), [run(0, .search(SearchQuery("cat")))]) {
      $0.downloads.items = [
        DownloadItem(Self.key, origin: .search(SearchQuery("cat")), phase: .running)
      ]
    }
    var favourites = try #require(Every.place[.favourites])
    // The photos in the favourites are liked.
    let liked = DownloadsEffect.run(
      Given.photo(0, liked: true),
      to: .gallery,
      from: .favourites,
      position: 1
    )
    expect(&favourites, .pressed(.download), [.downloads(liked)]) {
      $0.downloads.items = [DownloadItem(Self.key, origin: .favourites, phase: .running)]
    }
  }

  @Test func `three downloads run, and the others are stored and wait for their turn`() {
    var state = Self.downloading(3)
    #expect(phases(state) == [.running, .running, .running])
    let id = DownloadID(Given.id(3))
    expect(&state, .downloads(.requested(id, from: .feed)), [save(3, .running)]) {
      $0.downloads.items.append(
        DownloadItem(Self.key(3), origin: .feed, position: 4, phase: .queued)
      )
    }
    _ = AppReducer.reduce(&state, .downloads(.requested(DownloadID(Given.id(4)), from: .feed)))
    #expect(state.downloads.countUnderWay == 5)
    // When any of them ends, the one that has waited longest is next.
    let effects = AppReducer.reduce(&state, .downloads(.ended(Self.key(1), .failure(full))))
    #expect(effects == [offerTimer(1), run(3)])
    #expect(phases(state) == [.running, .failed(full), .running, .running, .queued])
  }

  @Test func `a photo that isn't loaded isn't downloaded`() {
    var state = Self.feed()
    expect(&state, .downloads(.requested(DownloadID(Given.id(99)), from: .feed)))
    for action in [
      DownloadsAction.pausePressed(Self.key), .resumePressed(Self.key), .cancelPressed(Self.key),
      .retryPressed(Self.key), .progressed(Self.key, Self.progress),
      .ended(Self.key, .failure(full)),
    ] {
      expect(&state, .downloads(action))
    }
    expect(&state, .downloadsList(.rowPressed(Self.key)))
  }

  // MARK: Pause, cancel, retry

  @Test func `pausing makes room for the next download, and resuming waits its turn`() {
    var state = Self.downloading(4)
    let effects = AppReducer.reduce(&state, .downloads(.pausePressed(Self.key(0))))
    #expect(effects == [save(0, .paused), run(3)])
    expect(&state, .downloads(.resumePressed(Self.key(0))), [save(0, .running)]) {
      $0.downloads.items[at: 0]?.phase = .queued
    }
    expect(&state, .downloads(.resumePressed(Self.key(0))))
    expect(&state, .downloads(.pausePressed(Self.key(0))), [save(0, .paused)]) {
      $0.downloads.items[at: 0]?.phase = .paused
    }
  }

  @Test func `a cancelled download disappears`() {
    var state = Self.downloading(4)
    expect(
      &state,
      .downloads(.cancelPressed(Self.key(2))),
      [.downloads(.discard(Self.key(2))), run(3)]
    ) {
      $0.downloads.items.remove(at: 2)
      $0.downloads.items[at: 2]?.phase = .running
    }
    expect(&state, .pressed(.cancelDownload), [.downloads(.discard(Self.key(0)))]) {
      $0.downloads.items.remove(at: 0)
    }
    // It was completed at that very moment, so the file stays.
    let ended = AppAction.downloads(.ended(Self.key(0), .success(.downloaded(Self.entry(0)))))
    _ = AppReducer.reduce(&state, ended)
    #expect(state.gallery.ids == [Self.id])
    #expect(state.downloads[Self.key] == nil)
  }

  @Test func `a failed download says so, and is retried by key or from the notice`() {
    var state = Self.downloading(1)
    expect(&state, .downloads(.ended(Self.key, .failure(full))), [offerTimer(1)]) {
      $0.downloads.items[at: 0]?.phase = .failed(full)
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .downloadFailed(Self.key, full))
    }
    var noticed = state
    expect(&noticed, .pressed(.refresh), [run(0)]) {
      $0.downloads.items[at: 0]?.phase = .running
      $0.notice = nil
    }
    state.notice = nil
    expect(&state, .pressed(.refresh), [run(0)]) { $0.downloads.items[at: 0]?.phase = .running }
    // The key refreshes again.
    #expect(AppReducer.reduce(&state, .pressed(.refresh)).contains(.feed(.loadPage(1))))
  }

  @Test func `a download that another window runs isn't a failure`() {
    var state = Self.downloading(1)
    let busy = Problem(.download, .inUse(path: "/g/x.jpg"))
    expect(&state, .downloads(.ended(Self.key, .failure(busy)))) {
      $0.downloads.items[at: 0]?.phase = .failed(busy)
    }
    #expect(state.downloads.overall == nil)
    expect(&state, .downloads(.retryPressed(Self.key)), [run(0)]) {
      $0.downloads.items[at: 0]?.phase = .running
    }
  }

  @Test func `a download that can't be stored is reported`() {
    var state = Self.downloading(1)
    let problem = Problem(.storage, .diskFull(path: "/d"))
    expect(&state, .downloads(.noteFailed(Self.key, problem)), [noticeTimer(1, seconds: 8)]) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .failed(problem, retry: nil))
    }
  }

  // MARK: Completion

  @Test func `a completed download is stored, announced and reported to the service`() {
    var state = Self.downloading(4)
    let effects: [Effect] = [noticeTimer(1), run(3), .downloads(.track)]
    let ended = AppAction.downloads(.ended(Self.key, .success(.downloaded(Self.entry(0)))))
    var expected = state
    let gallery = AppReducer.reduce(&expected, .gallery(.added(Self.entry(0))))
    expect(&state, ended, gallery + effects) {
      $0 = expected
      $0.downloads.items[at: 0]?.phase = .finished
      $0.downloads.items[at: 0]?.progress = DownloadProgress(received: 10, expected: 10)
      $0.downloads.items[at: 3]?.phase = .running
      $0.downloads.isTracking = true
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .downloaded(Self.id))
    }
    #expect(state.gallery.ids == [Self.id])
    // The key now says where the file is.
    var pressed = state
    expect(&pressed, .pressed(.download), [noticeTimer(2)]) {
      $0.program.nextNumber = 2
      $0.notice = Notice(number: 2, text: .inGallery(Self.id))
    }
    // A missing file is downloaded again, although it is in the gallery.
    expect(
      &state,
      .downloads(.requested(DownloadID(Self.id), from: .feed)),
      [save(0, position: 5, .running)]
    ) {
      $0.downloads.items.removeFirst()
      $0.downloads.items.append(
        DownloadItem(Self.key, origin: .feed, position: 5, phase: .queued)
      )
    }
  }

  @Test func `the service receives reports from one effect at a time`() {
    var state = Self.downloading(3)
    for number in 0..<2 {
      let ended = DownloadsAction.ended(Self.key(number), .success(.downloaded(Self.entry(number))))
      let effects = AppReducer.reduce(&state, .downloads(ended))
      #expect(effects.contains(.downloads(.track)) == (number == 0))
    }
    expect(&state, .downloads(.tracked), [.downloads(.track)]) { $0.downloads.tracksAgain = false }
    expect(&state, .downloads(.tracked)) { $0.downloads.isTracking = false }
  }

  // MARK: Earlier runs

  @Test func `downloads of an earlier run continue, and paused ones stay paused`() {
    var state = Self.feed(1)
    let cats = ListID.search(SearchQuery("cat"))
    let downloads = (0..<6).map { number in
      Download(
        photo: Given.photo(number),
        origin: cats,
        destination: number == 5 ? .pictures : .gallery,
        intent: number == 1 ? .paused : .running,
        position: number * 10,
        tag: "t",
        expected: 10
      )
    }
    let restored = RestoredDownloads(
      entries: downloads.map { .init(download: $0, received: 4) },
      inGallery: [Given.id(20)]
    )
    var known = state.photos
    for number in 1..<6 { known[Given.id(number)] = Given.photo(number) }
    let photos = known
    let runs = [0, 2, 3].map { run($0, cats, position: $0 * 10) }
    expect(&state, .downloads(.restored(.success(restored))), runs + [.downloads(.track)]) {
      $0.photos = photos
      $0.gallery.ids = [Given.id(20)]
      $0.downloads.isTracking = true
      $0.downloads.items = (0..<6).map { number in
        DownloadItem(
          Self.key(number, number == 5 ? .pictures : .gallery),
          origin: cats,
          position: number * 10,
          phase: number == 1 ? .paused : number < 4 ? .running : .queued,
          progress: DownloadProgress(received: 4, expected: 10)
        )
      }
    }
    // Signing in again reads them again.
    expect(&state, .downloads(.restored(.success(restored)))) { $0.downloads.tracksAgain = true }
    // New downloads are queued after all of them, in later runs too.
    #expect(state.downloads.nextPosition == 51)
  }

  @Test func `stored downloads are read after sign-in, and a failure is reported`() {
    var state = Given.splash(Given.extendedLaunch)
    let effects = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    #expect(effects.contains(.downloads(.restore)))
    let problem = Problem(.storage, .notPermitted(path: "/d"))
    expect(&state, .downloads(.restored(.failure(problem))), [noticeTimer(1, seconds: 8)]) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .failed(problem, retry: nil))
    }
  }

  @Test func `downloads continue without the account`() {
    var state = Self.downloading(4)
    state.gallery.ids = [Given.id(9)]
    _ = AppReducer.reduce(&state, .downloadsList(.toggled))
    let before = state.downloads
    let effects = AppReducer.reduce(&state, .profile(.signedOut(.success(nil))))
    #expect(
      !effects.contains { if case .cancel(let id) = $0 { id.scope == .downloads } else { false } }
    )
    #expect(!effects.contains(.cancelReads(.downloads)))
    #expect(state.stage == .signIn)
    #expect(state.downloads.items == before.items && state.downloadsList == nil)
    #expect(Set(state.photos.keys) == Set([0, 1, 2, 3, 9].map(Given.id)))
    let ended = AppAction.downloads(.ended(Self.key, .success(.downloaded(Self.entry(0)))))
    #expect(AppReducer.reduce(&state, ended).contains(run(3)))
    #expect(state.gallery.ids == [Self.id, Given.id(9)])
    expect(&state, .downloadsList(.toggled))
  }

  @Test func `leaving the tab doesn't affect downloads`() {
    var state = Self.downloading(2)
    let items = state.downloads.items
    let effects = AppReducer.reduce(&state, .tabPressed(.profile))
    #expect(effects.allSatisfy { $0.id?.scope != .downloads })
    #expect(state.downloads.items == items)
    #expect(!Effect.downloads(.run(Self.key, .feed, position: 1)).traits.isRead)
    #expect(!Effect.downloads(.track).traits.isRead)
  }

  // MARK: Share sheet

  @Test func `the share sheet saves through the same queue`() {
    var state = Self.downloading(1)
    _ = AppReducer.reduce(&state, .pressed(.share))
    let save = DownloadID(Self.id, to: .pictures)
    let run = Effect.downloads(.run(save, .feed, position: 2))
    expect(&state, .share(.rowPressed(.save)), [run]) {
      $0.share?.focus = .save
      $0.downloads.items.append(DownloadItem(save, origin: .feed, position: 2, phase: .running))
    }
    #expect(ShareReducer.reason(state, .save) == .alreadySaving)
    #expect(state.progress(of: .save) == DownloadProgress())
    let ended = AppAction.downloads(.ended(save, .success(.saved(path: "/p/a.jpg"))))
    expect(&state, ended, [noticeTimer(1, seconds: 5), .downloads(.track)]) {
      $0.downloads.items[at: 1]?.phase = .finished
      $0.downloads.isTracking = true
      $0.share = nil
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .saved(path: "/p/a.jpg"))
    }
  }

  @Test func `a tile names the gallery first, then the pictures folder`() {
    var state = Self.downloading(1)
    _ = AppReducer.reduce(&state, .pressed(.share))
    _ = AppReducer.reduce(&state, .share(.rowPressed(.save)))
    #expect(state.downloads.shown(for: Self.id)?.id == Self.key)
    _ = AppReducer.reduce(&state, .downloads(.cancelPressed(Self.key)))
    #expect(state.downloads.shown(for: Self.id)?.id.destination == .pictures)
  }

  // MARK: Keys without effect

  @Test func `without a download there is nothing to pause or cancel`() {
    var state = Self.feed()
    for key in ["p", "x"] as [Character] {
      let command: Command = key == "p" ? .pause : .cancelDownload
      #expect(KeyMap.action(for: .character(key), in: state) == .unavailable(command, .noDownload))
      expect(&state, .pressed(command))
    }
    state = Self.downloading(1)
    #expect(KeyMap.action(for: .character("p"), in: state) == .pressed(.pause))
    #expect(KeyMap.action(for: .character("x"), in: state) == .pressed(.cancelDownload))
  }
}

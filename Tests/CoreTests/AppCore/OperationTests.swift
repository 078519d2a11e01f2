import AppCore
import Canvas
import Harness
import Model
import Testing

@testable import AppCore

/// The operations that features share, called without a feature's reducer.
@Suite struct OperationTests {
  private let id = Given.id(0)

  private func check(
    in state: AppState = Given.feed(3).extended,
    _ operation: (inout AppState) -> [Effect],
    _ effects: [Effect],
    _ change: (inout AppState) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var (actual, expected) = (state, state)
    expectNoDifference(operation(&actual), effects, sourceLocation: sourceLocation)
    change(&expected)
    expectNoDifference(actual, expected, sourceLocation: sourceLocation)
  }

  @Test func `like changes the heart and sends the like, once for several photos`() {
    check(
      in: Given.feed(3),
      { $0.like(Given.id(0)) },
      [.likes(.set(id, liked: true))]
    ) {
      $0.likes.pending = [Given.id(0): true]
      $0.likes.changes = [Given.id(0): Given.change(liked: true)]
    }
    var state = Given.feed(3).extended
    let effects = state.like([Given.id(0), Given.id(1)])
    #expect(effects.last == noticeTimer(1, seconds: 3))
    #expect(state.notice?.text == .likedPhotos(2, true))
    #expect([0, 1].allSatisfy { state.photos[Given.id($0)]?.isLiked == true })
  }

  @Test func `share copies the link and shows it`() {
    let link: WebPage = "https://test/photos/0?utm_source=imagefeed&utm_medium=referral"
    let text = ClipboardText(link.text)
    check(
      { $0.share(Given.id(0), by: .copyLink) },
      [.terminal(.copy(text)), noticeTimer(1, seconds: 3)]
    ) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .copied)
    }
  }

  @Test func `download and save differ in the folder`() {
    var state = Given.feed(3).extended
    _ = state.download(id)
    _ = state.save(Given.id(1))
    #expect(
      state.downloads.items.map(\.id)
        == [DownloadID(id), DownloadID(Given.id(1), to: .pictures)]
    )
  }

  @Test func `a photo in the gallery isn't downloaded again, unless it is fetched`() {
    var state = Given.feed(3).extended
    state.gallery.ids.insert(id)
    check(in: state, { $0.download(Given.id(0)) }, [noticeTimer(1, seconds: 3)]) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .inGallery(Given.id(0)))
    }
    _ = state.fetch(id)
    #expect(state.downloads.items.map(\.id) == [DownloadID(id)])
  }

  @Test func `a photo, its menu and photographer open`() {
    var state = Given.feed(3).extended
    state.openMenu(of: id)
    #expect(state.menu == MenuState(photo: id))
    state.menu = nil
    _ = state.openFullScreen(Given.id(1), from: .feed)
    #expect(state.photo?.id == Given.id(1))
    state = Given.feed(3).extended
    #expect(
      state.openAuthor(of: id) == [.event(.destinationChosen(.list(.photographer("ann"))))]
    )
  }

  @Test func `choose opens the chooser and loads what it offers`() {
    var state = Given.feed(3).extended
    let effects = state.choose(from: .topics)
    #expect(state.chooser == ChooserState(.topics))
    #expect(!effects.isEmpty)
    state.chooser = nil
    #expect(state.chooseCollection(for: [id]) == [noticeTimer(1, seconds: 3)])
    #expect(state.notice?.text == .unavailable(.collect, .collectionEditIsOff))
    state.launch.service.capabilities.insert(.collectionEdit)
    state.account = Account(username: "ann")
    _ = state.chooseCollection(for: [id])
    #expect(state.chooser?.photos == [id])
  }

  @Test func `a collection can't be chosen before the user's name is known`() {
    var state = Given.feed(3).extended
    state.launch.service.capabilities.insert(.collectionEdit)
    state.account = Account(username: nil)
    let effects = state.chooseCollection(for: [id])
    #expect(state.chooser == nil)
    #expect(state.notice?.text == .unavailable(.collect, .unknownCollector))
    #expect(effects.first == noticeTimer(1, seconds: 3))
    #expect(effects.contains(.profile(.load)))
  }

  @Test func `the chooser's rows are loaded page by page`() {
    check({ $0.loadOffers(.topics, page: 2) }, [.chooser(.load(.topics, page: 2))]) {
      $0.directory.offers[.topics, default: .init()].load = .loading
    }
  }

  @Test func `collect adds photos to a collection, and a new one is created with its photos`() {
    var state = Given.feed(3).extended
    state.launch.service.capabilities.insert(.collectionEdit)
    let change = CollectionChange(id, in: "9", true)
    #expect(state.collect([id], in: "9") == [.collectionEdit(.set(change))])
    #expect(state.collectionEdit.queue == [change])
    let new = NewCollection(title: "Sea", isPrivate: true)
    #expect(state.makeCollection(new, with: [id]) == [.collectionEdit(.make(new))])
    #expect(state.collectionEdit.pending?.photos == [id])
  }

  @Test func `the details open, load and close`() {
    var state = Given.feed(3).extended
    _ = state.toggleDetails()
    #expect(state.showsDetails)
    _ = state.toggleDetails()
    #expect(!state.showsDetails)
    #expect(state.loadDetails(of: id) == [.details(.load(id))])
    #expect(state.loadDetails(of: id).isEmpty, "They are loading already.")
  }

  @Test func `several photos are downloaded, and a download pauses, resumes and is cancelled`()
    throws
  {
    var state = Given.feed(3).extended
    let downloads = [0, 1].map { DownloadID(Given.id($0)) }
    _ = state.download(downloads.map(\.photo))
    #expect(Set(state.downloads.items.map(\.id)) == Set(downloads))
    _ = try state.downloads[downloads.at(0)].map { state.togglePause($0) }
    #expect(try state.downloads[downloads.at(0)]?.phase == .paused)
    _ = try state.resumeDownload(downloads.at(0))
    #expect(try state.downloads[downloads.at(0)]?.isUnderWay == true)
    _ = try state.cancelDownload(downloads.at(0))
    #expect(try state.downloads.items.map(\.id) == [downloads.at(1)])
  }

  @Test func `a failed download is queued again`() {
    var state = Given.feed(3).extended
    let download = DownloadID(id)
    _ = state.download(id)
    let problem = Problem(.download, .diskFull(path: "/"))
    _ = AppReducer.reduce(&state, .downloads(.ended(download, .failure(problem))))
    #expect(state.downloads[download]?.problem == problem)
    _ = state.retryDownload(download)
    #expect(state.downloads[download]?.isUnderWay == true)
  }

  @Test func `the next page of a list is requested once`() {
    var state = Given.feed(3).extended
    state[.feed].nextPage = 2
    state[.feed].load = .idle
    let effects = state.loadMore(in: .feed)
    #expect(effects == [.feed(.loadPage(2, of: .feed))])
    #expect(state.loadMore(in: .feed).isEmpty)
  }

  @Test func `a list that has become shorter requests the next page`() {
    var state = Given.feed(3).extended
    state[.feed].nextPage = 2
    state[.feed].load = .idle
    let effects = state.followChange(of: .feed)
    #expect(effects == [.feed(.loadPage(2, of: .feed)), .event(.currentPhotoChanged)])
  }
}

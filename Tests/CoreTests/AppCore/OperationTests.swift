import Canvas
import Harness
import Library
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
      [.event(.library(.likeRequested(id))), .likes(.set(id, liked: true))]
    ) {
      $0.likes.pending = [Given.id(0): true]
      $0.likes.changes = [Given.id(0): Given.change(liked: true)]
    }
    var state = Given.feed(3).extended
    let effects = state.like([Given.id(0), Given.id(1)])
    #expect(effects.last == .event(.library(.likesRequested(2, liked: true))))
    #expect([0, 1].allSatisfy { state.photos[Given.id($0)]?.isLiked == true })
  }

  @Test func `share copies the link and shows it`() {
    let link: WebPage = "https://test/photos/0?utm_source=imagefeed&utm_medium=referral"
    let text = ClipboardText(link.text)
    check(
      { $0.share(Given.id(0), by: .copyLink) },
      [.terminal(.copy(text)), noticeTimer(1, seconds: 5)]
    ) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .copied(text))
    }
  }

  @Test func `export opens the menu for the photos`() {
    check({ $0.openExport(of: [Given.id(0), Given.id(1)]) }, []) {
      $0.export = ExportState(photos: [Given.id(0), Given.id(1)], focus: .download)
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

  @Test func `a photo, its menu, preview and photographer open`() {
    check({ $0.openMenu(of: Given.id(0)) }, []) { $0.menu = MenuState(photo: Given.id(0)) }
    check({ $0.openPreview(of: Given.id(0)) }, []) { $0.preview = PreviewState(photo: Given.id(0)) }
    var state = Given.feed(3).extended
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
    #expect(state.notice?.text == .unavailable(.collect, .collectingIsOff))
    state.launch.service.capabilities.insert(.collecting)
    state.account = Account(username: "ann")
    _ = state.chooseCollection(for: [id])
    #expect(state.chooser?.photos == [id])
  }
}

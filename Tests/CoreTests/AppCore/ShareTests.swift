@testable import AppCore
import Canvas
import CustomDump
import Harness
import Model
import Testing

@Suite struct ShareTests {
  private let id = Given.id(0)
  private let link: WebPage =
    "https://test/photos/0?utm_source=imagefeed&utm_medium=referral"

  /// The ID of the download that saves the photo.
  private var save: DownloadID { DownloadID(id, to: .pictures) }
  private var run: Effect { .downloads(.run(save, .feed, position: 1)) }
  private var saved: AppAction { .downloads(.ended(save, .success(.saved(path: "/p/a.jpg")))) }

  private func sheet() -> AppState {
    var state = Given.feed(30)
    expect(&state, .pressed(.share)) { $0.share = ShareState(photo: Given.id(0)) }
    return state
  }

  @Test func `copying the link shows it and closes the sheet`() {
    var state = sheet()
    expect(
      &state,
      .pressed(.open),
      [.terminal(.copy(ClipboardText(link.text))), noticeTimer(1, seconds: 3)]
    ) {
      $0.share = nil
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .copied)
    }
  }

  @Test func `the basic edition copies the link and saves, nothing else`() {
    var state = sheet()
    #expect(state.shareGroups == [[.copyLink, .save]])
    for row in [ShareState.Row.showCode, .copyCredit, .openInBrowser, .openAuthor, .copyPath] {
      expect(&state, .share(.rowPressed(row)))
    }
  }

  @Test func `the focus wraps, and digits press rows`() {
    var state = sheet()
    expect(&state, .pressed(.moveUp)) { $0.share?.focus = .save }
    expect(&state, .pressed(.moveDown)) { $0.share?.focus = .copyLink }
    expect(&state, .pressed(.last)) { $0.share?.focus = .save }
    expect(&state, .pressed(.first)) { $0.share?.focus = .copyLink }
    #expect(KeyMap.action(for: .character("2"), in: state) == .share(.numberPressed(2)))
    for number in [0, 3, 9] { expect(&state, .share(.numberPressed(number))) }
    let saving = AppReducer.reduce(&state, .share(.numberPressed(2)))
    #expect(saving == [run])
  }

  @Test func `other keys say once that they do nothing here`() throws {
    let keys: [(Place, Key)] = [
      (.share, .character("e")), (.share, .character("z")), (.feed, .character("=")),
      (.photo, Key(.function(5))), (.menu, .character("9")), (.gallery, .character("v")),
    ]
    for (place, key) in keys {
      var state = try #require(Every.place[place])
      state.notice = nil
      let action = KeyMap.action(for: key, in: state)
      #expect(action == .unknownKeyPressed, "\(key)")
      #expect(!AppReducer.reduce(&state, action).isEmpty)
      #expect(state.notice?.text == .unknownKey)
      // The notice that the user is reading stays, and its time isn't extended.
      #expect(AppReducer.reduce(&state, action).isEmpty)
    }
    var state = sheet()
    state.notice = Notice(number: 7, text: .savingPhotos(2))
    expect(&state, .unknownKeyPressed)
  }

  @Test func `the photo's keys act as outside`() {
    var state = sheet()
    var outside = Given.feed(30)
    let like = KeyMap.action(for: .character("f"), in: state)
    #expect(like == .pressed(.like))
    #expect(
      AppReducer.reduce(&state, .pressed(.like)) == AppReducer.reduce(&outside, .pressed(.like))
    )
    #expect(state.share == ShareState(photo: id) && state.photos == outside.photos)
    // The details would be behind the sheet.
    _ = AppReducer.reduce(&state, .pressed(.details))
    #expect(state.share == nil && state.showsDetails)
  }

  @Test func `without a pictures folder, saving says what to do`() {
    var state = sheet()
    state.launch.picturesFolder = nil
    expect(&state, .share(.rowPressed(.save)), [noticeTimer(1)]) {
      $0.share?.focus = .save
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .unavailable(.share, .noPicturesFolder))
    }
  }

  @Test func `saving shows progress, and closes the sheet with the path`() {
    var state = sheet()
    expect(&state, .share(.rowPressed(.save)), [run]) {
      $0.share?.focus = .save
      $0.downloads.items = [DownloadItem(save, origin: .feed, phase: .running)]
    }
    #expect(state.progress(of: .save) == DownloadProgress())
    #expect(ShareReducer.reason(state, .save) == .alreadySaving)
    expect(&state, .share(.rowPressed(.save)), [noticeTimer(1)]) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .unavailable(.share, .alreadySaving))
    }
    let progress = DownloadProgress(received: 5, expected: 10)
    _ = AppReducer.reduce(&state, .downloads(.progressed(save, progress)))
    #expect(state.progress(of: .save) == progress)
    expect(&state, saved, [noticeTimer(2, seconds: 5), .downloads(.track)]) {
      $0.downloads.items[at: 0]?.phase = .finished
      $0.downloads.items[at: 0]?.progress.received = 10
      $0.downloads.isTracking = true
      $0.share = nil
      $0.program.nextNumber = 2
      $0.notice = Notice(number: 2, text: .saved(path: "/p/a.jpg"))
    }
    // Late events don't reopen it.
    expect(&state, .downloads(.progressed(save, progress)))
  }

  @Test func `a sheet closed while saving stays closed, and another photo's stays open`() {
    var state = sheet()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.save)))
    expect(&state, .pressed(.back)) { $0.share = nil }
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    _ = AppReducer.reduce(&state, .pressed(.share))
    let second = state.share
    _ = AppReducer.reduce(&state, saved)
    #expect(state.share == second)
    #expect(state.downloads[save]?.isUnderWay == false)
  }

  @Test func `a failed save is retried, even with the sheet closed`() {
    var state = sheet()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.save)))
    _ = AppReducer.reduce(&state, .overlayClosed(.share))
    let problem = Problem(.save, .diskFull(path: "/p"))
    let timer = noticeTimer(1, seconds: 8)
    expect(&state, .downloads(.ended(save, .failure(problem))), [timer]) {
      $0.downloads.items[at: 0]?.phase = .failed(problem)
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .downloadFailed(save, problem))
    }
    expect(&state, .pressed(.refresh), [run]) {
      $0.downloads.items[at: 0]?.phase = .running
      $0.notice = nil
    }
    expect(&state, .downloads(.retryPressed(save)))
  }

  @Test func `without a gallery, photos are downloaded to the pictures folder only`() {
    var state = sheet()
    expect(&state, .downloads(.requested(DownloadID(id), from: .feed)))
  }

  @Test func `full screen shares its own photo, and closing it closes the sheet`() {
    var state = Given.fullScreen(2)
    expect(&state, .pressed(.share)) { $0.share = ShareState(photo: Given.id(2)) }
    expect(&state, .photo(.backPressed)) {
      $0.photo = nil
      $0.share = nil
    }
  }

  @Test func `a press on a closed sheet does nothing`() {
    var state = Given.feed(30)
    expect(&state, .share(.rowPressed(.save)))
    expect(&state, .overlayClosed(.share))
  }
}

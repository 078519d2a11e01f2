@testable import AppCore
import Canvas
import CustomDump
import Harness
import Model
import Testing

/// The rows that only the extended edition has.
@Suite struct ExtendedShareTests {
  private let id = Given.id(0)
  private let link: WebPage = "https://test/photos/0?utm_source=imagefeed&utm_medium=referral"
  private let author: WebPage = "https://test/@ann?utm_source=imagefeed&utm_medium=referral"
  private let code = QRCode(size: 1, modules: [true])

  private func shareMenu() -> AppState {
    var state = Given.feed(30)
    state.launch = Given.extendedLaunch
    _ = AppReducer.reduce(&state, .pressed(.share))
    return state
  }

  @Test func `the code contains the copied link, and Escape returns to the menu`() {
    var state = shareMenu()
    expect(&state, .share(.rowPressed(.showCode)), [.share(.makeCode(id, link: link))]) {
      $0.share?.focus = .showCode
      $0.share?.code = .making
    }
    #expect(state.place == .share)
    expect(&state, .share(.codeMade(id, code))) {
      $0.share?.code = .made(QRCode(size: 1, modules: [true]))
    }
    #expect(state.place == .qrCode)
    expect(&state, .pressed(.open))
    expect(&state, .pressed(.moveDown))
    expect(&state, .pressed(.back)) { $0.share?.code = nil }
    #expect(state.place == .share)
    expect(&state, .pressed(.back)) { $0.share = nil }
  }

  @Test func `a code for a closed menu isn't shown`() {
    var state = shareMenu()
    expect(&state, .share(.codeMade(id, code)))
    _ = AppReducer.reduce(&state, .share(.rowPressed(.showCode)))
    expect(&state, .share(.codeMade(Given.id(1), code)))
    _ = AppReducer.reduce(&state, .pressed(.back))
    expect(&state, .share(.codeMade(id, code)))
  }

  @Test func `a save that ends doesn't close the code`() {
    var state = shareMenu()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.save)))
    _ = AppReducer.reduce(&state, .share(.rowPressed(.showCode)))
    _ = AppReducer.reduce(&state, .share(.codeMade(id, code)))
    let save = DownloadID(id, to: .pictures)
    let ended = AppAction.downloads(.ended(save, .success(.saved(path: "/p/a.jpg"))))
    expect(&state, ended, [noticeTimer(1, seconds: 5), .downloads(.track)]) {
      $0.downloads.items = [DownloadItem(save, origin: .feed, phase: .finished)]
      $0.downloads.isTracking = true
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .saved(path: "/p/a.jpg"))
    }
    #expect(state.place == .qrCode)
  }

  @Test func `a link too long for a code is reported`() {
    var state = shareMenu()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.showCode)))
    expect(&state, .share(.codeMade(id, nil))) { $0.share?.code = .linkTooLong }
    #expect(state.place == .qrCode)
  }

  @Test func `a notice makes room for the code`() {
    var state = shareMenu()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.showCode)))
    _ = AppReducer.reduce(&state, .unavailable(.share, .noBrowser))
    expect(&state, .share(.codeMade(id, code))) {
      $0.notice = nil
      $0.share?.code = .made(QRCode(size: 1, modules: [true]))
    }
  }

  @Test(arguments: Credit.Format.allCases)
  func `copying the credit offers formats, shows a notice and closes the sheet`(
    format: Credit.Format
  ) {
    var state = shareMenu()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.copyCredit)))
    #expect(state.shareRows == [.credit(.markdown), .credit(.html), .credit(.text)])
    #expect(state.shareFocus == .credit(.markdown))
    let credit = Credit(of: Given.photo(0), Given.launch).text(as: format)
    #expect(credit.contains("Ann"))
    #expect(credit.contains("https://test/?utm_source=imagefeed") == (format != .text))
    let text = ClipboardText(credit)
    let effects = AppReducer.reduce(&state, .share(.rowPressed(.credit(format))))
    #expect(effects == [.terminal(.copy(text)), noticeTimer(1, seconds: 3)])
    #expect(state.share == nil && state.notice?.text == .copied)
  }

  @Test func `Escape returns from the formats to their row`() {
    var state = shareMenu()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.copyCredit)))
    expect(&state, .pressed(.back)) {
      $0.share?.showsFormats = false
    }
    #expect(state.shareFocus == .copyCredit)
  }

  @Test(arguments: [ShareState.Row.openInBrowser, .openAuthor])
  func `pages open with the service's parameters, and then the sheet closes`(
    row: ShareState.Row
  ) {
    var state = shareMenu()
    let page = row == .openAuthor ? author : link
    let effects = AppReducer.reduce(&state, .share(.rowPressed(row)))
    #expect(effects == [.share(.open(page, row))] && state.share?.running == row)
    var failed = state
    let problem = Problem(.browser, .commandFailed(command: "xdg-open"))
    _ = AppReducer.reduce(&failed, .share(.finished(row, .failure(problem))))
    #expect(failed.share?.running == nil && failed.share != nil)
    #expect(failed.notice?.text == .failed(problem, retry: nil))
    let opened = AppAction.share(.finished(row, .success(.opened(page))))
    expect(&state, opened, [noticeTimer(1, seconds: 5)]) {
      $0.share = nil
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .shared(.opened(page)))
    }
  }

  @Test func `without pages or a browser, their rows are missing`() {
    var state = shareMenu()
    state.launch.hasBrowser = false
    #expect(!state.shareRows.contains(.openInBrowser) && !state.shareRows.contains(.openAuthor))
    state.launch.desktop.display = .x11
    #expect(ShareReducer.reason(state, .openInBrowser) == .noBrowser)
    #expect(ShareReducer.reason(state, .openAuthor) == .noBrowser)
    state.launch.hasBrowser = true
    state.photos[id]?.author.pageURL = nil
    #expect(state.shareRows.contains(.openInBrowser) && !state.shareRows.contains(.openAuthor))
    state.photos[id]?.pageURL = nil
    state.launch.desktop.display = nil
    #expect(state.shareRows == [.save, .download, .copyPath, .copyCredit])
    #expect(state.shareFocus == .save)
  }

  @Test func `a photo without a page is credited without its link`() {
    var state = shareMenu()
    state.photos[id]?.pageURL = nil
    _ = AppReducer.reduce(&state, .share(.rowPressed(.copyCredit)))
    let effects = AppReducer.reduce(&state, .share(.rowPressed(.credit(.markdown))))
    let page = "https://test/@ann?utm_source=imagefeed&utm_medium=referral"
    #expect(
      effects.first == .terminal(.copy(ClipboardText("Photo by [Ann](\(page)) on Unsplash")))
    )
  }

  @Test func `the demo's photos aren't credited to the service`() {
    var state = shareMenu()
    state.launch.isDemo = true
    _ = AppReducer.reduce(&state, .share(.rowPressed(.copyCredit)))
    let effects = AppReducer.reduce(&state, .share(.rowPressed(.credit(.markdown))))
    let text = Credit(of: Given.photo(0), state.launch).text(as: .markdown, isDemo: true)
    #expect(text.contains(" on [imagefeed's demo service]"))
    #expect(effects.first == .terminal(.copy(ClipboardText(text))))
  }
}

import AppCore
import Canvas
import CustomDump
import Harness
import Library
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

  @Test func `the basic edition has its three rows`() {
    #expect(ShareState.Row.all(in: .basic) == [.copyLink, .openInBrowser, .save])
    #expect(ShareState.Row.all(in: .extended) == ShareState.Row.allCases)
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.share))
    for row in [
      ShareState.Row.showCode, .copyMarkdown, .copyHTML, .openAuthor, .copyAuthorLink,
    ] {
      expect(&state, .share(.rowPressed(row)))
    }
  }

  @Test func `the focus moves through all rows`() {
    var state = shareMenu()
    for row in ShareState.Row.allCases.dropFirst() {
      expect(&state, .pressed(.moveDown)) { $0.share?.focus = row }
    }
    expect(&state, .pressed(.moveDown))
    for row in ShareState.Row.allCases.reversed().dropFirst() {
      expect(&state, .pressed(.moveUp)) { $0.share?.focus = row }
    }
    expect(&state, .pressed(.moveUp))
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
      $0.downloads.saved = [Given.id(0)]
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

  @Test(arguments: [
    (ShareState.Row.copyMarkdown, Credit.Format.markdown), (.copyHTML, .html),
  ])
  func `copying the credit shows a notice and closes the menu`(
    _ row: ShareState.Row,
    _ format: Credit.Format
  ) {
    var state = shareMenu()
    let credit = Credit(of: Given.photo(0), Given.launch).text(as: format)
    #expect(credit.contains("Ann") && credit.contains("https://test/?utm_source=imagefeed"))
    let text = ClipboardText(credit)
    expect(&state, .share(.rowPressed(row)), [.terminal(.copy(text)), noticeTimer(1, seconds: 5)]) {
      $0.share = nil
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .copiedCredit(format, text))
    }
  }

  @Test func `the photographer's page opens with the service's parameters`() {
    var state = shareMenu()
    expect(&state, .share(.rowPressed(.openAuthor)), [.share(.openInBrowser(id, url: author))]) {
      $0.share?.focus = .openAuthor
    }
    expect(&state, .share(.browserOpened(id, .success(author))), [noticeTimer(1, seconds: 5)]) {
      $0.share = nil
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .openedInBrowser(author))
    }
  }

  @Test func `the photographer's link is copied with the service's parameters`() {
    var state = shareMenu()
    let link = ClipboardText(author.text)
    expect(
      &state,
      .share(.rowPressed(.copyAuthorLink)),
      [.terminal(.copy(link)), noticeTimer(1, seconds: 5)]
    ) {
      $0.share = nil
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .copied(link))
    }
  }

  @Test func `unavailable rows say why`() {
    var state = shareMenu()
    for row in ShareState.Row.allCases { #expect(ShareReducer.reason(state, row) == nil) }
    state.photos[id]?.author.pageURL = nil
    #expect(ShareReducer.reason(state, .openAuthor) == .noAuthorPage)
    #expect(ShareReducer.reason(state, .copyAuthorLink) == .noAuthorPage)
    expect(&state, .share(.rowPressed(.openAuthor)), [noticeTimer(1)]) {
      $0.share?.focus = .openAuthor
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .unavailable(.share, .noAuthorPage))
    }
    state.launch.hasBrowser = false
    #expect(ShareReducer.reason(state, .openAuthor) == .noBrowser)
    for row in [ShareState.Row.showCode, .copyMarkdown, .copyHTML] {
      #expect(ShareReducer.reason(state, row) == nil)
    }
  }

  @Test func `a photo without a page has no link, and says so`() {
    var state = shareMenu()
    state.photos[id]?.pageURL = nil
    for row in [ShareState.Row.copyLink, .showCode, .openInBrowser] {
      #expect(ShareReducer.reason(state, row) == .noPage)
      expect(&state, .share(.rowPressed(row)), [noticeTimer(state.program.nextNumber + 1)]) {
        $0.share?.focus = row
        $0.program.nextNumber += 1
        $0.notice = Notice(number: $0.program.nextNumber, text: .unavailable(.share, .noPage))
      }
    }
    let effects = AppReducer.reduce(&state, .share(.rowPressed(.copyMarkdown)))
    let page = "https://test/@ann?utm_source=imagefeed&utm_medium=referral"
    #expect(
      effects.first == .terminal(.copy(ClipboardText("Photo by [Ann](\(page)) on Unsplash")))
    )
  }

  @Test func `the demo's photos aren't credited to the service`() {
    var state = shareMenu()
    state.launch.isDemo = true
    let effects = AppReducer.reduce(&state, .share(.rowPressed(.copyMarkdown)))
    let text = Credit(of: Given.photo(0), state.launch).text(as: .markdown)
    #expect(text.contains(" on [imagefeed's demo service]"))
    #expect(effects.first == .terminal(.copy(ClipboardText(text))))
  }
}

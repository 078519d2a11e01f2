@testable import AppCore
import Canvas
import Harness
@testable import Model
import Testing
import VK

/// The rows of the sheet that act on a photo's file.
@Suite struct ShareFileTests {
  private static let commands = [
    ShareCommand("Print", "lp", "{file}"),
    ShareCommand("Note", "note", "{url}"),
  ]

  private let id = Given.id(0)
  private var download: DownloadID { DownloadID(id) }

  private func launch() -> Launch {
    var launch = Given.galleryLaunch
    launch.desktop = DesktopTools(
      clipboard: .wayland,
      wallpaper: .sway,
      display: .x11,
      canMail: true,
      canView: true
    )
    launch.preferences.shareCommands = Self.commands
    return launch
  }

  /// Returns the sheet of a photo in the gallery.
  private func kept(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    var state = Given.gallery(3)
    state.launch = launch()
    change(&state)
    _ = AppReducer.reduce(&state, .pressed(.share))
    return state
  }

  /// Returns the sheet of a photo in the feed that isn't downloaded.
  private func missing(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    var state = Given.feed(3)
    state.launch = launch()
    change(&state)
    _ = AppReducer.reduce(&state, .pressed(.share))
    return state
  }

  private func finish(_ state: inout AppState) -> [Effect] {
    AppReducer.reduce(
      &state,
      .downloads(.ended(download, .success(.downloaded(Given.entry(0)))))
    )
  }

  @Test func `the rows stand in groups`() throws {
    #expect(
      missing().shareGroups == [
        [.copyLink, .save, .download],
        [.copyImage, .view, .wallpaper, .mail, .command(0), .command(1), .copyPath],
        [.showCode, .copyCredit, .openInBrowser, .openAuthor],
      ]
    )
    // In the gallery itself, there is nothing to show there.
    #expect(try kept().shareGroups.at(0) == [.copyLink, .save])
    let lost = kept { $0.gallery.conditions[id] = .missing }
    #expect(try lost.shareGroups.at(0).contains(.download))
  }

  @Test(arguments: [
    (ShareState.Row.copyImage, ShareEffect.copyImage(path: "/gallery/test-p0.jpg")),
    (.mail, .mail(path: "/gallery/test-p0.jpg")), (.view, .view(path: "/gallery/test-p0.jpg")),
    (.wallpaper, .setWallpaper(Given.photo(0))),
    (
      .command(0),
      .run(
        0,
        commands[0],
        Given.photo(0),
        file: "/gallery/test-p0.jpg",
        page: "https://test/photos/0?utm_source=imagefeed&utm_medium=referral"
      )
    ),
    (
      .command(1),
      .run(
        1,
        commands[1],
        Given.photo(0),
        file: "/gallery/test-p0.jpg",
        page: "https://test/photos/0?utm_source=imagefeed&utm_medium=referral"
      )
    ),
  ])
  func `a row starts its effect once`(_ row: ShareState.Row, _ effect: ShareEffect) {
    var state = kept()
    #expect(AppReducer.reduce(&state, .share(.rowPressed(row))) == [.share(effect)])
    #expect(effect.row == row && state.share?.running == row && state.shareFocus == row)
    expect(&state, .pressed(.open))
    let ended = AppAction.share(.finished(row, .success(.viewing)))
    expect(&state, ended, [noticeTimer(1, seconds: 5)]) { state in
      state.share = nil
      state.program.nextNumber = 1
      state.notice = Notice(number: 1, text: .shared(.viewing))
    }
  }

  @Test func `the path is copied to the terminal's clipboard`() {
    var state = kept()
    let path = ClipboardText("/gallery/test-p0.jpg")
    let copied = [Effect.terminal(.copy(path)), noticeTimer(1, seconds: 3)]
    expect(&state, .share(.rowPressed(.copyPath)), copied) { state in
      state.share = nil
      state.program.nextNumber = 1
      state.notice = Notice(number: 1, text: .copied)
    }
  }

  @Test func `after a failure the sheet stays and shows the reason`() {
    var state = kept()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.mail)))
    let problem = Problem(.share, .commandFailed(command: "xdg-email"))
    let timer = noticeTimer(1, seconds: 8)
    expect(&state, .share(.finished(.mail, .failure(problem))), [timer]) { state in
      state.share?.running = nil
      state.program.nextNumber = 1
      state.notice = Notice(number: 1, text: .failed(problem, retry: nil))
    }
    // A result for a sheet that was closed doesn't close another one.
    var other = kept()
    _ = AppReducer.reduce(&other, .share(.finished(.mail, .success(.mailing))))
    #expect(other.share != nil && other.notice?.text == .shared(.mailing))
  }

  /// The rows that need the photo's file.
  private static let fileRows: [ShareState.Row] = [
    .copyImage, .view, .mail, .command(0), .copyPath,
  ]

  @Test(arguments: fileRows)
  func `a row downloads the photo as the download key does, then acts`(row: ShareState.Row) {
    var state = missing()
    var other = Given.feed(3)
    other.launch = launch()
    let requested = AppReducer.reduce(&other, .pressed(.download))
    #expect(!requested.isEmpty)
    #expect(AppReducer.reduce(&state, .share(.rowPressed(row))) == requested)
    #expect(state.share?.waiting?.row == row && state.place == .share)
    let progress = DownloadProgress(received: 5, expected: 10)
    _ = AppReducer.reduce(&state, .downloads(.progressed(download, progress)))
    #expect(state.progress(of: row) == progress && state.progress(of: .download) == nil)

    let effects = finish(&state)
    #expect(state.gallery.ids.contains(id) && state.share?.waiting == nil)
    if row == .copyPath {
      #expect(effects.contains(.terminal(.copy(ClipboardText("/gallery/test-p0.jpg")))))
    } else {
      #expect(state.share?.running == row)
      let acts = effects.contains {
        if case .share(let effect) = $0 { effect.row == row } else { false }
      }
      #expect(acts)
    }
  }

  @Test func `a wallpaper and a command without a file need no download to the gallery`() {
    var state = missing()
    let effects = AppReducer.reduce(&state, .share(.rowPressed(.wallpaper)))
    #expect(effects == [.share(.setWallpaper(Given.photo(0)))] && state.downloads.items.isEmpty)
    state = missing()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.command(1))))
    #expect(state.share?.running == .command(1) && state.downloads.items.isEmpty)
  }

  @Test func `Escape cancels the download that the row began`() {
    var state = missing()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.view)))
    let effects = AppReducer.reduce(&state, .pressed(.back))
    #expect(effects == [.downloads(.discard(Given.photo(0), to: .gallery))])
    #expect(state.share == nil && state.downloads.items.isEmpty)
  }

  @Test func `Escape doesn't cancel a download that began elsewhere`() {
    var state = missing()
    state.share = nil
    _ = AppReducer.reduce(&state, .pressed(.download))
    _ = AppReducer.reduce(&state, .pressed(.share))
    #expect(AppReducer.reduce(&state, .share(.rowPressed(.view))).isEmpty)
    #expect(state.share?.waiting?.row == .view)
    #expect(AppReducer.reduce(&state, .pressed(.back)).isEmpty)
    #expect(state.downloads[download]?.isUnderWay == true)
  }

  @Test func `a sheet closed by the mouse drops what waits, and the download goes on`() {
    var state = missing()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.copyPath)))
    #expect(AppReducer.reduce(&state, .overlayClosed(.share)).isEmpty)
    #expect(state.share == nil && state.downloads[download]?.isUnderWay == true)
    let effects = finish(&state)
    #expect(!effects.contains { if case .terminal(.copy) = $0 { true } else { false } })
  }

  @Test func `a failed download ends the wait`() {
    var state = missing()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.view)))
    let problem = Problem(.download, .inUse(path: "/gallery/test-p0.jpg"))
    _ = AppReducer.reduce(&state, .downloads(.ended(download, .failure(problem))))
    #expect(state.share != nil && state.share?.waiting == nil)
    // The download's own retry doesn't open the viewer later.
    _ = AppReducer.reduce(&state, .downloads(.retryPressed(download)))
    #expect(!finish(&state).contains(.share(.view(path: "/gallery/test-p0.jpg"))))
  }

  @Test func `commands changed during the download aren't run`() {
    var state = missing()
    _ = AppReducer.reduce(&state, .share(.rowPressed(.command(0))))
    state.launch.preferences.shareCommands = []
    #expect(!finish(&state).contains { if case .share = $0 { true } else { false } })
  }

  @Test func `offline, a row without a file says so`() {
    var state = missing()
    state.isOffline = true
    for row in Self.fileRows + [.wallpaper] {
      _ = AppReducer.reduce(&state, .share(.rowPressed(row)))
      #expect(state.notice?.text == .unavailable(.share, .notDownloaded), "\(row)")
    }
    #expect(state.downloads.items.isEmpty && state.share?.waiting == nil)
    #expect(state.share?.running == nil)
  }

  @Test func `a lost file of another service says so`() {
    var state = kept { state in
      state.gallery.conditions[id] = .damaged
      state.launch.catalogue = [
        ServiceDescription(id: Given.service, name: "Test", capabilities: [], pageSize: 30)
      ]
      state.launch.service = .vk
    }
    #expect(state.shareRows.contains(.view), "\(state.shareRows) \(state.place)")
    _ = AppReducer.reduce(&state, .share(.rowPressed(.view)))
    #expect(state.notice?.text == .unavailable(.share, .otherService))
    _ = AppReducer.reduce(&state, .share(.rowPressed(.save)))
    #expect(state.notice?.text == .unavailable(.download, .otherService))
    // With its file, the photo can be saved.
    state.gallery.conditions[id] = .whole
    _ = AppReducer.reduce(&state, .share(.rowPressed(.save)))
    #expect(state.downloads[DownloadID(id, to: .pictures)]?.isUnderWay == true)
  }

  @Test func `rows that can't work here are missing, or say what to install`() {
    let rows: [(ShareState.Row, UnavailableReason, (inout DesktopTools) -> Void)] = [
      (.copyImage, .notInstalled("xclip"), { $0.clipboard = nil }),
      (.mail, .notInstalled("xdg-utils"), { $0.canMail = false }),
      (.view, .notInstalled("xdg-utils"), { $0.canView = false }),
      (.wallpaper, .notInstalled("feh"), { $0.wallpaper = nil }),
    ]
    for (row, reason, remove) in rows {
      var state = kept { remove(&$0.launch.desktop) }
      #expect(state.shareRows.contains(row) && ShareReducer.reason(state, row) == reason)
      _ = AppReducer.reduce(&state, .share(.rowPressed(row)))
      #expect(state.notice?.text == .unavailable(.share, reason) && state.share?.running == nil)
      state.launch.desktop.display = .wayland
      #expect(state.shareRows.contains(row) == (row != .wallpaper))
      state.launch.desktop.display = nil
      #expect(!state.shareRows.contains(row))
    }
    for row in kept().shareRows { #expect(ShareReducer.reason(kept(), row) == nil) }
    let state = kept { $0.launch.desktop.missing = ["note"] }
    #expect(ShareReducer.reason(state, .command(0)) == nil)
    #expect(ShareReducer.reason(state, .command(1)) == .noProgram("note"))
    let pageless = kept { $0.photos[id]?.pageURL = nil }
    #expect(!pageless.shareRows.contains(.command(1)))
  }

  @Test func `the download row shows the photo in the gallery, or mends its file`() {
    var state = kept { $0.tab = .feed }
    _ = AppReducer.reduce(&state, .share(.rowPressed(.download)))
    #expect(state.share == nil && state.tab == .gallery)

    var lost = kept { $0.gallery.conditions[id] = .damaged }
    _ = AppReducer.reduce(&lost, .share(.rowPressed(.download)))
    #expect(lost.share == nil && lost.downloads[download]?.isUnderWay == true)
  }

  @Test func `several photos have the rows that suit them`() {
    var state = missing { state in
      state.launch = launch()
      state[.feed].order = [0, 1, 2].map(Given.id)
      state.marks = [Given.id(0), Given.id(2)]
    }
    #expect(state.shareRows == [.copyLink, .save, .download, .copyCredit])
    state.gallery.ids = [Given.id(0), Given.id(2)]
    for number in [0, 2] {
      state.gallery.items[Given.id(number)] = GalleryItem(Given.entry(number).stub)
    }
    #expect(state.shareRows == [.copyLink, .save, .copyPath, .copyCredit])
    let paths = ClipboardText(lines: ["/gallery/test-p0.jpg", "/gallery/test-p2.jpg"])
    let effects = AppReducer.reduce(&state, .share(.rowPressed(.copyPath)))
    #expect(effects.first == .terminal(.copy(paths)))
    #expect(state.notice?.text == .copied)
  }

  @Test func `closing the sheet stops a wallpaper that is on its way`() throws {
    var state = kept()
    let started = AppReducer.reduce(&state, .share(.rowPressed(.wallpaper)))
    let id = try #require(started.first?.id)
    #expect(AppReducer.reduce(&state, .pressed(.back)) == [.cancel(id)])
    #expect(state.share == nil)
  }

  @Test func `placeholders in a command are replaced once, wherever they are`() {
    let command = ShareCommand("x", "a{file}b", "{url}{path}", "{{x}", "{title}\\n")
    #expect(command.needsFile && command.needsPage)
    let values: [PhotoTemplate.Part: String] = [
      .name(.path): "/{url} 'q", .name(.url): "https://u/", .name(.title): "{file}",
    ]
    let words = command.words { part in
      if case .text(let text) = part { text } else { values[part] ?? "" }
    }
    #expect(words == ["a/{url} 'qb", "https://u//{url} 'q", "{x}", "{file}\\n"])
    #expect(!ShareCommand("x", "{url}").needsFile && !ShareCommand("x", "{file}").needsPage)
    #expect(ShareCommand("x", "{path}").needsFile)
  }
}

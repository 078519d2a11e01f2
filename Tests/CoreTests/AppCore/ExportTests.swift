import AppCore
import Canvas
import Harness
import Library
import Model
import Testing

@Suite struct ExportTests {
  private static let tools = DesktopTools(
    clipboard: .wayland,
    wallpaper: .sway,
    canMail: true,
    canView: true
  )
  private static let commands = [
    ShareCommand(name: "Print", arguments: ["lp", "{file}"]),
    ShareCommand(name: "Note", arguments: ["note", "{url}"]),
  ]

  private func gallery(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    var state = Given.gallery(3)
    state.launch.desktop = Self.tools
    state.launch.preferences.shareCommands = Self.commands
    change(&state)
    return state
  }

  private func exportMenu(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    var state = gallery(change)
    _ = AppReducer.reduce(&state, .pressed(.export))
    return state
  }

  @Test func `the menu has a row for each available action`() {
    var state = gallery()
    expect(&state, .pressed(.export)) { $0.export = ExportState(photos: [Given.id(0)]) }
    #expect(
      state.exportRows == [
        .copyFiles, .copyPath, .copyPicture, .mail, .view, .wallpaper, .command(0), .command(1),
      ]
    )
    for row in state.exportRows { #expect(ExportReducer.reason(state, row) == nil) }
    expect(&state, .pressed(.moveUp))
    expect(&state, .pressed(.moveDown)) { $0.export?.focus = .copyPath }
    for _ in 0..<9 { _ = AppReducer.reduce(&state, .pressed(.moveDown)) }
    #expect(state.export?.focus == .command(1))
    expect(&state, .pressed(.back)) { $0.export = nil }
  }

  @Test(arguments: [
    (ExportState.Row.copyFiles, ExportEffect.copyFiles([Given.copy(0)])),
    (.copyPicture, .copyPicture(path: "/gallery/test-p0.jpg")),
    (.mail, .mail(path: "/gallery/test-p0.jpg")), (.view, .view(path: "/gallery/test-p0.jpg")),
    (.wallpaper, .setWallpaper(Given.photo(0))),
    (.command(0), .run(0, name: "Print", ["lp", "/gallery/test-p0.jpg"])),
    (
      .command(1),
      .run(
        1,
        name: "Note",
        ["note", "https://test/photos/0?utm_source=imagefeed&utm_medium=referral"]
      )
    ),
  ])
  func `a row starts its action once`(_ row: ExportState.Row, _ effect: ExportEffect) {
    var state = exportMenu()
    expect(&state, .export(.rowPressed(row)), [.export(effect)]) { state in
      state.export?.focus = row
      state.export?.running = row
    }
    #expect(effect.row == row)
    expect(&state, .pressed(.open))
    expect(&state, .export(.finished(row, .viewing, nil)), [noticeTimer(1)]) { state in
      state.export = nil
      state.program.nextNumber = 1
      state.notice = Notice(number: 1, text: .exported(.viewing))
    }
  }

  @Test func `the path is copied to the terminal's clipboard`() {
    var state = exportMenu()
    let path = ClipboardText("/gallery/test-p0.jpg")
    expect(
      &state,
      .export(.rowPressed(.copyPath)),
      [.terminal(.copy(path)), noticeTimer(1, seconds: 5)]
    ) { state in
      state.export = nil
      state.program.nextNumber = 1
      state.notice = Notice(number: 1, text: .copied(path))
    }
  }

  @Test func `after a failure the menu stays and shows the reason`() {
    var state = exportMenu()
    _ = AppReducer.reduce(&state, .export(.rowPressed(.mail)))
    let problem = Problem(.export, .commandFailed(command: "xdg-email"))
    let timer = noticeTimer(1, seconds: 8)
    expect(&state, .export(.finished(.mail, nil, problem)), [timer]) { state in
      state.export?.running = nil
      state.program.nextNumber = 1
      state.notice = Notice(number: 1, text: .failed(problem, retry: nil))
    }
    // A result for a menu that was closed doesn't close another one.
    var other = exportMenu()
    _ = AppReducer.reduce(&other, .export(.finished(.mail, .mailing, nil)))
    #expect(other.export != nil && other.notice?.text == .exported(.mailing))
  }

  @Test func `an unavailable row says why`() {
    func reason(
      _ row: ExportState.Row,
      _ change: (inout AppState) -> Void
    ) -> UnavailableReason? {
      ExportReducer.reason(exportMenu(change), row)
    }
    #expect(reason(.copyFiles) { $0.launch.picturesFolder = nil } == .noPicturesFolder)
    #expect(reason(.copyPicture) { $0.launch.desktop.clipboard = nil } == .noClipboardProgram)
    #expect(reason(.mail) { $0.launch.desktop.canMail = false } == .noMailProgram)
    #expect(reason(.view) { $0.launch.desktop.canView = false } == .noViewer)
    #expect(reason(.wallpaper) { $0.launch.desktop.wallpaper = nil } == .noWallpaperProgram)
    #expect(reason(.command(1)) { $0.launch.desktop.missing = ["lp"] } == nil)
    #expect(reason(.command(1)) { $0.launch.desktop.missing = ["note"] } == .noProgram("note"))
    var state = exportMenu { $0.launch.desktop.canMail = false }
    expect(&state, .export(.rowPressed(.mail)), [noticeTimer(1)]) { state in
      state.export?.focus = .mail
      state.program.nextNumber = 1
      state.notice = Notice(number: 1, text: .unavailable(.export, .noMailProgram))
    }
  }

  @Test func `a photo that isn't downloaded is downloaded first`() {
    var state = Given.feed(2)
    state.launch = Given.galleryLaunch
    state.launch.desktop = Self.tools
    state.launch.preferences.shareCommands = Self.commands
    _ = AppReducer.reduce(&state, .pressed(.open))
    expect(&state, .pressed(.export)) { state in
      state.export = ExportState(photos: [Given.id(0)], focus: .download)
    }
    let rows: Set<ExportState.Row> = [.download, .wallpaper, .command(1)]
    for row in state.exportRows where !rows.contains(row) {
      #expect(ExportReducer.reason(state, row) == .notDownloaded, "\(row)")
    }
    // A command that needs only the URL needs no file, and a wallpaper has a file of its own.
    for row in rows { #expect(ExportReducer.reason(state, row) == nil, "\(row)") }
    var other = state
    other.export = nil
    let started = AppReducer.reduce(
      &other,
      .downloads(.requested(DownloadID(Given.id(0)), from: .feed))
    )
    #expect(AppReducer.reduce(&state, .pressed(.open)) == started)
    #expect(state == other)
  }

  @Test func `once the photo is downloaded, the first of the other rows is focused`() {
    var state = exportMenu { $0.gallery.conditions[Given.id(0)] = .missing }
    #expect(state.exportFocus == .download)
    state.gallery.conditions[Given.id(0)] = nil
    #expect(state.exportFocus == .copyFiles)
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    #expect(state.exportFocus == .copyPath)
  }

  @Test func `a missing file must be downloaded first`() {
    let state = exportMenu { $0.gallery.conditions[Given.id(0)] = .missing }
    #expect(state.exportRows.first == .download && state.export?.focus == .download)
    #expect(ExportReducer.reason(state, .view) == .notDownloaded)
  }

  @Test func `several photos are copied if complete, and other rows are for one photo`() {
    var state = gallery { state in
      state.program.galleryView.marks = [Given.id(2), Given.id(0), Given.id(1)]
      state.gallery.conditions[Given.id(1)] = .damaged
    }
    expect(&state, .pressed(.export)) { state in
      state.export = ExportState(photos: [Given.id(0), Given.id(1), Given.id(2)])
    }
    #expect(state.exportRows.first == .download && state.export?.focus == .copyFiles)
    for row in state.exportRows where row != .copyFiles && row != .download {
      #expect(ExportReducer.reason(state, row) == .onePhotoOnly)
    }
    expect(
      &state,
      .pressed(.open),
      [.export(.copyFiles([Given.copy(0), Given.copy(2)]))]
    ) { $0.export?.running = .copyFiles }
    let problem = Problem(.export, .diskFull(path: "/pictures"))
    _ = AppReducer.reduce(
      &state,
      .export(.finished(.copyFiles, .copied(1, folder: "/pictures"), problem))
    )
    #expect(state.notice?.text == .exportedPartly(.copied(1, folder: "/pictures"), problem))
  }

  @Test func `a command that needs the page requires one`() {
    var state = exportMenu { $0.photos[Given.id(0)]?.pageURL = nil }
    #expect(ExportReducer.reason(state, .command(1)) == .noPage)
    #expect(ExportReducer.reason(state, .command(0)) == nil)
    let effects = AppReducer.reduce(&state, .export(.rowPressed(.command(1))))
    #expect(effects == [noticeTimer(state.program.nextNumber)])
  }

  @Test func `placeholders in a command are replaced once, wherever they are`() {
    let command = ShareCommand(
      name: "x",
      arguments: ["a{file}b", "{url}{url}", "{x}", "{", "{file"]
    )
    #expect(command.needsFile)
    #expect(
      command.words(file: "/{url} 'q", page: "https://u/")
        == ["a/{url} 'qb", "https://u/https://u/", "{x}", "{", "{file"]
    )
    #expect(command.needsPage)
    #expect(!ShareCommand(name: "x", arguments: ["{url}"]).needsFile)
    #expect(!ShareCommand(name: "x", arguments: ["{file}"]).needsPage)
  }
}

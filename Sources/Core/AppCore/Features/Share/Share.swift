import Canvas
import Model

package enum ShareAction: Equatable, Sendable {
  case rowPressed(ShareState.Row)
  /// The key of a row's number was pressed; the first row is 1.
  case numberPressed(Int)
  /// The QR code is ready; `nil` if the link is too long.
  case codeMade(Photo.ID, QRCode?)
  /// The effect of a row has ended.
  case finished(ShareState.Row, Result<ShareOutcome, Problem>)
}

/// The result of a row's effect.
package enum ShareOutcome: Equatable, Sendable {
  case opened(WebPage)
  case imageCopied
  case mailing
  case viewing
  case wallpaperSet
  /// The user's own command finished, given by its name.
  case done(String)
  /// The user's own command is still running after some time and is no longer watched.
  case started(String)
}

package enum ShareEffect: Equatable, Sendable {
  case makeCode(Photo.ID, link: WebPage)
  case open(WebPage, ShareState.Row)
  case copyImage(path: String)
  case mail(path: String)
  case view(path: String)
  /// Shows the photo on the desktop.
  case setWallpaper(Photo)
  /// Runs the user's own command.
  case run(Int, ShareCommand, Photo, file: String?, page: WebPage?)

  package var id: Effect.ID {
    switch self {
    case .makeCode: Effect.ID(.share, "code")
    case .open: Effect.ID(.share, "browser")
    case .copyImage: Effect.ID(.share, "clipboard")
    case .mail: Effect.ID(.share, "mail")
    case .view: Effect.ID(.share, "view")
    case .setWallpaper: Self.wallpaperID
    case .run(let index, _, _, _, _): Effect.ID(.share, "command \(index)")
    }
  }

  static let wallpaperID = Effect.ID(.share, "wallpaper")

  /// The row that starts this effect.
  package var row: ShareState.Row {
    switch self {
    case .makeCode: .showCode
    case .open(_, let row): row
    case .copyImage: .copyImage
    case .mail: .mail
    case .view: .view
    case .setWallpaper: .wallpaper
    case .run(let index, _, _, _, _): .command(index)
    }
  }
}

package enum ShareReducer {
  package static func reduce(_ state: inout AppState, _ action: ShareAction) -> [Effect] {
    switch action {
    case .rowPressed(let row):
      guard state.shareRows.contains(row) else { return [] }
      state.share?.focus = row
      return perform(&state, row)
    case .numberPressed(let number):
      let rows = state.shareRows
      guard rows.indices.contains(number - 1) else { return [] }
      return reduce(&state, .rowPressed(rows[number - 1]))
    case .codeMade(let id, let code):
      guard state.share?.photo == id, state.share?.code == .making else { return [] }
      state.share?.code = code.map { .made($0) } ?? .linkTooLong
      // The notice would cover the last rows of the code.
      state.notice = nil
      return []
    case .finished(let row, let result):
      let isWatched = state.share?.running == row
      switch result {
      case .success(let outcome):
        if isWatched { state.share = nil }
        return [state.show(.shared(outcome))]
      case .failure(let problem):
        // The sheet stays open for another row.
        if isWatched { state.share?.running = nil }
        return [state.show(.failed(problem, retry: nil))]
      }
    }
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let share = state.share else { return .ignored }
    if command == .back { return .handled(goBack(&state)) }
    guard !share.isCodeShown else { return .ignored }
    switch command {
    case .moveUp, .previousTab: move(&state) { ($0 + $1 - 1) % $1 }
    case .moveDown, .nextTab: move(&state) { ($0 + 1) % $1 }
    case .first: move(&state) { _, _ in 0 }
    case .last: move(&state) { $1 - 1 }
    case .open:
      return .handled(state.shareFocus.map { reduce(&state, .rowPressed($0)) } ?? [])
    default: return .ignored
    }
    return .done
  }

  private static func move(_ state: inout AppState, _ next: (_ index: Int, _ count: Int) -> Int) {
    let rows = state.shareRows
    guard let index = rows.firstIndex(where: { $0 == state.shareFocus }) else { return }
    state.share?.focus = rows[next(index, rows.count)]
  }

  /// Returns the reason a row can't be used now; `nil` if it can.
  package static func reason(_ state: AppState, _ row: ShareState.Row) -> UnavailableReason? {
    guard let share = state.share else { return .nothingSelected }
    let tools = state.launch.desktop
    func isUnderWay(_ destination: Download.Destination) -> Bool {
      let ids = share.photos.map { DownloadID($0, to: destination) }
      return ids.allSatisfy { state.downloads[$0]?.isUnderWay == true }
    }
    switch row {
    case .save:
      if isUnderWay(.pictures) { return .alreadySaving }
      return state.launch.picturesFolder == nil ? .noPicturesFolder : nil
    case .download: return isUnderWay(.gallery) ? .alreadyDownloading : nil
    case .copyImage:
      return tools.clipboard == nil
        ? .notInstalled(tools.display == .x11 ? "xclip" : "wl-clipboard") : nil
    case .view: return tools.canView ? nil : .notInstalled("xdg-utils")
    case .wallpaper: return tools.wallpaper == nil ? .notInstalled("feh") : nil
    case .mail: return tools.canMail ? nil : .notInstalled("xdg-utils")
    case .command(let index):
      let program = state.launch.preferences.shareCommands[index].program
      return tools.missing.contains(program) ? .noProgram(program) : nil
    case .openInBrowser, .openAuthor: return state.launch.hasBrowser ? nil : .noBrowser
    case .copyLink, .copyPath, .showCode, .copyCredit, .credit: return nil
    }
  }

  fileprivate static func perform(_ state: inout AppState, _ row: ShareState.Row) -> [Effect] {
    guard let share = state.share, share.running == nil else { return [] }
    if let reason = reason(state, row) { return [state.show(.unavailable(.share, reason))] }
    let files = share.photos.compactMap(state.localFile)
    if files.isEmpty, row == .wallpaper || state.needsFile(row) {
      if let reason = missingSource(state, share) {
        return [state.show(.unavailable(.share, reason))]
      }
      guard row == .wallpaper else { return fetchFile(&state, row, share) }
    }
    let path = files.first ?? ""
    switch row {
    case .copyLink: return copy(&state, ClipboardText(lines: state.sharedPages.map(\.text)))
    case .save:
      guard share.isOfSeveral else { return state.save(share.photo) }
      let new = share.photos.filter {
        state.downloads[DownloadID($0, to: .pictures)]?.isUnderWay != true
      }
      state.share = nil
      return new.flatMap { state.save($0) } + [state.show(.savingPhotos(new.count))]
    case .download:
      state.share = nil
      if share.isOfSeveral { return state.download(share.photos) }
      return state.isInGallery(share.photo)
        ? [.event(.destinationChosen(.gallery(share.photo)))] : state.fetch(share.photo)
    case .copyImage: return start(&state, .copyImage(path: path))
    case .view: return start(&state, .view(path: path))
    case .wallpaper:
      return state.photos[share.photo].map { start(&state, .setWallpaper($0)) } ?? []
    case .mail: return start(&state, .mail(path: path))
    case .command(let index):
      guard let photo = state.photos[share.photo] else { return [] }
      let command = state.launch.preferences.shareCommands[index]
      let page = state.sharedPages.first
      return start(&state, .run(index, command, photo, file: files.first, page: page))
    case .copyPath: return copy(&state, ClipboardText(lines: files))
    case .showCode:
      guard let page = state.sharedPages.first else { return [] }
      state.share?.code = .making
      return [.share(.makeCode(share.photo, link: page))]
    case .copyCredit:
      state.share?.showsFormats = true
      return []
    case .credit(let format):
      let photos = share.photos.compactMap { state.photos[$0] }
      let credits = photos.map { Credit(of: $0, state.launch) }
      // The credits are joined in one line: names may contain shell syntax, and a line break would
      // run it.
      let text = credits.map { $0.text(as: format, isDemo: state.isDemo) }.joined(separator: " · ")
      return copy(&state, ClipboardText(text))
    case .openInBrowser:
      return state.sharedPages.first.map { start(&state, .open($0, row)) } ?? []
    case .openAuthor:
      return state.sharedAuthorPage.map { start(&state, .open($0, row)) } ?? []
    }
  }

  private static func copy(_ state: inout AppState, _ text: ClipboardText) -> [Effect] {
    state.share = nil
    return [.terminal(.copy(text)), state.show(.copied)]
  }

  private static func start(_ state: inout AppState, _ effect: ShareEffect) -> [Effect] {
    state.share?.waiting = nil
    state.share?.running = effect.row
    return [.share(effect)]
  }

  // MARK: Files

  /// Returns the reason why a photo that isn't in the gallery can't be loaded; `nil` if it can.
  private static func missingSource(
    _ state: AppState,
    _ share: ShareState
  ) -> UnavailableReason? {
    if !state.serves(share.photo) { return .otherService }
    return state.isOffline ? .notDownloaded : nil
  }

  /// Downloads the photo to the gallery for a row, which is performed afterwards.
  private static func fetchFile(
    _ state: inout AppState,
    _ row: ShareState.Row,
    _ share: ShareState
  ) -> [Effect] {
    let phase = state.downloads[DownloadID(share.photo)]?.phase ?? .finished
    let isOwn = phase == .finished || share.waiting?.ownsDownload == true
    state.share?.waiting = ShareState.Waiting(row: row, ownsDownload: isOwn)
    return state.fetch(share.photo)
  }

  /// Performs the row whose file has arrived, or stops waiting if the download has ended without.
  static func followDownload(_ state: inout AppState) -> [Effect] {
    guard let share = state.share, let row = share.waiting?.row else { return [] }
    // The user's commands may have been changed in the meantime.
    if state.localFile(of: share.photo) != nil, state.shareRows.contains(row) {
      return perform(&state, row)
    }
    if state.downloads[DownloadID(share.photo)]?.isUnderWay != true { state.share?.waiting = nil }
    return []
  }

  /// Closes the sheet after its photo was saved to the pictures folder, unless the QR code is open
  /// for scanning.
  static func saved(_ state: inout AppState, _ id: Photo.ID) {
    guard let share = state.share, share.photos == [id], share.code == nil else { return }
    state.share = nil
  }

  // MARK: Closing

  /// Closes the QR code, the formats, or the sheet, with a download that a row has begun.
  private static func goBack(_ state: inout AppState) -> [Effect] {
    guard let share = state.share else { return [] }
    if share.isCodeShown {
      state.share?.code = nil
      return []
    }
    if share.showsFormats {
      state.share?.showsFormats = false
      state.share?.focus = .copyCredit
      return []
    }
    let closed = close(&state)
    guard share.waiting?.ownsDownload == true else { return closed }
    return closed + state.cancelDownload(DownloadID(share.photo))
  }

  /// Closes the sheet.
  ///
  /// A row that waits for a download isn't performed, and the download continues.
  static func close(_ state: inout AppState) -> [Effect] {
    defer { state.share = nil }
    return state.share?.running == .wallpaper ? [.cancel(ShareEffect.wallpaperID)] : []
  }
}

extension AppState {
  /// Performs a row of the share sheet for a photo, without opening the sheet.
  mutating func share(_ id: Photo.ID, by row: ShareState.Row) -> [Effect] {
    share = ShareState(photo: id)
    defer { share = nil }
    return ShareReducer.perform(&self, row)
  }
}

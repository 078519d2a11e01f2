import Canvas
import Library
import Model

/// The share menu: commands for a photo's link, its credit and its file.
package struct ShareState: Equatable, Sendable {
  /// A row of the menu; the cases have the order of the rows.
  package enum Row: Equatable, Sendable, CaseIterable {
    case copyLink
    case showCode
    case copyMarkdown
    case copyHTML
    case openInBrowser
    case openAuthor
    case copyAuthorLink
    case save

    /// Returns the rows that these capabilities allow for one photo.
    package static func all(in capabilities: Capabilities) -> [Row] {
      capabilities.contains(.richSharing) ? allCases : [.copyLink, .openInBrowser, .save]
    }

    /// The rows that are available for several photos.
    static let ofSeveral: Set<Row> = [.copyLink, .copyMarkdown, .copyHTML, .save]
  }

  /// The link as a QR code, shown over the rows.
  package enum Code: Equatable, Sendable {
    case making
    case made(QRCode)
    /// The link is too long for any QR code.
    case linkTooLong
  }

  /// The photo, or the first of several marked ones.
  package let photo: Photo.ID
  package let photos: [Photo.ID]
  package var focus: Row = .copyLink
  /// The QR code of the link; `nil` until the user opens it.
  package var code: Code?

  package init(photo: Photo.ID) {
    self.photo = photo
    photos = [photo]
  }

  /// Creates the menu for several photos; `nil` if there are none.
  package init?(photos: [Photo.ID]) {
    guard let first = photos.first else { return nil }
    photo = first
    self.photos = photos
  }

  package var isOfSeveral: Bool { photos.count > 1 }

  /// Returns the rows that these capabilities allow.
  package func rows(in capabilities: Capabilities) -> [Row] {
    Row.all(in: capabilities).filter { !isOfSeveral || Row.ofSeveral.contains($0) }
  }

  /// Whether the QR code is shown instead of the rows.
  ///
  /// The rows stay until the code is ready.
  package var isCodeShown: Bool {
    switch code {
    case nil, .making: false
    case .made, .linkTooLong: true
    }
  }
}

package enum ShareAction: Equatable, Sendable {
  case rowPressed(ShareState.Row)
  /// The QR code is ready; `nil` if the link is too long.
  case codeMade(Photo.ID, QRCode?)
  case browserOpened(Photo.ID, Result<WebPage, Problem>)
}

package enum ShareEffect: Equatable, Sendable {
  case openInBrowser(Photo.ID, url: WebPage)
  case makeCode(Photo.ID, link: WebPage)

  package var id: Effect.ID {
    switch self {
    case .makeCode: Effect.ID(.share, "code")
    case .openInBrowser: Effect.ID(.share, "browser")
    }
  }
}

package enum ShareReducer {
  package static func reduce(_ state: inout AppState, _ action: ShareAction) -> [Effect] {
    switch action {
    case .rowPressed(let row):
      guard let share = state.share, share.rows(in: state.launch.capabilities).contains(row) else {
        return []
      }
      state.share?.focus = row
      return handle(&state, row)
    case .codeMade(let id, let code):
      guard state.share?.photo == id, state.share?.code == .making else { return [] }
      state.share?.code = code.map { .made($0) } ?? .linkTooLong
      // The notice would cover the last rows of the code.
      state.notice = nil
      return []
    case .browserOpened(let id, .success(let url)):
      close(&state, id)
      return [state.show(.openedInBrowser(url))]
    case .browserOpened(_, .failure(let problem)):
      return [state.show(.failed(problem, retry: nil))]
    }
  }

  /// Returns the reason a row can't be used now; `nil` if it can.
  package static func reason(_ state: AppState, _ row: ShareState.Row) -> UnavailableReason? {
    switch row {
    case .copyMarkdown, .copyHTML: nil
    case .copyLink: pages(state).isEmpty ? .noPage : nil
    case .showCode: page(state) == nil ? .noPage : nil
    case .openInBrowser:
      if !state.launch.hasBrowser {
        .noBrowser
      } else {
        page(state) == nil ? .noPage : nil
      }
    case .openAuthor:
      if !state.launch.hasBrowser {
        .noBrowser
      } else {
        authorPage(state) == nil ? .noAuthorPage : nil
      }
    case .copyAuthorLink: authorPage(state) == nil ? .noAuthorPage : nil
    case .save:
      if state.share?.photos.allSatisfy({ state.saveProgress(of: $0) != nil }) ?? false {
        .alreadySaving
      } else {
        state.launch.picturesFolder == nil ? .noPicturesFolder : nil
      }
    }
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let share = state.share else { return .ignored }
    guard !share.isCodeShown else {
      guard command == .back else { return .ignored }
      state.share?.code = nil
      return .done
    }
    switch command {
    case .moveUp, .previousTab: return move(&state, by: -1)
    case .moveDown, .nextTab: return move(&state, by: 1)
    case .open: return .handled(reduce(&state, .rowPressed(share.focus)))
    default: return .ignored
    }
  }

  /// Performs a row's command without opening the menu.
  static func handle(
    _ state: inout AppState,
    _ row: ShareState.Row,
    of id: Photo.ID
  ) -> [Effect] {
    state.share = ShareState(photo: id)
    defer { state.share = nil }
    return handle(&state, row)
  }

  private static func move(_ state: inout AppState, by step: Int) -> CommandResult {
    guard let share = state.share else { return .done }
    let rows = share.rows(in: state.launch.capabilities)
    guard let index = rows.firstIndex(of: share.focus) else { return .done }
    state.share?.focus = rows[max(0, min(rows.count - 1, index + step))]
    return .done
  }

  private static func handle(_ state: inout AppState, _ row: ShareState.Row) -> [Effect] {
    guard let share = state.share, let photo = state.photos[share.photo] else { return [] }
    if let reason = reason(state, row) { return [state.show(.unavailable(.share, reason))] }
    if share.isOfSeveral { return handle(&state, row, of: share.photos) }
    switch row {
    case .copyLink:
      return page(state).map { copyLink(&state, $0) } ?? []
    case .showCode:
      guard let page = page(state) else { return [] }
      state.share?.code = .making
      return [.share(.makeCode(photo.id, link: page))]
    case .copyMarkdown: return copyCredit(&state, of: photo, as: .markdown)
    case .copyHTML: return copyCredit(&state, of: photo, as: .html)
    case .openInBrowser:
      return page(state).map { [.share(.openInBrowser(photo.id, url: $0))] } ?? []
    case .openAuthor:
      return authorPage(state).map { [.share(.openInBrowser(photo.id, url: $0))] } ?? []
    case .copyAuthorLink:
      return authorPage(state).map { copyLink(&state, $0) } ?? []
    case .save:
      return state.save(photo.id)
    }
  }

  private static func copyLink(_ state: inout AppState, _ page: WebPage) -> [Effect] {
    state.share = nil
    let link = ClipboardText(page.text)
    return [.terminal(.copy(link)), state.show(.copied(link))]
  }

  /// Performs a row's command for several photos.
  private static func handle(
    _ state: inout AppState,
    _ row: ShareState.Row,
    of ids: [Photo.ID]
  ) -> [Effect] {
    let pages = pages(state)
    state.share = nil
    func copy(_ format: Credit.Format) -> [Effect] {
      let credits = ids.compactMap { state.photos[$0] }.map { Credit(of: $0, state.launch) }
      // The credits are joined in one line: names may contain shell syntax, and a line break would
      // run it.
      let text = credits.map { $0.text(as: format) }.joined(separator: " · ")
      return [
        .terminal(.copy(ClipboardText(text))),
        state.show(.copiedCredits(credits.count, format)),
      ]
    }
    switch row {
    case .copyLink:
      let links = ClipboardText(lines: pages.map(\.text))
      return [.terminal(.copy(links)), state.show(.copiedLinks(pages.count))]
    case .copyMarkdown: return copy(.markdown)
    case .copyHTML: return copy(.html)
    case .save:
      let saved = ids.filter { state.saveProgress(of: $0) == nil }
      return saved.flatMap { state.save($0) } + [state.show(.savingPhotos(saved.count))]
    case .showCode, .openInBrowser, .openAuthor, .copyAuthorLink: return []
    }
  }

  private static func copyCredit(
    _ state: inout AppState,
    of photo: Photo,
    as format: Credit.Format
  ) -> [Effect] {
    let credit = Credit(of: photo, state.launch)
    let text = ClipboardText(credit.text(as: format))
    state.share = nil
    return [.terminal(.copy(text)), state.show(.copiedCredit(format, text))]
  }

  /// Returns the page of the shared photo; `nil` if it is unknown.
  private static func page(_ state: AppState) -> WebPage? {
    guard let id = state.share?.photo else { return nil }
    return (state.photos[id]?.pageURL).map { state.launch.link($0, of: id) }
  }

  /// Returns the known pages of the shared photos.
  private static func pages(_ state: AppState) -> [WebPage] {
    (state.share?.photos ?? []).compactMap { id in
      (state.photos[id]?.pageURL).map { state.launch.link($0, of: id) }
    }
  }

  /// Returns the page of the shared photo's photographer; `nil` if it is unknown.
  private static func authorPage(_ state: AppState) -> WebPage? {
    guard let id = state.share?.photo else { return nil }
    return (state.photos[id]?.author.pageURL).map { state.launch.link($0, of: id) }
  }

  /// Closes the menu after its photo was saved to the pictures folder.
  static func saved(_ state: inout AppState, _ id: Photo.ID) { close(&state, id) }

  /// Closes a photo's menu after its command, unless the QR code is open for scanning.
  private static func close(_ state: inout AppState, _ id: Photo.ID) {
    if state.share?.photo == id, state.share?.code == nil { state.share = nil }
  }
}

extension AppState {
  /// Returns the progress of saving a photo to the pictures folder; `nil` if it isn't being saved.
  package func saveProgress(of id: Photo.ID) -> DownloadProgress? {
    guard let item = downloads[DownloadID(id, to: .pictures)], item.isUnderWay else { return nil }
    return item.progress
  }
}

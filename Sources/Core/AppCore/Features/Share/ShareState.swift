import Canvas
import Model

/// The sheet to keep and to share photos.
package struct ShareState: Equatable, Sendable {
  package enum Row: Hashable, Sendable {
    case copyLink
    /// Saves the photos to the pictures folder.
    case save
    /// Downloads the photos to the gallery, or shows the photo there.
    case download
    case copyImage, view, wallpaper, mail
    /// The user's own command, given by its position in the configuration.
    case command(Int)
    case copyPath
    case showCode
    /// Shows the credit's formats instead of the rows.
    case copyCredit
    case credit(Credit.Format)
    case openInBrowser, openAuthor
  }

  /// The link as a QR code, shown over the rows.
  package enum Code: Equatable, Sendable {
    case making
    case made(QRCode)
    /// The link is too long for any QR code.
    case linkTooLong
  }

  /// A row that acts on the photo's file and waits for its download.
  package struct Waiting: Equatable, Sendable {
    package let row: Row
    /// Whether the download was begun by a row of the sheet, so that Esc cancels it.
    let ownsDownload: Bool
  }

  /// The photo, or the first of several marked ones.
  package let photo: Photo.ID
  package let photos: [Photo.ID]
  package var focus: Row = .copyLink
  package var showsFormats = false
  /// The QR code of the link; `nil` until the user opens it.
  package var code: Code?
  package var waiting: Waiting?
  /// The row whose effect is running.
  package var running: Row?

  package init(photo: Photo.ID) {
    self.photo = photo
    photos = [photo]
  }

  /// Creates the sheet for several photos; `nil` if there are none.
  package init?(photos: [Photo.ID]) {
    guard let first = photos.first else { return nil }
    photo = first
    self.photos = photos
  }

  package var isOfSeveral: Bool { photos.count > 1 }

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

extension AppState {
  /// The groups of rows of the open sheet, in order.
  ///
  /// A row that can't work here is missing, unless the user could change that.
  package var shareGroups: [[ShareState.Row]] {
    guard let share else { return [] }
    if share.showsFormats { return [Credit.Format.allCases.map { .credit($0) }] }
    let commands = launch.preferences.shareCommands.indices.map { ShareState.Row.command($0) }
    let groups: [[ShareState.Row]] = [
      [.copyLink, .save, .download],
      [.copyImage, .view, .wallpaper, .mail] + commands + [.copyPath],
      [.showCode, .copyCredit, .openInBrowser, .openAuthor],
    ]
    return groups.map { $0.filter { hasRow($0, share) } }.filter { !$0.isEmpty }
  }

  /// The rows of the open sheet, in order.
  package var shareRows: [ShareState.Row] { shareGroups.flatMap(\.self) }

  /// The focused row of the open sheet; the first one if that row has disappeared.
  package var shareFocus: ShareState.Row? {
    let rows = shareRows
    return share.flatMap { rows.contains($0.focus) ? $0.focus : rows.first }
  }

  private func hasRow(_ row: ShareState.Row, _ share: ShareState) -> Bool {
    let isOne = !share.isOfSeveral
    let tools = launch.desktop
    func hasProgram(_ isInstalled: Bool) -> Bool {
      offers(.gallery) && isOne && (isInstalled || tools.display != nil)
    }
    switch row {
    case .copyLink: return !sharedPages.isEmpty
    case .save: return true
    case .download:
      let isHere = share.photos.allSatisfy(isInGallery)
      return offers(.gallery) && !(isHere && (!isOne || isShown(.gallery)))
    case .copyImage: return hasProgram(tools.clipboard != nil)
    case .view: return hasProgram(tools.canView)
    // Under Wayland, a further program doesn't help.
    case .wallpaper:
      return hasProgram(tools.wallpaper != nil) && (tools.wallpaper != nil || tools.display == .x11)
    case .mail: return hasProgram(tools.canMail)
    case .command(let index):
      let needsPage = launch.preferences.shareCommands[index].needsPage
      return offers(.gallery) && isOne && !(needsPage && sharedPages.isEmpty)
    case .copyPath:
      return offers(.gallery) && (isOne || share.photos.allSatisfy { localFile(of: $0) != nil })
    case .showCode: return offers(.richSharing) && isOne && !sharedPages.isEmpty
    case .copyCredit, .credit: return offers(.richSharing)
    case .openInBrowser, .openAuthor:
      let page = row == .openAuthor ? sharedAuthorPage : sharedPages.first
      let canOpen = launch.hasBrowser || tools.display != nil
      return offers(.richSharing) && isOne && page != nil && canOpen
    }
  }

  /// Whether a row acts on the photo's file in the gallery.
  ///
  /// A wallpaper has a folder of its own.
  func needsFile(_ row: ShareState.Row) -> Bool {
    switch row {
    case .copyImage, .view, .mail, .copyPath: true
    case .command(let index): launch.preferences.shareCommands[index].needsFile
    default: false
    }
  }

  /// The known pages of the shared photos.
  var sharedPages: [WebPage] {
    (share?.photos ?? []).compactMap { id in
      (photos[id]?.pageURL).map { launch.link($0, of: id) }
    }
  }

  /// The page of the shared photo's photographer; `nil` if it is unknown.
  var sharedAuthorPage: WebPage? {
    guard let id = share?.photo else { return nil }
    return (photos[id]?.author.pageURL).map { launch.link($0, of: id) }
  }

  /// Returns the progress of a row of the open sheet: of saving, or of the download that a row
  /// waits for.
  package func progress(of row: ShareState.Row) -> DownloadProgress? {
    guard let share, !share.isOfSeveral else { return nil }
    let isWaiting = row == share.waiting?.row ?? .download
    guard row == .save || isWaiting else { return nil }
    let id = DownloadID(share.photo, to: row == .save ? .pictures : .gallery)
    guard let item = downloads[id], item.isUnderWay else { return nil }
    return item.progress
  }
}

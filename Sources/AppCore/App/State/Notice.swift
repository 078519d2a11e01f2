import Canvas
import Library
import Model

/// A short message in the hint line that goes away by itself.
package struct Notice: Equatable, Sendable {
  package enum Text: Equatable, Sendable {
    case unavailable(Command, UnavailableReason)
    /// The link was handed to the terminal's clipboard, which cannot confirm.
    case copied(ClipboardText)
    /// The same of a photograph's credit.
    case copiedCredit(Credit.Format, ClipboardText)
    case openedInBrowser(WebPage)
    /// A file was written, the last of so many.
    case saved(path: String, count: Int = 1)
    case savedWithoutCredit(path: String, CreditFault)
    case newPhotos(Int)
    case upToDate
    case configurationReread
    case nothingToRetry
    /// The extended edition's hearts that went back; Retry stands beside it.
    case likesRefused(RefusedLikes)
    /// A photograph has arrived in the gallery, whose key leads to it; the last of so many.
    case downloaded(Photo.ID, count: Int = 1)
    /// It was there already.
    case inGallery(Photo.ID)
    /// Retry stands beside it.
    case downloadFailed(DownloadID, Problem)
    /// So many photographs were asked for; so many others are in the gallery already.
    case downloadingPhotos(Int, here: Int)
    /// So many files are on their way to the pictures folder.
    case savingPhotos(Int)
    /// So many photographs were liked, or unliked.
    case likedPhotos(Int, Bool)
    /// So many links were handed to the terminal's clipboard.
    case copiedLinks(Int)
    case copiedCredits(Int, Credit.Format)
    /// Likes that are sent once the network is back.
    case likesWaitForNetwork
    /// Likes that are sent once the service accepts requests again.
    case likesWait(minutes: Int?)
    /// Something failed that is no reason to stop the person; `retry` is what to do again.
    case failed(Problem, retry: AppAction?)
    /// The service has nothing of what is kept of a list any more on its first page.
    case newerPhotos(ListID)
    case deletedPhotos(Int)
    case exported(ExportOutcome)
    /// The export failed partway.
    case exportedPartly(ExportOutcome, Problem)
    /// For how long a slideshow shows each photograph from now on.
    case slideshowPace(seconds: Int)
    /// It has come to the last photograph.
    case slideshowEnded
    /// Photographs by chance are on their way.
    case seekingRandom
    case historyCleared
    /// What was pasted is no address of the service.
    case unknownAddress
    /// The account's session was removed; the browser is still signed in at this service, if it was
    /// used.
    case signedOut(browserAt: String?)
    /// The session is in the file, since the keyring could not take it.
    case sessionInFile(KeyringError)
    /// The session cannot be saved: it ends with the program.
    case sessionNotSaved(Problem)
    /// This start reads nothing that is kept.
    case lastStartFailed
    /// There is no terminfo entry for the terminal (TERM), so that another entry is in use.
    case terminalUnknown(String, entry: String)
  }

  package let number: Int
  package let text: Text

  package init(number: Int, text: Text) {
    self.number = number
    self.text = text
  }

  /// How long a notice hides the keys: as long as it takes to read it.
  package var duration: Duration {
    switch text {
    case .upToDate, .newPhotos, .configurationReread, .nothingToRetry, .downloaded, .inGallery,
      .deletedPhotos, .exported, .unavailable, .downloadingPhotos, .savingPhotos, .likedPhotos,
      .copiedLinks, .copiedCredits, .slideshowEnded, .seekingRandom, .historyCleared,
      .unknownAddress:
      .seconds(3)
    case .slideshowPace: .seconds(2)
    // A link or a path may have to be copied by hand.
    case .copied, .copiedCredit, .openedInBrowser, .saved, .likesWait, .likesWaitForNetwork,
      .signedOut:
      .seconds(5)
    case .failed, .exportedPartly, .likesRefused, .downloadFailed, .newerPhotos, .lastStartFailed,
      .sessionInFile, .sessionNotSaved, .terminalUnknown,
      .savedWithoutCredit:
      .seconds(8)
    }
  }

  /// The photograph in the gallery that the notice is about.
  package var galleryPhoto: Photo.ID? {
    switch text {
    case .downloaded(let id, _), .inGallery(let id): id
    default: nil
    }
  }

  /// Whether it says something of the photograph that is looked at.
  fileprivate var isAboutPhoto: Bool {
    switch text {
    case .unavailable, .copied, .copiedCredit, .openedInBrowser, .likesRefused, .downloaded,
      .inGallery, .downloadFailed, .exported, .nothingToRetry:
      true
    case .failed(let problem, _):
      [.picture, .like, .unlike, .details, .save, .download, .export, .clipboard, .browser]
        .contains(problem.subject)
    default: false
    }
  }

  /// What Retry beside the notice means; nil where there is nothing to be tried again.
  package var retry: AppAction? {
    switch text {
    case .likesRefused(let refused): .likes(.retried(refused.likes))
    case .downloadFailed(let id, _): .downloads(.retryPressed(id))
    case .failed(_, let action): action
    case .newerPhotos(let list): .feed(.refreshPressed, in: list)
    default: nil
    }
  }
}

extension AppState {
  /// Shows a notice and starts its timer.
  mutating func show(_ text: Notice.Text) -> Effect {
    let number = nextNumber()
    let notice = Notice(number: number, text: text)
    self.notice = notice
    return .after(Effect.ID(.app, "notice"), notice.duration, .noticeExpired(number))
  }

  /// Says that a photograph has arrived in the gallery, together with those it said it of before.
  mutating func showDownloaded(_ id: Photo.ID) -> Effect {
    if case .downloaded(_, let count)? = notice?.text {
      return show(.downloaded(id, count: count + 1))
    }
    return show(.downloaded(id))
  }

  /// Says where a photograph was saved, or of how many it does.
  mutating func showSaved(path: String) -> Effect {
    if case .saved(_, let count)? = notice?.text {
      return show(.saved(path: path, count: count + 1))
    }
    return show(.saved(path: path))
  }

  /// A heart pressed again, or tried again, leaves the notice.
  mutating func dropRefusal(of id: Photo.ID) {
    guard let notice, case .likesRefused(var refused) = notice.text, refused.likes[id] != nil else {
      return
    }
    refused.likes[id] = nil
    self.notice =
      refused.likes.isEmpty ? nil : Notice(number: notice.number, text: .likesRefused(refused))
  }

  /// That a download has failed is no longer so once it is queued again or gone.
  mutating func dropFailure(of id: DownloadID) {
    if case .downloadFailed(id, _)? = notice?.text { notice = nil }
  }

  /// The screen, photo and overlays that a notice was shown with.
  struct NoticeContext {
    let notice: Notice?
    let screen: Place
    let photo: Photo.ID?
    let showsDetails: Bool
    let overlays: Int
  }

  var noticeContext: NoticeContext {
    NoticeContext(
      notice: notice,
      screen: screen,
      photo: photo?.id,
      showsDetails: showsDetails,
      overlays: overlays.count
    )
  }

  /// Removes a notice when its screen or photo is left, or when something opens over the screen:
  /// the notice would hide its keys.
  ///
  /// - Parameter context: the context before the action.
  mutating func clearNotice(leaving scene: NoticeContext) {
    // What the start has to say comes before its first screen.
    guard let notice, notice == scene.notice, scene.screen != .splash else { return }
    let isLeft = screen != scene.screen || notice.isAboutPhoto && photo?.id != scene.photo
    let isCovered = overlays.count > scene.overlays || showsDetails && !scene.showsDetails
    if isLeft || isCovered { self.notice = nil }
  }

  /// What the key of Retry acts on, of all on the screen that has failed.
  package enum RetryTarget: Equatable, Sendable {
    case notice
    /// The list's next page.
    case page
    /// The download of the photograph in front.
    case download
    /// The picture of the photograph in front.
    case picture
    case details
  }

  /// Where the key of Retry stands; nil where it would refresh.
  package var retryTarget: RetryTarget? {
    if noticeRetry != nil { return .notice }
    if downloadInFront?.problem != nil { return .download }
    if photo == nil, let list = listInView, case .failed = self[list].load { return .page }
    guard let id = currentPhoto else { return nil }
    let picture = PictureKey(.photo(id), photo == nil ? .thumbnail : .full)
    if case .failed = pictures[picture] { return .picture }
    return showsDetails && details.failed[id] != nil ? .details : nil
  }

  /// What Retry beside the notice means; nil where the screen has a Retry of its own.
  package var noticeRetry: AppAction? {
    guard let retry = notice?.retry else { return nil }
    let failed: Problem? =
      if let list = listInView, case .failed(let problem) = self[list].load { problem } else { nil }
    let isOnScreen =
      photo == nil && (failed != nil || (isInFront(.profile) && profile.problem != nil))
    return isOnScreen && isAboutLoading ? nil : retry
  }

  private var isAboutLoading: Bool {
    if case .failed? = notice?.text { true } else { false }
  }
}

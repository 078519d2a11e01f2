import Canvas
import Model

/// A short message in the hint line that disappears after some seconds.
package struct Notice: Equatable, Sendable {
  package enum Text: Equatable, Sendable {
    case unavailable(Command, UnavailableReason)
    /// The pressed key has no meaning at the place.
    case unknownKey
    /// Text was sent to the terminal's clipboard, which doesn't confirm it.
    case copied
    /// A file was written at `path`; `count` includes those that the previous notice reported.
    case saved(path: String, count: Int = 1)
    case savedWithoutCredit(path: String, CreditFault)
    case newPhotos(Int)
    case upToDate
    case configurationReread
    /// Likes that the extended edition had shown before the service refused them.
    ///
    /// The notice offers Retry.
    case likesRefused(RefusedLikes)
    /// A photo was added to the gallery; `count` includes those that the previous notice reported.
    case downloaded(Photo.ID, count: Int = 1)
    /// The photo is already in the gallery.
    case inGallery(Photo.ID)
    /// A download failed.
    ///
    /// The notice offers Retry.
    case downloadFailed(DownloadID, Problem)
    /// The number of photos queued for download, and the number already in the gallery.
    case downloadingPhotos(Int, here: Int)
    /// The number of photos queued for the pictures folder.
    case savingPhotos(Int)
    /// The number of photos liked or unliked together; `true` if they were liked.
    case likedPhotos(Int, Bool)
    /// Likes wait until the network is back.
    case likesWaitForNetwork
    /// Likes wait until the service accepts requests again; `nil` if the time is unknown.
    case likesWait(minutes: Int?)
    /// A failure that doesn't interrupt the user; `retry` is the action to repeat.
    case failed(Problem, retry: AppAction?)
    /// A refreshed first page has no photo in common with the cached list, which is still shown.
    case newerPhotos(ListID)
    case deletedPhotos(Int)
    case shared(ShareOutcome)
    /// The number of seconds per photo of the slideshow, after the user changed it.
    case slideshowInterval(seconds: Int)
    /// The order of the slideshow, after the user changed it.
    case slideshowOrder(SlideshowOrder)
    /// The slideshow has reached the last photo.
    case slideshowEnded
    /// Random photos are being loaded.
    case seekingRandom
    /// The service has no photo to choose at random.
    case noRandomPhotos
    case historyCleared
    /// The pasted text is neither a URL of the service nor a photo ID.
    case unknownAddress
    /// The account's session was removed; `browserAt` names the service if the browser is still
    /// signed in there.
    case signedOut(browserAt: String?)
    /// The session was saved in the file, because the keyring could not store it.
    case sessionInFile(KeyringError)
    /// The session couldn't be saved, so it ends when the program exits.
    case sessionNotSaved(Problem)
    /// This launch doesn't read cached data automatically, because the previous launch failed.
    case lastStartFailed
    /// The terminal's name (`TERM`) has no terminfo entry, so another entry is used.
    case terminalUnknown(String, entry: String)
    /// tmux blocks pictures; this line of its configuration allows them.
    case picturesBlocked(line: String)
  }

  package let number: Int
  package let text: Text

  /// The time until the notice disappears: long enough to read it.
  package var duration: Duration {
    switch text {
    case .upToDate, .newPhotos, .configurationReread, .downloaded, .inGallery,
      .deletedPhotos, .unavailable, .unknownKey, .copied, .downloadingPhotos, .savingPhotos,
      .likedPhotos, .slideshowEnded, .seekingRandom, .noRandomPhotos, .historyCleared,
      .unknownAddress:
      .seconds(3)
    case .slideshowInterval, .slideshowOrder: .seconds(2)
    // Long enough to copy a link or a path by hand.
    case .shared, .saved, .likesWait, .likesWaitForNetwork, .signedOut:
      .seconds(5)
    case .failed, .likesRefused, .downloadFailed, .newerPhotos, .lastStartFailed,
      .sessionInFile, .sessionNotSaved, .terminalUnknown, .picturesBlocked,
      .savedWithoutCredit:
      .seconds(8)
    }
  }

  /// The photo in the gallery that the notice reports; `nil` for other notices.
  package var galleryPhoto: Photo.ID? {
    switch text {
    case .downloaded(let id, _), .inGallery(let id): id
    default: nil
    }
  }

  /// Whether the notice concerns the current photo, so that it closes when full screen shows
  /// another one.
  fileprivate var isAboutPhoto: Bool {
    switch text {
    case .unavailable, .copied, .shared, .likesRefused, .downloaded, .inGallery, .downloadFailed:
      true
    case .failed(let problem, _):
      [.picture, .like, .unlike, .details, .save, .download, .share, .clipboard, .browser]
        .contains(problem.subject)
    default: false
    }
  }

  /// The action of the notice's Retry button; `nil` if it has none.
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

  /// Shows that a photo was added to the gallery.
  ///
  /// If the visible notice reports the same, increases its count.
  mutating func showDownloaded(_ id: Photo.ID) -> Effect {
    if case .downloaded(_, let count)? = notice?.text {
      return show(.downloaded(id, count: count + 1))
    }
    return show(.downloaded(id))
  }

  /// Shows the path of a saved photo.
  ///
  /// If the visible notice reports saved photos, increases its count.
  mutating func showSaved(path: String) -> Effect {
    if case .saved(_, let count)? = notice?.text {
      return show(.saved(path: path, count: count + 1))
    }
    return show(.saved(path: path))
  }

  /// Removes a photo from the notice about refused likes, because its like was requested again.
  mutating func dropRefusal(of id: Photo.ID) {
    guard let notice, case .likesRefused(var refused) = notice.text, refused.likes[id] != nil else {
      return
    }
    refused.likes[id] = nil
    self.notice =
      refused.likes.isEmpty ? nil : Notice(number: notice.number, text: .likesRefused(refused))
  }

  /// Closes the notice about a failed download, because it was queued again or removed.
  mutating func dropFailure(of id: DownloadID) {
    if case .downloadFailed(id, _)? = notice?.text { notice = nil }
  }

  /// The notice and the state it depends on: screen, photo, details pane and number of overlays.
  struct NoticeContext {
    let notice: Notice?
    let screen: Place
    let photo: Photo.ID?
    let showsDetails: Bool
    let overlays: Int
  }

  /// The context that the reducer compares before and after an action.
  var noticeContext: NoticeContext {
    NoticeContext(
      notice: notice,
      screen: screen,
      photo: photo?.id,
      showsDetails: showsDetails,
      overlays: overlays.count
    )
  }

  /// Closes a notice if its screen or photo was left, or if something opened over the screen.
  ///
  /// The notice would otherwise hide the new key hints.
  ///
  /// - Parameter context: the context before the action.
  mutating func clearNotice(leaving context: NoticeContext) {
    // Notices of the launch appear before the first screen and stay when the splash ends.
    guard let notice, notice == context.notice, context.screen != .splash else { return }
    let isLeft = screen != context.screen || notice.isAboutPhoto && photo?.id != context.photo
    let isCovered = overlays.count > context.overlays || showsDetails && !context.showsDetails
    if isLeft || isCovered { self.notice = nil }
  }

  /// A failure on the screen that the Refresh key retries.
  package enum RetryTarget: Equatable, Sendable {
    case notice
    /// The list's next page.
    case page
    /// The download of the current photo.
    case download
    /// The picture of the current photo.
    case picture
    case details
  }

  /// The failure that the Refresh key retries; `nil` if the key refreshes the screen.
  package var retryTarget: RetryTarget? {
    if noticeRetry != nil { return .notice }
    if currentDownload?.problem != nil { return .download }
    if photo == nil, let list = listInView, case .failed = self[list].load { return .page }
    guard let id = currentPhoto else { return nil }
    let picture = PictureKey(.photo(id), photo == nil ? .thumbnail : .full)
    if case .failed = pictures[picture] { return .picture }
    return showsDetails && details.failed[id] != nil ? .details : nil
  }

  /// The action of the notice's Retry; `nil` if there is none.
  ///
  /// Also `nil` if the notice reports a failure and the list or profile on the screen offers its
  /// own Retry.
  package var noticeRetry: AppAction? {
    guard let retry = notice?.retry else { return nil }
    let failed: Problem? =
      if let list = listInView, case .failed(let problem) = self[list].load { problem } else { nil }
    let isOnScreen =
      photo == nil && (failed != nil || (isShown(.profile) && profile.problem != nil))
    return isOnScreen && isAboutLoading ? nil : retry
  }

  /// Whether the notice reports a failure that the screen may also show.
  private var isAboutLoading: Bool {
    if case .failed? = notice?.text { true } else { false }
  }
}

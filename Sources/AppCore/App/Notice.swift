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
    case saved(path: String)
    case newPhotos(Int)
    case upToDate
    case configurationReread
    case nothingToRetry
    /// The extended edition's hearts that went back; Retry stands beside it.
    case likesRefused(RefusedLikes)
    /// A photograph has arrived in the gallery, whose key leads to it.
    case kept(Photo.ID)
    /// Retry stands beside it.
    case downloadFailed(DownloadID, Problem)
    /// Likes that are sent once the service accepts requests again.
    case likesWait(minutes: Int?)
    /// What is kept could not be refreshed; the action is Retry.
    case notRefreshed(Problem, AppAction)
    /// The service has nothing of what is kept of a list any more on its first page.
    case newerPhotos(ListID)
    case deletedPhotos(Int)
    case exported(ExportOutcome)
    /// This start reads nothing that is kept.
    case lastStartFailed
  }

  package let number: Int
  package let text: Text

  package init(number: Int, text: Text) {
    self.number = number
    self.text = text
  }

  /// How long a notice stays.
  package static let duration = Duration.seconds(5)
  /// How long one stays that offers to do something.
  package static let offerDuration = Duration.seconds(10)

  /// What Retry beside the notice means; nil where there is nothing to be tried again.
  package var retry: AppAction? {
    switch text {
    case .likesRefused: .likes(.refusedRetried)
    case .downloadFailed(let id, _): .downloads(.retryPressed(id))
    case .notRefreshed(_, let action): action
    case .newerPhotos(let list): .feed(.refreshPressed, in: list)
    default: nil
    }
  }
}

extension AppState {
  /// Shows a notice and starts its timer.
  mutating func show(_ text: Notice.Text) -> Effect {
    let number = takeNumber()
    let notice = Notice(number: number, text: text)
    self.notice = notice
    let isLong = notice.retry != nil || text == .lastStartFailed
    let duration = isLong ? Notice.offerDuration : Notice.duration
    return .after(Effect.ID(.app, "notice"), duration, .noticeExpired(number))
  }
}

/// A short message in the hint line that goes away by itself.
package struct Notice: Equatable, Sendable {
  package enum Text: Equatable, Sendable {
    case unavailable(Command, UnavailableReason)
    /// The link was handed to the terminal's clipboard, which cannot confirm.
    case copied(String)
    case openedInBrowser(String)
    case saved(path: String)
    case newPhotos(Int)
    case upToDate
    case configurationReread
    case nothingToRetry
  }

  package let number: Int
  package let text: Text

  package init(number: Int, text: Text) {
    self.number = number
    self.text = text
  }

  /// How long a notice stays.
  package static let duration = Duration.seconds(5)
}

extension AppState {
  /// Shows a notice and starts its timer.
  mutating func show(_ text: Notice.Text) -> Effect {
    let number = takeNumber()
    notice = Notice(number: number, text: text)
    return .after(Effect.ID(.app, "notice"), Notice.duration, .noticeExpired(number))
  }
}

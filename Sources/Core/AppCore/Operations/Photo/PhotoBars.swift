import Canvas
import Model

/// The bars of full screen, which disappear after `delay` without input if they cover the photo.
///
/// Any input shows them again and has its usual effect as well.
package enum PhotoBars {
  /// The time between the last input and hiding.
  static let delay = Duration.seconds(3)
  static let timer = Effect.ID(.photo, "bars")
}

extension AppState {
  /// Whether bars that cover the photo disappear after a time.
  ///
  /// False outside of full screen, without pictures, or if the terminal or the user requires
  /// visible bars.
  package var hidesBars: Bool {
    program.hasPictures && program.hidesBars && photo != nil && photo?.beside == nil
  }

  /// Whether hiding the bars makes the photo larger, so that they hide; otherwise they stay.
  package var areBarsInTheWay: Bool { photoLayout.map { $0.body != photoScreen.body } ?? false }

  /// Whether the bars are hidden now.
  package var areBarsHidden: Bool {
    hidesBars && place == .photo && photo?.areBarsHidden == true && areBarsInTheWay
  }

  /// Whether the user needs the bars: a button has the focus, the picture has failed, or a count is
  /// being typed.
  fileprivate var needsBars: Bool {
    guard let view = photo else { return true }
    if case .failed = pictures[PictureKey(.photo(view.id), .full)] { return true }
    return view.focus != .picture || pendingCount != nil
  }
}

extension PhotoReducer {
  /// Shows the bars after input and restarts their timer.
  static func showBars(_ state: inout AppState) -> [Effect] {
    guard state.hidesBars, state.slideshow == nil else { return [] }
    state.photo?.areBarsHidden = false
    return [waitToHideBars]
  }

  /// Hides the bars, unless something on the screen needs them.
  static func hideBars(_ state: inout AppState) -> [Effect] {
    guard state.hidesBars, state.slideshow == nil else { return [] }
    guard state.place == .photo, !state.needsBars, state.notice == nil else {
      return [waitToHideBars]
    }
    state.photo?.areBarsHidden = true
    return []
  }

  private static var waitToHideBars: Effect {
    .after(PhotoBars.timer, PhotoBars.delay, .photo(.barsExpired))
  }
}

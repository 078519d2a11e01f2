import Model

/// A slideshow: full screen without bars that advances automatically.
package struct Slideshow: Equatable, Sendable {
  package enum Step: Equatable, Sendable {
    /// The photo was shown for its time.
    case timePassed
    /// The user pressed a key or button that isn't a slideshow command.
    ///
    /// Full screen handles the command.
    case interrupted(then: Command?)
  }

  /// The seconds per photo that the commands select; a configured number may be in between.
  static let seconds = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 120, 300, 600, 1800, 3600]
  /// The time between checks for a photo that is still loading.
  static let pollInterval = Duration.seconds(1)
  /// The number of checks after which the slideshow advances to the next photo.
  static let maxPolls = 30

  /// The number of checks so far for the current photo.
  var pollCount = 0
}

extension AppState {
  /// The number of seconds that the slideshow shows each photo.
  package var slideshowSeconds: Int {
    program.chosenSlideshowSeconds ?? launch.preferences.slideshowSeconds
  }
}

extension PhotoReducer {
  private static let timer = Effect.ID(.photo, "slideshow")

  /// Starts a slideshow at the photo in full screen.
  static func startSlideshow(_ state: inout AppState) -> [Effect] {
    guard state.photo != nil else { return [] }
    state.slideshow = Slideshow()
    // A slideshow shows photos whole and upright.
    state.photo = state.photo.map { $0.showing($0.id) }
    return [wait(state)]
  }

  /// Stops the slideshow and returns to full screen with bars, at the current photo.
  static func stopSlideshow(_ state: inout AppState) -> [Effect] {
    guard state.slideshow != nil else { return [] }
    state.slideshow = nil
    return [.cancel(timer), .event(.currentPhotoChanged)]
  }

  static func reduce(_ state: inout AppState, _ step: Slideshow.Step) -> [Effect] {
    guard state.slideshow != nil else { return [] }
    if case .interrupted(let command) = step {
      let commands = [command].compactMap(\.self)
      return stopSlideshow(&state) + [.event(.commandsReady(commands))]
    }
    // The slideshow stops if something has opened over it, such as an alert.
    guard state.place == .slideshow else { return stopSlideshow(&state) }
    if isOnItsWay(state), let pollCount = state.slideshow?.pollCount, pollCount < Slideshow.maxPolls
    {
      state.slideshow?.pollCount += 1
      return [pollAgain]
    }
    return advance(&state)
  }

  static func handleSlideshow(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .slideshow, .back: return .handled(stopSlideshow(&state))
    case .moveLeft: return .handled(turn(&state, -1) + [wait(state)])
    case .moveRight: return .handled(turn(&state, 1) + [wait(state)])
    case .showLonger:
      let longer = Slideshow.seconds.first { $0 > state.slideshowSeconds }
      return .handled(changeInterval(&state, longer))
    case .showShorter:
      let shorter = Slideshow.seconds.last { $0 < state.slideshowSeconds }
      return .handled(changeInterval(&state, shorter))
    default: return .ignored
    }
  }

  /// Shows the next photo, or waits if the next page is still loading.
  ///
  /// After the last photo, ends the slideshow.
  private static func advance(_ state: inout AppState) -> [Effect] {
    guard let view = state.photo else { return [] }
    if view.isInGallery {
      let isLast = state.program.galleryView.selection >= state.gallery.count - 1
      return isLast ? end(&state) : turn(&state, 1) + [wait(state)]
    }
    let list = state[view.list]
    if let last = list.order.last, view.id != last { return turn(&state, 1) + [wait(state)] }
    // The next page may contain more photos.
    if case .loading = list.load { return [pollAgain] }
    return end(&state)
  }

  private static func end(_ state: inout AppState) -> [Effect] {
    stopSlideshow(&state) + [state.show(.slideshowEnded)]
  }

  private static func turn(_ state: inout AppState, _ count: Int) -> [Effect] {
    state.slideshow?.pollCount = 0
    return step(&state, count)
  }

  private static func changeInterval(_ state: inout AppState, _ seconds: Int?) -> [Effect] {
    state.program.chosenSlideshowSeconds = seconds ?? state.slideshowSeconds
    return [state.show(.slideshowInterval(seconds: state.slideshowSeconds)), wait(state)]
  }

  private static var pollAgain: Effect {
    .after(timer, Slideshow.pollInterval, .photo(.slideshow(.timePassed)))
  }

  /// Starts the timer of the current photo.
  private static func wait(_ state: AppState) -> Effect {
    .after(timer, .seconds(state.slideshowSeconds), .photo(.slideshow(.timePassed)))
  }

  /// Whether the picture is still loading.
  private static func isOnItsWay(_ state: AppState) -> Bool {
    guard let view = state.photo else { return false }
    return switch state.pictures[PictureKey(.photo(view.id), .full)] {
    case .full, .failed, nil: false
    case .color, .blurHash, .thumbnail: true
    }
  }
}

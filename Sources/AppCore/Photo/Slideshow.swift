import Library
import Model

/// Full screen that goes on by itself, without bars.
package struct Slideshow: Equatable, Sendable {
  package enum Step: Equatable, Sendable {
    /// The photograph has had its time.
    case timePassed
    /// A key or click that is not the slideshow's own; full screen has what it means there.
    case interrupted(then: Command?)
  }

  /// The steps of seconds per photograph; a configured number may lie between two of them.
  static let seconds = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 120, 300, 600, 1800, 3600]
  /// How often it looks for what is still on its way.
  static let pollInterval = Duration.seconds(1)
  /// How many times it looks for a picture before the next photograph takes its turn.
  static let maxPolls = 30

  /// How many times it has looked for the present picture.
  var pollCount = 0
}

extension AppState {
  /// For how many seconds the slideshow shows each photograph.
  package var slideshowSeconds: Int { program.chosenSlideshowSeconds ?? launch.slideshowSeconds }
}

extension PhotoReducer {
  private static let timer = Effect.ID(.photo, "slideshow")

  /// Goes on by itself from the photograph in full screen.
  static func startSlideshow(_ state: inout AppState) -> [Effect] {
    guard state.photo != nil else { return [] }
    state.slideshow = Slideshow()
    state.photo?.focus = .picture
    return [wait(state)]
  }

  /// Full screen with its bars, at the same photograph.
  static func stopSlideshow(_ state: inout AppState) -> [Effect] {
    guard state.slideshow != nil else { return [] }
    state.slideshow = nil
    return [.cancel(timer), .event(.photoInFrontChanged)]
  }

  static func reduce(_ state: inout AppState, _ step: Slideshow.Step) -> [Effect] {
    guard state.slideshow != nil else { return [] }
    if case .interrupted(let command) = step {
      return stopSlideshow(&state) + [.event(.slideshowInterrupted(command))]
    }
    // A question has come up, say: it is to be seen where it came from.
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
      return .handled(changePace(&state, longer))
    case .showShorter:
      let shorter = Slideshow.seconds.last { $0 < state.slideshowSeconds }
      return .handled(changePace(&state, shorter))
    default: return .ignored
    }
  }

  /// The next photograph, as soon as it is there; after the last one the slideshow is over.
  private static func advance(_ state: inout AppState) -> [Effect] {
    guard let view = state.photo else { return [] }
    if view.isInGallery {
      let isLast = state.program.galleryView.selection >= state.gallery.count - 1
      return isLast ? end(&state) : turn(&state, 1) + [wait(state)]
    }
    let list = state[view.list]
    guard view.id == list.order.last else { return turn(&state, 1) + [wait(state)] }
    // The next page is on its way.
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

  private static func changePace(_ state: inout AppState, _ seconds: Int?) -> [Effect] {
    state.program.chosenSlideshowSeconds = seconds ?? state.slideshowSeconds
    return [state.show(.slideshowPace(seconds: state.slideshowSeconds)), wait(state)]
  }

  private static var pollAgain: Effect {
    .after(timer, Slideshow.pollInterval, .photo(.slideshow(.timePassed)))
  }

  /// Starts the present photograph's time.
  private static func wait(_ state: AppState) -> Effect {
    .after(timer, .seconds(state.slideshowSeconds), .photo(.slideshow(.timePassed)))
  }

  /// Whether the picture has neither come nor failed.
  private static func isOnItsWay(_ state: AppState) -> Bool {
    guard let view = state.photo else { return false }
    return switch state.pictures[PictureKey(.photo(view.id), .full)] {
    case .full, .failed, nil: false
    case .color, .blurHash, .thumbnail: true
    }
  }
}

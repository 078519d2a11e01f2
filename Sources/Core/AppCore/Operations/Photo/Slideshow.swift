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
  /// The photos that were shown in random order, the first one first.
  var shown: [Photo.ID] = []
  /// The rest of the round in random order: all photos, each once.
  package internal(set) var upcoming: [Photo.ID] = []
}

extension AppState {
  /// The number of seconds that the slideshow shows each photo.
  package var slideshowSeconds: Int {
    program.chosenSlideshowSeconds ?? launch.preferences.slideshowSeconds
  }

  package var slideshowOrder: SlideshowOrder {
    program.chosenSlideshowOrder ?? launch.preferences.slideshowOrder
  }

  /// The loaded photos that the slideshow shows.
  fileprivate var slides: [Photo.ID] {
    guard let photo else { return [] }
    return photo.isInGallery ? gallery.groups.flatMap(\.ids) : self[photo.list].order
  }

  /// Begins a round in random order, with the current photo as its first.
  fileprivate mutating func shuffleSlides() {
    var generator = SplitMix(state: program.seed)
    let others = slides.filter { [current = photo?.id] in $0 != current }
    slideshow?.upcoming = others.shuffled(using: &generator)
    program.seed = generator.state
  }
}

/// The pseudo-random number generator SplitMix64 (Steele, Lea and Flood, 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
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
    if state.slideshowOrder == .shuffled { state.shuffleSlides() }
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
    case .shuffle:
      let order: SlideshowOrder = state.slideshowOrder == .listed ? .shuffled : .listed
      state.program.chosenSlideshowOrder = order
      state.slideshow = Slideshow()
      if order == .shuffled { state.shuffleSlides() }
      return .handled([state.show(.slideshowOrder(order)), wait(state)])
    default: return .ignored
    }
  }

  /// Shows the next photo, or waits if the next page is still loading.
  ///
  /// After the last photo, ends the slideshow. In random order, another round begins.
  private static func advance(_ state: inout AppState) -> [Effect] {
    guard let view = state.photo else { return [] }
    if state.slideshowOrder == .shuffled, state.slides.count > 1 {
      return turn(&state, 1) + [wait(state)]
    }
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
    return state.slideshowOrder == .shuffled
      ? turnShuffled(&state, isBack: count < 0) : step(&state, count)
  }

  /// Shows the next photo of the random order, or the one shown before.
  ///
  /// Photos that have left the list are skipped.
  private static func turnShuffled(_ state: inout AppState, isBack: Bool) -> [Effect] {
    let slides = state.slides
    guard var show = state.slideshow, let current = state.photo?.id else { return [] }
    let places = Dictionary(zip(slides, slides.indices)) { first, _ in first }
    var target: Photo.ID?
    while target == nil, let id = isBack ? show.shown.popLast() : show.upcoming.first {
      if !isBack { show.upcoming.removeFirst() }
      if places[id] != nil { target = id }
    }
    guard let target, let place = places[target] else { return [] }
    if isBack { show.upcoming.insert(current, at: 0) } else { show.shown.append(current) }
    state.slideshow = show
    let shown = step(&state, place - (places[current] ?? place))
    if show.upcoming.isEmpty { state.shuffleSlides() }
    return shown
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

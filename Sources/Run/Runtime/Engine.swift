import AppCore
import Canvas
import EffectHandling
import HTTP
import Imaging
import Model
import Pictures
import Platform
import Screens

/// The program without its terminal: owns the state, reduces actions and starts the effects they
/// request.
///
/// Belongs to one thread. The owner of the terminal delivers actions, draws the state and performs
/// the terminal effects. Tests drive the engine without a terminal.
package final class Engine {
  package private(set) var state: AppState
  /// The number of delivered actions that may change the frame.
  ///
  /// If it hasn't changed, the frame is still current.
  package private(set) var revision = 0
  /// The revision of the last action that concerned more than the progress of a picture.
  package private(set) var urgentRevision = 0
  /// The pending effects that only the terminal's owner can perform, in order.
  private var terminalEffects: [Effect] = []

  private let mailbox: Mailbox
  private let effects: EffectRunner
  private let pictures: PictureStore
  private let trace: Trace?
  private var output: PictureOutput
  private var deadlines = Deadlines()
  /// The sources of the pictures in the last frame.
  private var visible: Set<PictureSource> = []
  /// The requests for the pictures of the last frame, most urgent first.
  private var requested: [PictureRequest] = []

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - mailbox: The queue whose posts wake the thread that the engine belongs to.
  ///   - pictures: The store that renders pictures for `output`.
  package init(
    state: AppState,
    effectHandler: any EffectHandler,
    mailbox: Mailbox,
    pictures: PictureStore,
    output: PictureOutput,
    trace: Trace? = nil
  ) {
    self.state = state
    self.mailbox = mailbox
    self.trace = trace
    self.output = output
    effects = EffectRunner(mailbox: mailbox, effectHandler: effectHandler)
    self.pictures = pictures
  }

  // MARK: Actions

  /// Reduces an action and starts the effects it requests.
  package func deliver(_ action: AppAction) { perform(reduce(action)) }

  /// Reduces an action.
  ///
  /// - Returns: The requested effects, to pass to `perform`.
  package func reduce(_ action: AppAction) -> [Effect] {
    trace?.action(action)
    let effects = AppReducer.reduce(&state, action)
    count(action)
    return effects
  }

  private func count(_ action: AppAction) {
    switch action.traits.change {
    // Prefetched pictures aren't in the frame.
    case .picture(let source): if visible.contains(source) { revision += 1 }
    case .nothing: break
    case .everything:
      revision += 1
      urgentRevision = revision
    }
  }

  /// Delivers the actions that have arrived.
  ///
  /// Drops results of effects that were cancelled or replaced.
  package func deliverMail() {
    for envelope in mailbox.drain() {
      if let action = envelope.action {
        if envelope.run.map(effects.isLive) ?? true { deliver(action) }
      } else if let run = envelope.run {
        effects.finish(run)
      }
    }
  }

  /// Delivers the actions that are due.
  package func deliverDue(at now: MonotonicTime) {
    for action in deadlines.due(at: now) { deliver(action) }
  }

  /// Continues after the computer was suspended: its timers count the suspension.
  package func resume(after suspension: Duration) {
    deadlines.advance(by: suspension)
    deliverDue(at: .now)
    deliver(.suspensionEnded)
  }

  /// The time of the next action; `nil` if there is none.
  package var nextDeadline: MonotonicTime? { deadlines.nearest }

  /// Removes and returns the terminal effects requested since the last call.
  package func drainTerminalEffects() -> [Effect] {
    defer { terminalEffects = [] }
    return terminalEffects
  }

  /// Starts the effects, or performs them if that is immediate.
  package func perform(_ list: [Effect]) {
    for effect in list {
      switch effect {
      case .cancel(let id):
        effects.cancel(id)
        deadlines.cancel(id)
      case .cancelReads(let scope):
        effects.cancelReads(of: scope)
        deadlines.cancelReads(of: scope)
      case .after(let id, let duration, let action):
        deadlines.set(id, at: .now + duration, action, isRead: effect.traits.isRead)
      case .pictures(.retry(let key)): pictures.retry(key)
      case .pictures(.clear): pictures.clear()
      case .terminal, .quit: terminalEffects.append(effect)
      // `AppReducer` has handled the events.
      case .event: break
      default:
        guard let id = effect.id else {
          assertionFailure("an effect without an ID can't be started")
          continue
        }
        effects.start(effect, id: id)
      }
    }
  }

  // MARK: Pictures

  /// Sets the output that pictures are rendered for, once more is known about the terminal.
  package func use(_ output: PictureOutput) {
    guard output != self.output else { return }
    self.output = output
    pictures.use(output)
    revision += 1
  }

  /// Returns the best available rendition for each placement of a frame of the current state.
  ///
  /// Skips photos that aren't in the state.
  ///
  /// - Parameters:
  ///   - parts: The visible parts of the pictures, cut into rectangles.
  ///   - storedImages: The images that the terminal stores.
  package func pictures(
    for frame: Frame,
    parts: [Canvas.VisiblePart] = [],
    storedImages: Set<PixelImage.Key> = []
  ) -> [ShownPicture] {
    let requests = PictureBridge.requests(
      frame,
      parts,
      state,
      output,
      localFile: state.pictureFile
    )
    visible = Set(frame.placements.map(\.source))
    requested = requests.compactMap(\.self)
    return pictures.shown(for: requests, storedImages: storedImages)
  }

  /// Requests better renditions for the last frame, and the pictures that will be needed next.
  ///
  /// Call it after drawing the frame: on few cores, the work it starts would delay drawing.
  ///
  /// - Parameter looksAhead: Whether to prefetch the pictures that will be needed next.
  package func requestPictures(looksAhead: Bool = true) {
    let localFile = state.pictureFile
    let next = looksAhead ? Screens.prefetch(state) : []
    pictures.setRequests(
      visible: requested,
      ahead: next.compactMap { PictureBridge.request($0, state, localFile: localFile) }
    )
  }

  /// Whether no work is running, ignoring a sign-in that waits for user input.
  package var isIdle: Bool {
    let waiting = state.signIn.waiting == nil ? nil : SignInEffect.begin.id
    // Check the mailbox last: an effect posts its results before it ends.
    return effects.isIdle(ignoring: waiting) && pictures.isIdle && mailbox.isEmpty
  }

  /// Cancels all effects except those that save data (`Effect.Traits.writeKind`), then waits for
  /// all.
  ///
  /// Cancelled writes clean up their files.
  package func shutdown() async { await effects.shutdown() }

  /// Blocks the calling thread until the shutdown is complete, at most for `timeout`.
  ///
  /// - Returns: The kinds of data that couldn't be written.
  package func shutdown(within timeout: Duration) -> [Effect.WriteKind] {
    effects.shutdown(within: timeout)
  }
}

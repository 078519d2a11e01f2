import AppCore
import Canvas
import HTTP
import Imaging
import Library
import Model
import Operations
import Pictures
import Platform
import Screens

/// The program without its terminal: owns the state, reduces actions and starts what they ask for.
///
/// Belongs to one thread. Whoever has a terminal hands it actions, draws its state, and does the
/// effects that are about the terminal; tests drive it without one.
package final class Engine {
  package private(set) var state: AppState
  /// Counts the actions delivered that may show: the state drawn at another number may look
  /// different now.
  package private(set) var revision = 0
  /// The revision of the last action that was about more than a picture's progress.
  package private(set) var urgentRevision = 0
  /// What only the owner of the terminal can do, in its order.
  private var terminalEffects: [Effect] = []

  private let mailbox: Mailbox
  private let effects: EffectRunner
  private let pictures: PictureStore
  private let trace: Trace?
  private var output: PictureOutput
  private var deadlines = Deadlines()
  /// What the last frame showed pictures of.
  private var visible: Set<PictureSource> = []
  /// The pictures of the last frame, the most urgent first.
  private var requested: [PictureRequest] = []

  /// - Parameters:
  ///   - mailbox: wakes the thread that the engine belongs to.
  ///   - pictures: makes pictures for `output`.
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

  /// Reduces an action and starts what it asks for.
  package func deliver(_ action: AppAction) { perform(reduce(action)) }

  /// Reduces an action.
  ///
  /// - Returns: what it asks for, to be handed to `perform`.
  package func reduce(_ action: AppAction) -> [Effect] {
    trace?.action(action)
    let effects = AppReducer.reduce(&state, action)
    count(action)
    return effects
  }

  private func count(_ action: AppAction) {
    if case .pictureChanged(let key, _) = action {
      // What is fetched ahead shows nowhere.
      if visible.contains(key.source) { revision += 1 }
    } else if case .colorMeasured = action {
      // The picture itself stands there.
    } else {
      revision += 1
      urgentRevision = revision
    }
  }

  /// Delivers what has arrived, but for the results of effects that were cancelled or replaced.
  package func deliverMail() {
    for envelope in mailbox.drain() {
      if let action = envelope.action {
        if envelope.run.map(effects.isLive) ?? true { deliver(action) }
      } else if let run = envelope.run {
        effects.finish(run)
      }
    }
  }

  /// Delivers the actions whose time has come.
  package func deliverDue(at now: MonotonicTime) {
    for action in deadlines.due(at: now) { deliver(action) }
  }

  /// When the next action is due; nil for never.
  package var nextDeadline: MonotonicTime? { deadlines.nearest }

  /// The effects on the terminal that were asked for since the last call.
  package func takeTerminalEffects() -> [Effect] {
    defer { terminalEffects = [] }
    return terminalEffects
  }

  /// Starts, or does, what was asked for.
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
        deadlines.set(id, at: .now + duration, action, isRead: effect.isRead)
      case .pictures(.retry(let key)): pictures.retry(key)
      case .pictures(.clear): pictures.clear()
      case .terminal, .quit: terminalEffects.append(effect)
      default:
        if let id = effect.id { effects.start(effect, id: id) }
      }
    }
  }

  // MARK: Pictures

  /// Makes pictures for what the terminal turned out to be.
  package func use(_ output: PictureOutput) {
    guard output != self.output else { return }
    self.output = output
    pictures.use(output)
    revision += 1
  }

  /// The best there is now of each placement of a frame of this state; nothing of a photograph that
  /// is not known.
  ///
  /// - Parameters:
  ///   - parts: what of the pictures is seen, cut into rectangles.
  ///   - storedImages: the images that the terminal keeps.
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

  /// Asks for better pictures of the last frame, and for those that will be next.
  ///
  /// Call it after drawing the frame: on few cores, the work it starts would delay that.
  ///
  /// - Parameter looksAhead: whether to ask for those that will be next.
  package func wantPictures(looksAhead: Bool = true) {
    let localFile = state.pictureFile
    let next = looksAhead ? Screens.prefetch(state) : []
    pictures.want(
      visible: requested,
      ahead: next.compactMap { PictureBridge.request($0, state, localFile: localFile) }
    )
  }

  /// Whether nothing is under way, but for a sign-in that itself waits for a person.
  package var isIdle: Bool {
    let waiting = state.signIn.waiting == nil ? nil : SignInEffect.begin.id
    // The mailbox last: whatever has ended by now has posted its results before.
    return effects.isIdle(ignoring: waiting) && pictures.isIdle && mailbox.isEmpty
  }

  /// Cancels what needs not be finished and waits for all: writes in progress clean up behind
  /// themselves.
  package func shutdown() async { await effects.shutdown() }

  /// The same for a thread that cannot await, and that has no more patience than this.
  ///
  /// - Returns: what could not be written.
  package func shutdown(within timeout: Duration) -> [Effect.WriteKind] {
    effects.shutdown(within: timeout)
  }
}

import AppCore
import Canvas
import Imaging
import Model
import Pictures
import Platform
import Screens
import Terminal

/// The process's main thread: owns the state, the terminal and the frame.
///
/// It sleeps in `poll` on the terminal, the mailbox and the signals, until one of them or the
/// nearest deadline wakes it; with nothing pending it sleeps for ever.
package final class AppLoop {
  /// What the composition root hands in.
  package struct Parts {
    package var terminal: Terminal
    package var signals: SignalDescriptor
    package var wake: WakeDescriptor
    package var mailbox: Mailbox
    package var performer: Performer
    package var photos: PhotoLookup
    package var pictures: PictureStore
    package var trace: Trace?

    package init(
      terminal: Terminal,
      signals: SignalDescriptor,
      wake: WakeDescriptor,
      mailbox: Mailbox,
      performer: Performer,
      photos: PhotoLookup,
      pictures: PictureStore,
      trace: Trace?
    ) {
      self.terminal = terminal
      self.signals = signals
      self.wake = wake
      self.mailbox = mailbox
      self.performer = performer
      self.photos = photos
      self.pictures = pictures
      self.trace = trace
    }
  }

  /// How the loop ended.
  package enum Exit: Equatable {
    case quit
    /// A signal asked for it; the process should say so by its status.
    case signal(Int32)
    /// The terminal is gone.
    case hangUp
  }

  let parts: Parts
  let effects: EffectRunner
  var state: AppState
  var context: RenderContext
  var deadlines = Deadlines()
  var frame: Frame?
  var exit: Exit?
  /// Set from giving the terminal back until the shell continues us.
  var isSuspended = false
  var frameCount = 0
  private var isDirty = true
  private var needsRepaint = false
  private var nextTick: MonotonicTime?
  private var hasToldIdle = false
  /// The photographs the lookup was given last; comparing storage is all it takes.
  private var sharedPhotos: [Photo.ID: Photo] = [:]

  package init(parts: Parts, state: AppState, context: RenderContext) {
    self.parts = parts
    self.state = state
    self.context = context
    effects = EffectRunner(mailbox: parts.mailbox, performer: parts.performer)
  }

  /// Draws the first frame, then lives until the program ends.
  package func run() -> Exit {
    drawIfNeeded()
    deliver(.started)
    while exit == nil {
      drainMailbox()
      for action in deadlines.due(at: .now) { deliver(action) }
      tick()
      drawIfNeeded()
      tellIdle()
      guard exit == nil else { break }
      wait()
    }
    return exit ?? .quit
  }

  /// Ends what still runs; to be called once the terminal has been given back.
  package func shutdown() { effects.shutdown(within: .milliseconds(500)) }

  // MARK: Actions

  /// Reduces an action and starts what it asks for.
  func deliver(_ action: AppAction) {
    parts.trace?.action(action)
    perform(AppReducer.reduce(&state, action))
    isDirty = true
  }

  private func drainMailbox() {
    parts.wake.drain()
    for envelope in parts.mailbox.drain() {
      if let run = envelope.run, !effects.isLive(run) { continue }
      if let action = envelope.action {
        deliver(action)
      } else if let run = envelope.run {
        effects.finish(run)
      }
    }
  }

  private func perform(_ list: [Effect]) {
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
      case .pictures(.retry(let key)): parts.pictures.retry(PictureBridge.id(key))
      case .pictures(.clear): parts.pictures.clear()
      case .terminal(.copy(let text)): parts.terminal.setClipboard(text)
      case .terminal(.redraw): needsRepaint = true
      case .terminal(.suspend): suspend()
      case .quit: exit = .quit
      default:
        sharePhotos()
        if let id = effect.id { effects.start(effect, id: id) }
      }
    }
  }

  /// Effects name photographs by id: what they look up is as new as the state.
  private func sharePhotos() {
    guard sharedPhotos != state.photos else { return }
    sharedPhotos = state.photos
    parts.photos.replace(sharedPhotos)
  }

  // MARK: Frames

  private func tick() {
    guard let tick = nextTick, tick <= .now else { return }
    context.spinnerPhase += 1
    isDirty = true
  }

  /// Draws what has changed, unless a frame is still on its way to the terminal.
  private func drawIfNeeded() {
    guard isDirty || needsRepaint, exit == nil, !parts.terminal.hasPendingOutput else { return }
    let start = MonotonicTime.now
    let frame = Screens.render(state, context)
    let requests = frame.placements.map { PictureBridge.request($0, state) }
    parts.pictures.want(
      visible: requests.compactMap(\.self),
      ahead: Screens.prefetch(state).compactMap { PictureBridge.request($0, state) }
    )
    let grids = requests.map { $0.map(parts.pictures.grid) }
    let built = MonotonicTime.now
    let statistics = parts.terminal.present(
      frame.canvas,
      pictures: grids,
      modes: frame.modes,
      fullRepaint: needsRepaint
    )
    self.frame = frame
    frameCount += 1
    isDirty = false
    needsRepaint = false
    hasToldIdle = false
    nextTick = frame.nextTick.map { .now + $0 }
    parts.trace?.frame(
      number: frameCount,
      screen: state.place,
      build: built.milliseconds(since: start),
      write: MonotonicTime.now.milliseconds(since: built),
      statistics
    )
  }

  private func tellIdle() {
    let waiting = state.signIn.waiting == nil ? nil : SignInEffect.begin.id
    guard !hasToldIdle, !isDirty, effects.isIdle(ignoring: waiting), parts.pictures.isIdle,
      !parts.terminal.hasPendingOutput
    else { return }
    hasToldIdle = true
    parts.trace?.idle(screen: state.place)
  }

  func invalidate(repaint: Bool = false) {
    isDirty = true
    needsRepaint = needsRepaint || repaint
  }

  /// The nearest moment at which something has to be done; nil for never.
  var nextDeadline: MonotonicTime? {
    // A frame that waits for the terminal to take the last one is woken by it, not by time.
    let tick = parts.terminal.hasPendingOutput ? nil : nextTick
    return [deadlines.nearest, tick, parts.terminal.inputDeadline].compactMap(\.self).min()
  }
}

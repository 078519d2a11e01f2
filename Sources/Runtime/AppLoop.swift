import AppCore
import Canvas
import Library
import Model
import Platform
import Screens
import Terminal

/// The process's main thread: drives the engine, and owns the terminal and the frame.
///
/// It sleeps in `poll` on the terminal, the mailbox and the signals, until one of them or the
/// nearest deadline wakes it; with nothing pending it sleeps for ever.
package final class AppLoop {
  /// What the composition root hands in.
  package struct Parts {
    package var terminal: Terminal
    package var signals: SignalDescriptor
    package var wake: WakeDescriptor
    package var trace: Trace?
    /// Whether the theme is that of the terminal's background.
    package var followsBackground: Bool
    /// What says that a start is under way.
    package var launchGuard: LaunchGuard?

    package init(
      terminal: Terminal,
      signals: SignalDescriptor,
      wake: WakeDescriptor,
      trace: Trace?,
      followsBackground: Bool = false,
      launchGuard: LaunchGuard? = nil
    ) {
      self.terminal = terminal
      self.signals = signals
      self.wake = wake
      self.trace = trace
      self.followsBackground = followsBackground
      self.launchGuard = launchGuard
    }
  }

  /// How the loop ended.
  package enum Exit: Equatable {
    case quit
    /// A signal asked for it; the process should say so by its status.
    case signal(Int32)
    /// The terminal is gone.
    case hangUp
    /// The user wants this service, of the demo if that is what was shown; both sessions are kept.
    case service(ServiceID, isDemo: Bool)

    package var service: ServiceID? { if case .service(let id, _) = self { id } else { nil } }
  }

  let parts: Parts
  let engine: Engine
  var context: RenderContext
  var frame: Frame?
  var clicks = Clicks()
  /// Where the mouse was last.
  var pointer: Point?
  var exit: Exit?
  /// The revision of the terminal's findings that was taken over last.
  var seenFindings: Int?
  /// How pictures are drawn; nil as long as nothing is known.
  var graphicsOutput: GraphicsOutput?
  /// Set from giving the terminal back until the shell continues us.
  var isSuspended = false
  private var frameCount = 0
  /// The engine's revision in the last frame; nil when it has to be redrawn anyway.
  private var drawnRevision: Int?
  private var needsRepaint = false
  private var nextTick: MonotonicTime?
  private var lastFrame = MonotonicTime(nanoseconds: 0)
  private var hasReportedIdle = false

  package init(parts: Parts, engine: Engine, context: RenderContext) {
    self.parts = parts
    self.engine = engine
    self.context = context
  }

  /// Draws the first frame, then lives until the program ends.
  ///
  /// - Parameter beginning: the first action. What is cached is on the first frame.
  func run(from beginning: AppAction = .started) -> Exit {
    noticeFindings()
    if case .resumed = beginning {
      // Nothing that begins now is as urgent as what is there.
      let effects = engine.reduce(beginning)
      engine.deliverMail()
      drawIfNeeded()
      engine.perform(effects)
    } else {
      drawIfNeeded()
      engine.deliver(beginning)
    }
    while exit == nil {
      parts.wake.drain()
      engine.deliverMail()
      engine.deliverDue(at: .now)
      performTerminalEffects()
      tick()
      drawIfNeeded()
      reportIdle()
      guard exit == nil else { break }
      wait()
    }
    return exit ?? .quit
  }

  /// Ends what still runs; to be called once the terminal has been given back.
  ///
  /// It takes some milliseconds. The patience is for a disk that is slow to take what the person
  /// has decided last.
  ///
  /// - Returns: what could not be written.
  func shutdown(until deadline: MonotonicTime) -> [Effect.WriteKind] {
    let rest = deadline.nanoseconds - MonotonicTime.now.nanoseconds
    return engine.shutdown(within: .nanoseconds(max(0, rest)))
  }

  private func performTerminalEffects() {
    for effect in engine.takeTerminalEffects() {
      switch effect {
      case .terminal(.copy(let text)): parts.terminal.setClipboard(text)
      case .terminal(.redraw):
        invalidate(repaint: true)
        parts.terminal.refresh()
      case .terminal(.suspend): suspend()
      case .terminal(.switchService(let service)):
        exit = .service(service, isDemo: engine.state.isDemo)
      case .quit: exit = .quit
      default: break
      }
    }
  }

  // MARK: Frames

  private func tick() {
    guard let tick = nextTick, tick <= .now else { return }
    context.spinnerPhase += 1
    invalidate()
  }

  /// The time between frames that show nothing but how far pictures have come.
  ///
  /// Many come at a time, each in several steps; a frame for each would keep the terminal busy, and
  /// a key press waits until it has taken the last one.
  private static let pictureInterval = Duration.milliseconds(25)

  /// When what has changed is drawn; nil when nothing has.
  private var frameDue: MonotonicTime? {
    guard isDirty else { return nil }
    guard let drawnRevision, engine.urgentRevision <= drawnRevision else { return lastFrame }
    // Of what an earlier start has kept, the pictures come right behind the first frame.
    return frameCount < 4 ? lastFrame : lastFrame + Self.pictureInterval
  }

  private var isDirty: Bool { drawnRevision != engine.revision || parts.terminal.needsFrame }

  /// Draws what has changed, unless a frame is still on its way to the terminal.
  private func drawIfNeeded() {
    guard let frameDue, exit == nil, !parts.terminal.hasPendingOutput else { return }
    let start = MonotonicTime.now
    guard frameDue <= start else { return }
    lastFrame = start
    let frame = Screens.render(engine.state, context)
    if frame.overscroll > 0 { engine.deliver(.help(.scrolled(rows: -frame.overscroll))) }
    if frame.detailsOverscroll > 0 {
      engine.deliver(.details(.scrolled(rows: -frame.detailsOverscroll)))
    }
    let pictures = engine.pictures(
      for: frame,
      parts: parts.terminal.pictureParts(of: frame.canvas),
      storedImages: parts.terminal.storedImages
    )
    // No key waits for the first frame, so its pictures are asked for at once; prefetching can
    // wait.
    let isFirst = frameCount == 0
    if isFirst { engine.wantPictures(looksAhead: false) }
    let built = MonotonicTime.now
    var modes = frame.modes
    modes.mouse = modes.mouse && !parts.terminal.findings.holdsEscapeBack
    modes.focusReports = (graphicsOutput?.losesPixels ?? false) || asksForColorsOnFocus
    if !parts.terminal.findings.hasProgress { modes.progress = nil }
    let statistics = parts.terminal.present(
      frame.canvas,
      pictures: pictures,
      modes: modes,
      scrolled: self.frame.flatMap { frame.scrolled(since: $0) },
      fullRepaint: needsRepaint
    )
    self.frame = frame
    frameCount += 1
    if frameCount == 1 { parts.launchGuard?.firstFrameShown() }
    drawnRevision = engine.revision
    needsRepaint = false
    hasReportedIdle = false
    nextTick = frame.nextTick.map { .now + $0 }
    parts.trace?.frame(
      number: frameCount,
      screen: engine.state.place,
      photos: frame.photographs(in: engine.state),
      build: built.milliseconds(since: start),
      write: MonotonicTime.now.milliseconds(since: built),
      statistics
    )
    if !isFirst { engine.wantPictures() }
  }

  /// Whether coming back to the terminal is when its colours may be other ones.
  var asksForColorsOnFocus: Bool {
    parts.followsBackground && parts.terminal.findings.keepsColorsQuiet
  }

  /// Tells the trace once that nothing is left to be done.
  ///
  /// Answers of the terminal are, as pictures may be redrawn for them, and pictures that it has
  /// not fetched yet.
  private func reportIdle() {
    let terminal = parts.terminal
    guard !hasReportedIdle, !isDirty, engine.isIdle, !terminal.wantsOutput,
      terminal.probeDeadline == nil
    else { return }
    parts.launchGuard?.finish()
    guard terminal.pixelDeadline == nil else { return }
    hasReportedIdle = true
    parts.trace?.idle(screen: engine.state.place)
  }

  /// Has the next frame drawn although nothing was delivered, on a cleared screen if need be.
  func invalidate(repaint: Bool = false) {
    drawnRevision = nil
    needsRepaint = needsRepaint || repaint
  }

  /// The nearest moment at which something has to be done; nil for never.
  var nextDeadline: MonotonicTime? {
    // A frame that waits for the terminal to take the last one is woken by it, not by time.
    let frames = parts.terminal.hasPendingOutput ? [] : [nextTick, frameDue]
    let terminal = [
      parts.terminal.inputDeadline, parts.terminal.probeDeadline, parts.terminal.pixelDeadline,
    ]
    return (terminal + frames + [engine.nextDeadline]).compactMap(\.self).min()
  }
}

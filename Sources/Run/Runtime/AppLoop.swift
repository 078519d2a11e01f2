import AppCore
import Canvas
import Model
import Platform
import Screens
import Terminal

/// The event loop on the main thread: drives the engine, and owns the terminal and the frame.
///
/// The loop sleeps in `poll` until the terminal, the mailbox, a signal or the nearest deadline
/// wakes it. With nothing pending it sleeps without a timeout.
package final class AppLoop {
  /// The parts that the composition root creates.
  package struct Parts {
    package var terminal: Terminal
    package var signals: SignalDescriptor
    /// The mailbox's eventfd.
    package var wake: WakeDescriptor
    package var trace: Trace?
    /// Whether the theme follows the terminal's background.
    package var followsBackground: Bool
    /// Whether a photo in full screen lights the cells around it, in 24-bit colour.
    package var lightsSurround: Bool
    /// The detector of failed launches; `nil` for none.
    package var launchGuard: LaunchGuard?
    /// The file that exists after the notice about tmux's option; `nil` to show none.
    package var tmuxNotice: MarkerFile?
  }

  /// The way the loop ended.
  package enum Exit: Equatable {
    case quit
    /// A signal requested the exit.
    ///
    /// The exit status must report it.
    case signal(Int32)
    /// The terminal is closed.
    case hangUp
    /// The user switched to this service.
    ///
    /// The sessions of both services stay stored.
    case service(ServiceID)
    /// A link leads to this service, or without a link back from there.
    case link(ServiceID, String?)
    /// The user chose the demo of this service on the sign-in screen.
    case demo(of: ServiceID)

    /// Whether another program follows in this process.
    var isSwitch: Bool {
      switch self {
      case .service, .link, .demo: true
      case .quit, .signal, .hangUp: false
      }
    }
  }

  let parts: Parts
  let engine: Engine
  var context: RenderContext
  var frame: Frame?
  /// The images of the last frame's placements, without their bytes.
  var images: [Flight.Image?] = []
  /// The running animation; `nil` if there is none.
  var motion: (any PhotoMotion)?
  /// Whether the user has just pressed something.
  var hasInput = false
  /// The last photo of the slideshow; `nil` outside of one.
  var slide: Fade.Slide?
  /// The last position of the mouse pointer.
  var pointer: Point?
  var exit: Exit?
  /// The revision of the terminal's findings that was adopted last.
  var seenFindings: Int?
  /// The graphics settings in use; `nil` while the terminal's protocol is unknown.
  var graphicsOutput: GraphicsOutput?
  /// Whether the terminal has been released and the shell hasn't continued the process yet.
  var isSuspended = false
  /// The descriptor that a resumption of the computer makes readable; `nil` if there is none.
  let resumption = try? WakeDescriptor(onResume: ())
  /// The total duration of the suspensions that the timers count already.
  private var suspended = MonotonicTime.suspended
  private var frameCount = 0
  /// The engine's revision in the last frame; `nil` if the frame must be redrawn.
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

  /// Draws the first frame, then runs the event loop until the program exits.
  ///
  /// - Parameter beginning: The first action. If it is `.resumed`, the first frame shows the cached
  ///   list.
  func run(from beginning: AppAction = .started) -> Exit {
    noticeFindings()
    if case .resumed = beginning {
      // New effects are less urgent than showing the cached data.
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
      hasInput = false
      reportIdle()
      guard exit == nil else { break }
      wait()
    }
    return exit ?? .quit
  }

  /// Stops the running effects.
  ///
  /// Call it after the terminal has been restored. This usually takes some milliseconds. The
  /// deadline limits the wait for a slow disk.
  ///
  /// - Returns: The kinds of data that couldn't be written.
  func shutdown(until deadline: MonotonicTime) -> [Effect.WriteKind] {
    let rest = deadline.nanoseconds - MonotonicTime.now.nanoseconds
    return engine.shutdown(within: .nanoseconds(max(0, rest)))
  }

  /// Performs the effects on the terminal that the last actions asked for, such as quitting.
  func performTerminalEffects() {
    for effect in engine.drainTerminalEffects() {
      switch effect {
      case .terminal(.copy(let text)): parts.terminal.setClipboard(text)
      case .terminal(.redraw):
        invalidate(repaint: true)
        parts.terminal.refresh()
      case .terminal(.suspend): suspend()
      case .terminal(.switchService(let service)):
        exit = .service(service)
      case .terminal(.openElsewhere(let service, let address)):
        exit = .link(service, address)
      case .terminal(.enterDemo): exit = .demo(of: engine.state.launch.service.id)
      case .quit: exit = .quit
      default: break
      }
    }
  }

  /// Adds the duration of a suspension to the timers.
  ///
  /// `poll` and the monotonic clock don't count it.
  func noticeSuspension() {
    let total = MonotonicTime.suspended
    // The two clocks are read one after another, so less isn't certain.
    guard total - suspended > .seconds(1) else { return }
    engine.resume(after: total - suspended)
    suspended = total
  }

  // MARK: Frames

  /// Advances the spinner if it is due.
  private func tick() {
    guard let tick = nextTick, tick <= .now else { return }
    context.spinnerPhase += 1
    invalidate()
  }

  /// The minimum time between frames that differ only in the progress of pictures.
  ///
  /// Many pictures load at a time, each in several steps. A frame for each step would keep the
  /// terminal busy, and a key press waits until the terminal has processed the last frame.
  private static let pictureInterval = Duration.milliseconds(25)

  /// The earliest time to draw the next frame; `nil` if nothing has changed.
  private var frameDue: MonotonicTime? {
    guard isDirty else { return motion.map { lastFrame + $0.step } }
    guard let drawnRevision, engine.urgentRevision <= drawnRevision else { return lastFrame }
    // After a launch with cached data, pictures are ready right after the first frame. The first
    // frames aren't delayed.
    return frameCount < 4 ? lastFrame : lastFrame + Self.pictureInterval
  }

  private var isDirty: Bool { drawnRevision != engine.revision || parts.terminal.needsFrame }

  /// Draws the changes if a frame is due and the terminal has taken the previous one.
  private func drawIfNeeded() {
    guard let frameDue, exit == nil, !parts.terminal.hasPendingOutput else { return }
    let start = MonotonicTime.now
    guard frameDue <= start else { return }
    lastFrame = start
    var frame = Screens.render(engine.state, context)
    if frame.overscroll > 0 { engine.deliver(.help(.scrolled(rows: -frame.overscroll))) }
    if frame.detailsOverscroll > 0 {
      engine.deliver(.details(.scrolled(rows: -frame.detailsOverscroll)))
    }
    let pictures = engine.pictures(
      for: frame,
      parts: parts.terminal.pictureParts(of: frame.canvas),
      storedImages: parts.terminal.storedImages
    )
    frame.addLight(of: pictures)
    let images = pictures.map(Flight.Image.init)
    beginMotion(to: frame, images, at: start)
    let moved = motion?.images(at: start) ?? []
    if moved.isEmpty { motion = nil }
    if motion?.hidesPhoto ?? false { frame.hideFullPhoto() }
    // No key press waits for the first frame, so its pictures are requested before it is sent.
    // Prefetching can wait.
    let isFirst = frameCount == 0
    if isFirst { engine.requestPictures(looksAhead: false) }
    let built = MonotonicTime.now
    var modes = frame.modes
    modes.mouse = modes.mouse && !parts.terminal.findings.holdsEscapeBack
    modes.focusReports = (graphicsOutput?.losesPixels ?? false) || asksForColorsOnFocus
    if !parts.terminal.findings.hasProgress { modes.progress = nil }
    let statistics = parts.terminal.present(
      frame.canvas,
      pictures: pictures,
      moved: moved,
      modes: modes,
      scrolled: self.frame.flatMap { frame.scrolled(since: $0) },
      fullRepaint: needsRepaint
    )
    (self.frame, self.images) = (frame, images)
    let fades = engine.state.slideshow != nil && context.hasMotion && parts.terminal.movesImages
    slide = fades ? Fade.Slide(frame, pictures) ?? slide : nil
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
    if !isFirst { engine.requestPictures() }
  }

  /// Whether to query the terminal's colours again when it regains focus.
  var asksForColorsOnFocus: Bool {
    parts.followsBackground && parts.terminal.findings.keepsColorsQuiet
  }

  /// Ends the launch guard and writes an idle event to the trace, once no work is left.
  ///
  /// Replies of the terminal that are still expected count as work, because they may cause pictures
  /// to be redrawn. For the trace, pictures that the terminal hasn't fetched yet count too.
  private func reportIdle() {
    let terminal = parts.terminal
    guard !hasReportedIdle, !isDirty, motion == nil, engine.isIdle, !terminal.needsOutput,
      terminal.probeDeadline == nil
    else { return }
    parts.launchGuard?.finish()
    // Earlier, a notice about new photos could replace it.
    guard terminal.pixelDeadline == nil, !showTmuxNotice() else { return }
    hasReportedIdle = true
    parts.trace?.idle(screen: engine.state.place)
  }

  /// Schedules a redraw, even if no action is delivered.
  ///
  /// - Parameter repaint: Whether to clear the screen first.
  func invalidate(repaint: Bool = false) {
    drawnRevision = nil
    needsRepaint = needsRepaint || repaint
  }

  /// The time of the next wakeup; `nil` if there is none.
  var nextDeadline: MonotonicTime? {
    // If the terminal hasn't taken the last frame, output readiness wakes the next frame, not time.
    let frames = parts.terminal.hasPendingOutput ? [] : [nextTick, frameDue]
    let terminal = [
      parts.terminal.inputDeadline, parts.terminal.probeDeadline, parts.terminal.pixelDeadline,
    ]
    return (terminal + frames + [engine.nextDeadline]).compactMap(\.self).min()
  }
}

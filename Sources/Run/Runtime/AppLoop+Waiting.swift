import AppCore
import Canvas
import Glibc
import Platform
import Screens
import Terminal

extension AppLoop {
  /// The number of rows that one step of the wheel scrolls.
  private static let wheelRows = 3

  /// A descriptor that the loop waits for.
  private enum Awaited: Int, CaseIterable {
    case input, mailbox, signals, output, probe, attachment, resumption
  }

  /// Returns a descriptor for `poll`, which ignores negative ones.
  private func descriptor(of source: Awaited) -> Int32 {
    switch source {
    case .input: parts.terminal.inputDescriptor
    case .mailbox: parts.wake.descriptor
    case .signals: parts.signals.descriptor
    case .output: parts.terminal.needsOutput ? parts.terminal.outputDescriptor : -1
    case .probe: parts.terminal.probeDescriptor
    case .attachment: parts.terminal.attachmentDescriptor
    case .resumption: resumption?.descriptor ?? -1
    }
  }

  /// Sleeps until an event or a deadline, then handles it.
  func wait() {
    var descriptors = Awaited.allCases.map { source in
      pollfd(
        fd: descriptor(of: source),
        events: Int16(source == .output ? POLLOUT : POLLIN),
        revents: 0
      )
    }
    let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
    guard count >= 0 || errno == EINTR else {
      exit = .hangUp
      return
    }
    func events(of source: Awaited) -> Int16 { descriptors[source.rawValue].revents }
    if events(of: .resumption) != 0 { resumption?.drain() }
    noticeSuspension()
    if events(of: .signals) != 0 { while let signal = parts.signals.next() { handle(signal) } }
    if events(of: .output) != 0 { parts.terminal.flushOutput() }
    if events(of: .input) & Int16(POLLIN) != 0 {
      handle(parts.terminal.readInput(at: .now))
    } else if events(of: .input) & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      exit = .hangUp
    }
    if let deadline = parts.terminal.inputDeadline, deadline <= .now {
      handle(parts.terminal.flushInput(at: .now))
    }
    if events(of: .probe) != 0 || parts.terminal.probeDeadline.map({ $0 <= .now }) ?? false {
      parts.terminal.updateProbe(at: .now)
    }
    if events(of: .attachment) != 0, parts.terminal.isAttachedAnew() { renewPixels() }
    parts.terminal.updatePixels(at: .now)
    noticeFindings()
    if parts.terminal.isGone { exit = .hangUp }
  }

  /// The timeout for `poll` in milliseconds, rounded up so that it never wakes too early; -1 for
  /// none.
  private var timeout: Int32 {
    guard let deadline = nextDeadline else { return -1 }
    let remaining = deadline.nanoseconds - MonotonicTime.now.nanoseconds
    return Int32(clamping: max(0, (remaining + 999_999) / 1_000_000))
  }

  // MARK: Input

  /// Handles the events of one read up to one that ends or suspends the program.
  ///
  /// Later input is meant for the shell.
  private func handle(_ events: [InputEvent]) {
    for event in events {
      guard exit == nil, !isSuspended else { return }
      handle(event)
      performTerminalEffects()
    }
  }

  private func handle(_ event: InputEvent) {
    defer { showBars(after: event) }
    endMotion(by: event)
    switch event {
    case .key(let key):
      engine.deliver(KeyMap.action(for: key, in: engine.state))
    case .paste(let text):
      if let action = KeyMap.action(forPaste: text, in: engine.state) { engine.deliver(action) }
    case .mouse(let mouse): handle(mouse)
    case .focus(let isFocused):
      if isFocused {
        renewPixels()
        if asksForColorsOnFocus { parts.terminal.refresh() }
      }
    case .reply: break
    }
  }

  /// Ends an animation at any input of the user.
  private func endMotion(by event: InputEvent) {
    switch event {
    case .key, .paste, .mouse:
      hasInput = true
      if motion.take() != nil { invalidate() }
    case .focus, .reply: break
    }
  }

  /// Shows the bars of full screen after any input of the user.
  private func showBars(after event: InputEvent) {
    guard engine.state.hidesBars else { return }
    switch event {
    case .key, .paste, .mouse: engine.deliver(.photo(.inputReceived))
    case .focus, .reply: break
    }
  }

  /// Redraws pictures that the terminal may have lost while it was not visible.
  ///
  /// xterm remembers its last 16 sixel images and redraws them after it was covered, including
  /// outdated ones. tmux drops the images of a hidden pane, and a newly attached terminal has none.
  private func renewPixels() {
    if graphicsOutput?.losesPixels ?? false { invalidate(repaint: true) }
  }

  private func handle(_ mouse: MouseEvent) {
    defer { pointer = mouse.position }
    switch mouse.kind {
    case .press where mouse.button == .left && mouse.modifiers.contains(.control):
      if let action = frame?.markAction(at: mouse.position) { engine.deliver(action) }
    case .press where mouse.button == .left:
      if let action = frame?.action(at: mouse.position) { engine.deliver(action) }
    case .press where mouse.button == .right:
      if let action = frame?.menuAction(at: mouse.position) {
        engine.deliver(action)
        engine.deliver(.menu(.opened(at: mouse.position)))
      }
    case .wheelUp: wheel(-1, at: mouse.position)
    case .wheelDown: wheel(1, at: mouse.position)
    case .drag where mouse.button == .left: drag(to: mouse.position)
    default: break
    }
  }

  /// Moves a picture in full screen along with the pointer.
  private func drag(to position: Point) {
    guard Set.zooming.contains(engine.state.place), let pointer else { return }
    let (columns, rows) = (position.x - pointer.x, position.y - pointer.y)
    if columns != 0 || rows != 0 {
      engine.deliver(.photo(.dragged(columns: columns, rows: rows)))
    }
  }

  private func wheel(_ step: Int, at position: Point) {
    let state = engine.state
    let screen = state.photo == nil ? state.layout : state.photoScreen
    let isOnDetails = [screen.pane, screen.lowerPane].contains { $0?.contains(position) ?? false }
    if Set.withDetails.contains(state.place), isOnDetails {
      return engine.deliver(.details(.scrolled(rows: step * Self.wheelRows)))
    }
    switch engine.state.place {
    case .feed, .favourites, .visit, .search:
      guard let list = engine.state.listInView else { return }
      engine.deliver(.feed(.scrolled(rows: step * Self.wheelRows), in: list))
    case .gallery: engine.deliver(.gallery(.scrolled(rows: step * Self.wheelRows)))
    case .photo, .comparison: engine.deliver(.photo(.zoomed(steps: -step, pointer: position)))
    case .downloads: engine.deliver(.downloadsList(.focusMoved(step)))
    case .searchInput: engine.deliver(.pressed(step < 0 ? .moveUp : .moveDown))
    case .help: engine.deliver(.help(.scrolled(rows: step * Self.wheelRows)))
    default:
      let command = step < 0 ? Command.moveUp : .moveDown
      guard !engine.state.overlays.isEmpty, command.places.contains(engine.state.place) else {
        return
      }
      engine.deliver(.pressed(command))
    }
  }

  // MARK: Signals

  private func handle(_ signal: Int32) {
    switch signal {
    case SIGWINCH:
      parts.terminal.resize()
      engine.deliver(.resized(Viewport(parts.terminal)))
      invalidate(repaint: true)
    case SIGTSTP: suspend()
    case SIGCONT: resume()
    case SIGINT, SIGTERM, SIGHUP: exit = .signal(signal)
    default: break
    }
  }

  /// Restores the terminal and stops the process until the shell continues it.
  func suspend() {
    // Without a parent shell, no process could continue this one.
    guard getsid(0) != getpid(), !isSuspended else { return }
    isSuspended = true
    parts.terminal.suspend()
    // In an orphaned process group, a SIGTSTP that a process sends to itself is dropped; SIGSTOP
    // isn't.
    kill(0, SIGSTOP)
  }

  private func resume() {
    guard isSuspended else { return }
    isSuspended = false
    do throws(TerminalError) { try parts.terminal.resume() } catch {
      exit = .hangUp
      return
    }
    engine.deliver(.resized(Viewport(parts.terminal)))
    invalidate(repaint: true)
  }
}

extension Viewport {
  /// Creates the viewport of a terminal.
  init(_ terminal: Terminal) {
    self.init(terminal.size)
    reservedRows = terminal.reservedRows
  }

  /// Creates the viewport for a terminal's size.
  package init(_ size: TerminalSize) {
    guard let cell = size.cellPixels else {
      self.init(columns: size.columns, rows: size.rows)
      return
    }
    self.init(
      columns: size.columns,
      rows: size.rows,
      cellWidth: Int((cell.width * 100).rounded()),
      cellHeight: Int((cell.height * 100).rounded())
    )
  }
}

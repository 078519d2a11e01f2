import CNcurses
import Canvas
import Platform

/// What the terminal is asked, and what it answered.
extension Terminal {
  package var findings: TerminalFindings { probe.findings }
  /// Counts the findings up, each time they change.
  package var findingsRevision: Int { probe.revision }
  /// How pictures are drawn; nil while the terminal may still answer.
  package var graphics: GraphicsProtocol? { probe.findings.graphics }
  /// Whether a frame is put between "begin" and "end synchronized update".
  var isSynchronized: Bool { probe.findings.hasSynchronizedOutput }

  /// Asks the terminal about itself; nothing waits for the answers, which come with the input.
  ///
  /// It is asked on the alternate screen: some terminals print a question that they do not know,
  /// which the first frame then clears.
  package func beginProbe() {
    guard tty.isForeground else { return probe.refuse(.background) }
    if probe.mayAskGraphics { media = LocalMedia() }
    let questions = probe.begin(media: media?.names, at: clock())
    if !questions.isEmpty { enterScreen() }
    ask(questions)
    guard case .tmux = findings.multiplexer else { return }
    attachment = TmuxAttachment(environment: environment)
    askTmux()
  }

  private func askTmux() {
    tmux = TmuxQuestion(environment: environment)
    tmuxAskedAt = clock()
    if tmux == nil { ask(probe.absorb(tmux: nil, media: nil, at: clock())) }
  }

  /// Switches to the alternate screen before there is a frame for it.
  func enterScreen() {
    var modes = TerminalModes.released
    modes.alternateScreen = true
    modes.cursor = nil
    guardCrashes(from: modes, and: actual)
    let change = sequences.change(from: actual, to: modes)
    output += (change.before + change.after).utf8
    actual = modes
  }

  /// Asks again for what the terminal does not report by itself: its colours and the size of cells.
  package func refresh() { ask(probe.refresh(at: clock())) }

  /// When to call `settleProbe(at:)`; `nil` for never.
  ///
  /// Pictures are decided without an answer then, or tmux is asked again.
  package var probeDeadline: MonotonicTime? {
    [probe.deadline, tmuxRetry].compactMap(\.self).min()
  }

  /// When tmux is asked again; `nil` for never.
  private var tmuxRetry: MonotonicTime? { tmux == nil ? probe.tmuxRetry : nil }

  /// Until when answers may still come; nil when none are expected.
  package var answersDeadline: MonotonicTime? {
    let tmuxDeadline = tmux == nil ? nil : tmuxAskedAt.map { $0 + .milliseconds(500) }
    let retry = probe.awaitsTmux ? tmuxRetry : nil
    return [probe.strayDeadline, probe.deadline, retry, tmuxDeadline].compactMap(\.self).max()
  }

  /// For `poll()`, readable when `settleProbe(at:)` has something to do; -1 for none.
  package var probeDescriptor: Int32 { tmux?.descriptor ?? -1 }

  /// For `poll()`, readable when `isAttachedAnew()` has something to report; -1 for never.
  package var attachmentDescriptor: Int32 { attachment?.descriptor ?? -1 }

  /// Returns whether another terminal may be showing tmux since the last call, and then asks tmux
  /// about it.
  package func isAttachedAnew() -> Bool {
    guard attachment?.isNew() ?? false else { return false }
    probe.forgetTmux()
    if media == nil, probe.mayAskGraphics { media = LocalMedia() }
    askTmux()
    return true
  }

  /// Does what is due: takes in what tmux answered, or asks it again, and decides about pictures
  /// once no answer is waited for.
  package func settleProbe(at now: MonotonicTime) {
    if let tmuxRetry, tmuxRetry <= now { askTmux() }
    if let answer = tmux?.finish() {
      tmux = nil
      ask(probe.absorb(tmux: answer, media: media?.names, at: now))
    }
    probe.expire(at: now)
    if media != nil, !probe.needsMedia(at: now) { media = nil }
  }

  /// Writes a question, after whatever is still on its way.
  func ask(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    output += bytes
    flushOutput()
  }

  /// Takes the answers out of the input.
  func absorbReplies(_ events: [InputEvent], at now: MonotonicTime) -> [InputEvent] {
    var answers = decoder.takeReplies().makeIterator()
    var others: [InputEvent] = []
    for event in events {
      guard case .reply(let reply) = event else {
        others.append(event)
        continue
      }
      ask(probe.absorb(reply, raw: answers.next() ?? [], at: now))
    }
    if others.count < events.count {
      size.cellPixels = findings.cell
      adoptColors()
    }
    if media != nil, !probe.needsMedia(at: now) { media = nil }
    return others
  }

  /// How long a lone ESC may be the begin of something: longer while answers are on their way, so
  /// that one cut in two is no key.
  func updateEscapeTimeout(at now: MonotonicTime) {
    let isExpecting = probe.strayDeadline.map { now < $0 } ?? false
    decoder.escapeTimeout = .milliseconds(isExpecting ? 500 : 25)
  }

  /// Waits a little for answers that are still on their way: a shell would take them for typing.
  func drainReplies() {
    probe.mayAsk = false
    // What has been typed ahead is the shell's.
    guard let deadline = probe.strayDeadline, clock() < deadline else { return }
    while !isGone, let deadline = probe.strayDeadline {
      let rest = deadline.nanoseconds - clock().nanoseconds
      guard rest > 0 else { break }
      guard tty.waitUntilReadable(milliseconds: Int(rest + 999_999) / 1_000_000) else { continue }
      _ = readInput(at: clock())
    }
    tty.discardInput()
  }

  /// The library that composes frames, and its version.
  package static var ncursesVersion: String {
    curses_version().map { String(cString: $0) } ?? "ncurses"
  }
}

import CNcurses
import Canvas
import Platform

/// Queries the terminal and handles its replies.
extension Terminal {
  package var findings: TerminalFindings { probe.findings }
  /// A counter of changes to the findings.
  package var findingsRevision: Int { probe.revision }
  /// The graphics protocol; `nil` if the terminal may still reply.
  package var graphics: GraphicsProtocol? { probe.findings.graphics }
  /// Whether each frame is written as a synchronized update.
  var isSynchronized: Bool { probe.findings.hasSynchronizedOutput }

  /// Queries the terminal about its abilities.
  ///
  /// Doesn't wait: the replies arrive with the input.
  ///
  /// The queries are sent on the alternate screen. Some terminals print an unknown query, which the
  /// first frame then clears.
  package func beginProbe() {
    guard tty.isForeground else { return probe.refuse(.background) }
    if probe.mayAskGraphics { questions.media = LocalMedia() }
    let queries = probe.begin(media: questions.media?.names, at: clock())
    if !queries.isEmpty { enterScreen() }
    ask(queries)
    guard case .tmux = findings.multiplexer else { return }
    questions.attachment = TmuxAttachment(environment: environment)
    askTmux()
  }

  private func askTmux() {
    questions.tmux = TmuxQuestion(environment: environment)
    questions.tmuxAskedAt = clock()
    if questions.tmux == nil { ask(probe.absorb(tmux: nil, media: nil, at: clock())) }
  }

  /// Switches to the alternate screen before the first frame.
  func enterScreen() {
    var modes = TerminalModes.released
    modes.alternateScreen = true
    modes.cursor = nil
    guardCrashes(from: modes, and: actual)
    let change = sequences.change(from: actual, to: modes)
    output += (change.before + change.after).utf8
    actual = modes
  }

  /// Queries the terminal's colours and cell size again, because it doesn't report their changes.
  package func refresh() { ask(probe.refresh(at: clock())) }

  /// The next time that `updateProbe(at:)` must be called; `nil` if it need not be.
  ///
  /// The graphics protocol is then chosen without further replies, or tmux is queried again.
  package var probeDeadline: MonotonicTime? {
    [probe.deadline, tmuxRetry].compactMap(\.self).min()
  }

  /// The time when tmux is queried again; `nil` if it won't be.
  private var tmuxRetry: MonotonicTime? { questions.tmux == nil ? probe.tmuxRetry : nil }

  /// The time until which replies may arrive; `nil` if none is expected.
  package var answersDeadline: MonotonicTime? {
    let tmuxDeadline =
      questions.tmux == nil ? nil : questions.tmuxAskedAt.map { $0 + .milliseconds(500) }
    let retry = probe.tmux.awaitsTerminalName ? tmuxRetry : nil
    return [probe.strayDeadline, probe.deadline, retry, tmuxDeadline].compactMap(\.self).max()
  }

  /// The descriptor for `poll()` that is readable when `updateProbe(at:)` has work; -1 if there is
  /// none.
  package var probeDescriptor: Int32 { questions.tmux?.descriptor ?? -1 }

  /// The descriptor for `poll()` that is readable when `isAttachedAnew()` has work; -1 if there is
  /// none.
  package var attachmentDescriptor: Int32 { questions.attachment?.descriptor ?? -1 }

  /// Whether a client has attached to tmux since the last call, perhaps in another terminal.
  ///
  /// If so, tmux is queried about that terminal.
  package func isAttachedAnew() -> Bool {
    guard questions.attachment?.isNew() ?? false else { return false }
    probe.resetTmux()
    questions.media = nil
    if probe.mayAskGraphics { questions.media = LocalMedia() }
    askTmux()
    return true
  }

  /// Does the work that is due: reads tmux's reply, queries tmux again, and chooses the graphics
  /// protocol if no reply is pending.
  package func updateProbe(at now: MonotonicTime) {
    if let tmuxRetry, tmuxRetry <= now { askTmux() }
    if let answer = questions.tmux?.finish() {
      questions.tmux = nil
      ask(probe.absorb(tmux: answer, media: questions.media?.names, at: now))
    }
    probe.expire(at: now)
    if questions.media != nil, !probe.needsMedia(at: now) { questions.media = nil }
  }

  /// Writes queries after any pending output.
  func ask(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    output += bytes
    flushOutput()
  }

  /// Handles the terminal's replies and returns the other events.
  func absorbReplies(_ events: [InputEvent], at now: MonotonicTime) -> [InputEvent] {
    var answers = decoder.drainReplies().makeIterator()
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
    if questions.media != nil, !probe.needsMedia(at: now) { questions.media = nil }
    return others
  }

  /// Sets how long a lone ESC may be the start of a sequence.
  ///
  /// The time is longer while replies are pending, so that a reply in two parts isn't read as a
  /// key.
  func updateEscapeTimeout(at now: MonotonicTime) {
    let isExpecting = probe.strayDeadline.map { now < $0 } ?? false
    decoder.escapeTimeout = .milliseconds(isExpecting ? 500 : 25)
  }

  /// The maximum age of a query whose reply is waited for at exit.
  ///
  /// The terminal may be on another computer even if no variable says so, as under `sudo -i`.
  private static let exitTimeout = Duration.milliseconds(1500)

  /// The marker of a terminal that gave no reply in the last run.
  private var silence: MarkerFile? {
    let key = "\(traits.term)+\(probe.situation.hint?.name ?? "")".replacing("/", with: "_")
    return silenceFolder.map { MarkerFile(path: "\($0)/\(key)") }
  }

  /// Stores whether the terminal gave no reply.
  private func recordSilence() {
    if probe.isFenceAnswered {
      silence?.remove()
    } else if probe.awaitsFence, !isGone {
      _ = silence?.create()
    }
  }

  /// Waits a short time for pending replies.
  ///
  /// Otherwise the shell would read them as typing. A terminal that gave no reply in the last run
  /// isn't waited for.
  func drainReplies() {
    probe.mayAsk = false
    let isSilent = probe.awaitsFence && silence?.exists ?? false
    let limit = isSilent ? Duration.zero : Self.exitTimeout
    defer { recordSilence() }
    // Without pending replies, text that the user has typed ahead stays for the shell.
    guard let deadline = probe.strayDeadline(within: limit), clock() < deadline else { return }
    while !isGone, let deadline = probe.strayDeadline(within: limit) {
      let rest = deadline.nanoseconds - clock().nanoseconds
      guard rest > 0 else { break }
      guard tty.waitUntilReadable(milliseconds: Int(rest + 999_999) / 1_000_000) else { continue }
      _ = readInput(at: clock())
    }
    tty.discardInput()
  }

  /// The name and version of the ncurses library.
  package static var ncursesVersion: String {
    curses_version().map { String(cString: $0) } ?? "ncurses"
  }
}

/// The files and processes of the queries.
struct TerminalQuestions {
  /// The test pixels that the terminal is asked to read.
  var media: LocalMedia?
  /// The running query to tmux.
  var tmux: TmuxQuestion?
  var tmuxAskedAt: MonotonicTime?
  /// Watches for clients that attach to tmux.
  var attachment: TmuxAttachment?
}

import Canvas
import Platform

/// The queries about the terminal's abilities, and the findings from its replies.
///
/// Does no I/O: replies and the time are the input, queries and findings the output.
package struct TerminalProbe: Sendable {
  package private(set) var findings = TerminalFindings()
  /// A counter of changes to the findings.
  package private(set) var revision = 0
  /// The time when the graphics protocol is chosen without further replies; `nil` if it is already
  /// chosen.
  package private(set) var deadline: MonotonicTime?

  /// Whether queries may be sent.
  ///
  /// False during exit and while another program uses the terminal.
  package var mayAsk = true

  private(set) var situation: ProbeSituation
  private(set) var cells: CellMeasurement
  private(set) var replies = ProbeReplies()
  private var terminal = TerminalDialogue()
  private(set) var tmux = TmuxDialogue()
  private var outer = OuterDialogue()
  /// Whether the choice of a graphics protocol waits for no further reply.
  private var isExpired = false
  private var hasAskedColor = false
  /// The queries to send once the terminal has replied to the earlier ones.
  private var pendingQueries = PendingQueries.nothing

  private enum PendingQueries: Int { case nothing, size, everything }

  private static let answerLimit = 40
  package init(_ situation: ProbeSituation, size: TerminalSize) {
    self.situation = situation
    cells = CellMeasurement(size, chosen: situation.chosenCell)
    findings.multiplexer = situation.multiplexer
    if case .tmux(nil) = situation.multiplexer { tmux.begin() }
    update()
  }

  /// The maximum time that images wait for the first reply: a local terminal replies within
  /// milliseconds.
  private var firstReplyTimeout: Duration { .milliseconds(situation.isRemote ? 1000 : 200) }
  /// The maximum age of a query whose late reply is still recognized and removed from the input.
  private var lateReplyTimeout: Duration { .milliseconds(situation.isRemote ? 1500 : 600) }

  // MARK: Queries

  /// Queries tmux again, because another terminal may show it now.
  ///
  /// The medium stays until that terminal replies: tmux drops queries while it redraws.
  package mutating func resetTmux() {
    tmux.begin()
    outer.isAsked = false
  }

  /// Whether to test if the terminal can read pixels from shared memory and from a file.
  var mayAskGraphics: Bool {
    situation.refusal == nil && !situation.skipsGraphicsQuery && !situation.isRemote
  }

  /// Disables all queries.
  package mutating func refuse(_ reason: GraphicsReason) {
    situation.refusal = reason
    update()
  }

  /// Returns the initial queries, once.
  ///
  /// The queries must be written together.
  ///
  /// - Parameter media: the test pixels; ignored over a network, because the terminal can't read
  ///   them there.
  package mutating func begin(media: ProbeMedia?, at now: MonotonicTime) -> [UInt8] {
    guard situation.refusal == nil, terminal.state == .unasked else { return [] }
    var text = ""
    // tmux would show a graphics query as the window's title.
    if !situation.skipsGraphicsQuery, situation.multiplexer == .none {
      text += ProbeQueries.graphics(situation.isRemote ? nil : media).joined()
    }
    if situation.mayBeScreen { text += ProbeQueries.secondaryAttributes }
    text += ProbeQueries.version + ProbeQueries.cellSize + ProbeQueries.largestSixel
    text += ProbeQueries.foreground + ProbeQueries.background
    text += ProbeQueries.synchronized + ProbeQueries.colorScheme
    terminal.openColors = 2
    if findings.graphics == nil { deadline = now + firstReplyTimeout }
    return fenced(text, at: now)
  }

  /// Returns the queries for properties that may have changed.
  package mutating func refresh(at now: MonotonicTime) -> [UInt8] { ask(.everything, at: now) }

  /// Sets a new size and returns the query for the size of a cell.
  package mutating func resize(_ size: TerminalSize, at now: MonotonicTime) -> [UInt8] {
    cells.resize(size)
    update()
    return ask(.size, at: now)
  }

  /// Requests all properties that may have changed with the next query.
  ///
  /// Replies that were missing at suspension have been read by the shell.
  package mutating func resume() {
    mayAsk = true
    terminal.giveUp(at: nil)
    terminal.openColors = 0
    pendingQueries = .everything
  }

  /// Sends this query and all pending ones, now or when the terminal has replied to the last one.
  private mutating func ask(_ wanted: PendingQueries, at now: MonotonicTime) -> [UInt8] {
    pendingQueries = pendingQueries.rawValue < wanted.rawValue ? wanted : pendingQueries
    terminal.giveUp(at: now)
    guard mayAsk, terminal.isIdle else { return [] }
    var text = ""
    if !hasAskedColor, mayAskColor {
      hasAskedColor = true
      text = ProbeQueries.setForeground
    }
    switch pendingQueries {
    case .nothing: break
    case .size: text += ProbeQueries.cellSize
    case .everything:
      terminal.openColors = 2
      text +=
        ProbeQueries.cellSize + ProbeQueries.foreground + ProbeQueries.background
        + ProbeQueries.colorScheme
    }
    pendingQueries = .nothing
    return text.isEmpty ? [] : fenced(text, at: now)
  }

  private mutating func fenced(_ text: String, at now: MonotonicTime) -> [UInt8] {
    terminal.asked(at: now)
    return Array((text + ProbeQueries.fence).utf8)
  }

  // MARK: Replies

  /// Handles a reply.
  ///
  /// - Parameter raw: the bytes of the reply.
  /// - Returns: the next queries, usually none.
  package mutating func absorb(
    _ reply: TerminalReply,
    raw: [UInt8],
    at now: MonotonicTime
  ) -> [UInt8] {
    if findings.answers.count < Self.answerLimit {
      findings.answers.append(EscapedText.of(raw))
      revision += 1
    }
    var question: [UInt8] = []
    switch reply {
    case .color(let isBackground, let color):
      terminal.openColors = max(0, terminal.openColors - 1)
      if isBackground { findings.background = color } else { findings.foreground = color }
    case .cellSize(let size): cells.cellReport = size
    case .textAreaSize(let size): cells.areaReport = size
    // A terminal that reports a smaller limit draws no sixels.
    case .largestSixel(let size) where size.width >= 100 && size.height >= 100:
      replies.largestSixel = size
    case .mode(2026, let state): findings.hasSynchronizedOutput = state == 1 || state == 2
    case .colorScheme(let isDark): question = schemeReported(isDark, at: now)
    case .version(let text): replies.identity = TerminalIdentity(answer: text)
    case .secondaryAttributes(let attributes):
      replies.isScreen = attributes.first == ProbeReplies.screenClass
    case .foreground(let color): replies.foreground = color
    case .deviceAttributes(let attributes): question = fenceAnswered(attributes, at: now)
    case .kittyGraphics(let id, let message):
      let isSuccess = message == "OK"
      if outer.isCounted(isSuccess, at: now) { replies.graphics[id] = isSuccess }
    case .largestSixel, .mode, .other: break
    }
    update()
    return question
  }

  private mutating func schemeReported(_ isDark: Bool, at now: MonotonicTime) -> [UInt8] {
    let hasChanged = findings.prefersDark.map { $0 != isDark } ?? false
    findings.prefersDark = isDark
    guard mayAsk else { return [] }
    // The report belongs to a pending query, which may be for the size alone.
    guard !terminal.isAwaiting else { return hasChanged ? ask(.everything, at: now) : [] }
    // The terminal has sent the report unrequested, so its colours have changed.
    if hasChanged { findings.background = nil }
    terminal.openColors = 2
    return fenced(ProbeQueries.foreground + ProbeQueries.background, at: now)
  }

  private mutating func fenceAnswered(_ attributes: [Int], at now: MonotonicTime) -> [UInt8] {
    terminal.answered(at: now)
    // The first attribute is the terminal's class.
    replies.hasSixelAttribute = attributes.dropFirst().contains(4)
    return ask(.nothing, at: now)
  }

  /// Handles tmux's reply about itself; `nil` if it didn't reply.
  ///
  /// - Returns: the queries for the outer terminal.
  package mutating func absorb(
    tmux answer: TmuxReply?,
    media: ProbeMedia?,
    at now: MonotonicTime
  ) -> [UInt8] {
    var answer = answer
    if situation.isTmuxPopup { answer?.isPassthrough = false }
    tmux.answered(answer, at: now)
    findings.multiplexer = .tmux(passthrough: answer?.isPassthrough ?? false)
    if let answer, findings.answers.last != answer.text,
      findings.answers.count < Self.answerLimit
    {
      findings.answers.append(answer.text)
    }
    update()
    // Only terminals known to understand these queries get them. Others would print them. If the
    // user chose the protocol, images may already be on their way. No command may interrupt
    // another. A terminal deletes the test pixels that it reads, so a second query would fail.
    guard mayAsk, !tmux.isAwaited, !outer.isAsked, situation.graphicsOverride == nil,
      findings.graphics == .kitty, findings.envelope == .tmux
    else { return [] }
    let codes = ProbeQueries.graphics(situation.isRemote ? nil : media)
    outer.asked(codes.count, at: now)
    return codes.flatMap { findings.envelope.wrap(Array($0.utf8)) ?? [] }
  }

  /// Chooses the graphics protocol without further replies if the deadline has passed.
  package mutating func expire(at now: MonotonicTime) {
    guard let deadline, deadline <= now else { return }
    isExpired = true
    update()
  }

  /// The time until which replies may arrive that must not be read as keys; `nil` if none is
  /// expected.
  package var strayDeadline: MonotonicTime? { strayDeadline(within: lateReplyTimeout) }

  /// Returns the time until which replies may arrive.
  ///
  /// - Parameter limit: the maximum age of a query without a reply.
  func strayDeadline(within limit: Duration) -> MonotonicTime? {
    [terminal.strayDeadline(within: limit), outer.strayDeadline(within: lateReplyTimeout)]
      .compactMap(\.self).max()
  }

  /// Whether the terminal hasn't replied to the last query yet.
  var awaitsFence: Bool { terminal.isAwaiting }
  /// Whether the terminal has ever replied to the final query (`ProbeQueries.fence`).
  var isFenceAnswered: Bool { terminal.hasReplied }
  /// The time when tmux must be queried again; `nil` if it need not be.
  package var tmuxRetry: MonotonicTime? { tmux.retry }

  /// Whether a terminal may still read the pixels of `ProbeMedia`.
  package func needsMedia(at now: MonotonicTime) -> Bool {
    tmux.isAwaited || !terminal.hasReplied || outer.needsMedia(at: now)
  }

  // MARK: Conclusions

  private var isSettled: Bool { isExpired || (terminal.hasReplied && !tmux.isAwaited) }

  private mutating func update() {
    let before = findings
    if situation.multiplexer == .none, replies.identity?.name == "tmux" {
      // tmux runs on the client's side of an SSH connection, so its program can't be queried.
      findings.multiplexer = .tmux(passthrough: false)
    }
    if replies.isScreen { findings.multiplexer = .screen }
    findings.colors = provenColors
    let identity = identity
    let row = identity.flatMap { TerminalTable.row(named: $0.name) }
    cells.countsBorder = row?.countsBorder ?? false
    findings.spillsBlocks = row?.spillsBlocks ?? false
    findings.hasBlockSeams = row?.hasBlockSeams ?? false
    findings.scalesSmoothly = row?.scalesSmoothly ?? false
    findings.erasesBesideImages = row?.erasesBesideImages ?? false
    findings.largestSixel = replies.largestSixel ?? row?.largestSixel
    let cell = cells.result
    findings.cell = cell?.pixels
    findings.cellSource = cell?.source
    findings.identity = identity
    findings.symbols = symbols
    findings.hasProgress = hasProgress
    findings.medium =
      replies.graphics[ProbeQueries.sharedMemoryID] == true
      ? .sharedMemory
      : replies.graphics[ProbeQueries.temporaryFileID] == true ? .temporaryFile : .direct
    if let decision = decision(isSettled: isSettled) {
      (findings.graphics, findings.reason) = decision
      deadline = nil
    }
    findings.envelope = envelope
    if findings != before { revision += 1 }
  }
}

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
  /// The result of each graphics query of kitty's protocol, by its ID.
  private(set) var graphicsAnswers: [Int: Bool] = [:]
  private(set) var hasSixelAttribute = false
  private var largestSixel: Size?
  /// The reply to XTVERSION.
  private(set) var saidIdentity: TerminalIdentity?
  private(set) var tmux: TmuxReply?
  /// The reply to the query that checks 24-bit colour.
  private(set) var reportedForeground: ReportedForeground?
  private(set) var isFenceAnswered = false
  /// Whether GNU screen has replied from the client's side of an SSH connection.
  private var isScreen = false

  private var hasAsked = false
  private var hasAskedColor = false
  private var isExpired = false
  private(set) var awaitsTmux = false
  /// The time when tmux must be queried again; `nil` if it need not be.
  package private(set) var tmuxRetry: MonotonicTime?
  private var tmuxRetries = 0
  /// Whether tmux will soon be queried again for the name of the terminal around it.
  var awaitsTerminalName: Bool { tmuxRetry != nil && tmuxRetries <= Self.awaitedPauses }
  /// The number of final queries (`ProbeQueries.fence`) without a reply.
  private var openFences = 0
  private var askedAt: MonotonicTime?
  private var fenceAt: MonotonicTime?
  private var openColors = 0
  /// Whether the terminal around tmux has been queried since it attached.
  private var hasAskedOuter = false
  private var openOuterQueries = 0
  private var outerAskedAt: MonotonicTime?
  /// The queries to send once the terminal has replied to the earlier ones.
  private var pendingQueries = PendingQueries.nothing

  private enum PendingQueries: Int { case nothing, size, everything }

  private static let answerLimit = 40
  /// The code of the letter S, which identifies GNU screen in device attributes.
  private static let screenClass = 83

  package init(_ situation: ProbeSituation, size: TerminalSize) {
    self.situation = situation
    cells = CellMeasurement(size, chosen: situation.chosenCell)
    findings.multiplexer = situation.multiplexer
    if case .tmux(nil) = situation.multiplexer { awaitsTmux = true }
    update()
  }

  /// The maximum time that images wait for the first reply: a local terminal replies within
  /// milliseconds.
  private var firstReplyTimeout: Duration { .milliseconds(situation.isRemote ? 1000 : 200) }
  /// The maximum age of a query whose late reply is still recognized and removed from the input.
  private var lateReplyTimeout: Duration { .milliseconds(situation.isRemote ? 1500 : 600) }
  /// The age of a query when its reply counts as lost, and queries are sent again.
  private static let lostReplyTimeout = Duration.seconds(5)
  /// The maximum age of a query whose test pixels the terminal around tmux can still read.
  ///
  /// A terminal that has just attached may still be starting.
  private static let mediaTimeout = Duration.seconds(30)

  /// The pause before each retry of the query to tmux.
  ///
  /// tmux requests a terminal's name when the terminal attaches. imagefeed may be launched before
  /// the name arrives. That takes a second over a network, and several if the computer is busy.
  private static let tmuxPauses: [Duration] = [
    30, 60, 120, 240, 480, 960, 2_000, 4_000, 8_000, 16_000,
  ].map { .milliseconds($0) }

  /// The number of retries that the choice of a graphics protocol waits for.
  private static let awaitedPauses = 6

  // MARK: Queries

  /// Queries tmux again, because another terminal may show it now.
  ///
  /// The medium stays until that terminal replies: tmux drops queries while it redraws.
  package mutating func resetTmux() {
    tmuxRetries = 0
    tmuxRetry = nil
    awaitsTmux = true
    hasAskedOuter = false
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
    guard situation.refusal == nil, !hasAsked else { return [] }
    hasAsked = true
    var text = ""
    // tmux would show a graphics query as the window's title.
    if !situation.skipsGraphicsQuery, situation.multiplexer == .none {
      text += ProbeQueries.graphics(situation.isRemote ? nil : media).joined()
    }
    if situation.mayBeScreen { text += ProbeQueries.secondaryAttributes }
    text += ProbeQueries.version + ProbeQueries.cellSize + ProbeQueries.largestSixel
    text += ProbeQueries.foreground + ProbeQueries.background
    text += ProbeQueries.synchronized + ProbeQueries.colorScheme
    openColors = 2
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
    openFences = 0
    openColors = 0
    pendingQueries = .everything
  }

  /// Sends this query and all pending ones, now or when the terminal has replied to the last one.
  private mutating func ask(_ wanted: PendingQueries, at now: MonotonicTime) -> [UInt8] {
    pendingQueries = pendingQueries.rawValue < wanted.rawValue ? wanted : pendingQueries
    if let askedAt, askedAt + Self.lostReplyTimeout < now { openFences = 0 }
    // A terminal that has never replied isn't queried again.
    guard mayAsk, isFenceAnswered, openFences == 0 else { return [] }
    var text = ""
    if !hasAskedColor, mayAskColor {
      hasAskedColor = true
      text = ProbeQueries.setForeground
    }
    switch pendingQueries {
    case .nothing: break
    case .size: text += ProbeQueries.cellSize
    case .everything:
      openColors = 2
      text +=
        ProbeQueries.cellSize + ProbeQueries.foreground + ProbeQueries.background
        + ProbeQueries.colorScheme
    }
    pendingQueries = .nothing
    return text.isEmpty ? [] : fenced(text, at: now)
  }

  private mutating func fenced(_ text: String, at now: MonotonicTime) -> [UInt8] {
    openFences += 1
    askedAt = now
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
      openColors = max(0, openColors - 1)
      if isBackground { findings.background = color } else { findings.foreground = color }
    case .cellSize(let size): cells.cellReport = size
    case .textAreaSize(let size): cells.areaReport = size
    // A terminal that reports a smaller limit draws no sixels.
    case .largestSixel(let size) where size.width >= 100 && size.height >= 100:
      largestSixel = size
    case .mode(2026, let state): findings.hasSynchronizedOutput = state == 1 || state == 2
    case .colorScheme(let isDark): question = schemeReported(isDark, at: now)
    case .version(let text): saidIdentity = TerminalIdentity(answer: text)
    case .secondaryAttributes(let attributes): isScreen = attributes.first == Self.screenClass
    case .foreground(let color): reportedForeground = color
    case .deviceAttributes(let attributes): question = fenceAnswered(attributes, at: now)
    case .kittyGraphics(let id, let message): graphicsAnswered(id, message == "OK", at: now)
    case .largestSixel, .mode, .other: break
    }
    update()
    return question
  }

  /// Records the result of a graphics query.
  ///
  /// A failure after the test pixels were deleted proves nothing.
  private mutating func graphicsAnswered(_ id: Int, _ isSuccess: Bool, at now: MonotonicTime) {
    let isLate = outerAskedAt.map { $0 + Self.mediaTimeout <= now } ?? false
    if isSuccess || !isLate { graphicsAnswers[id] = isSuccess }
    openOuterQueries = max(0, openOuterQueries - 1)
  }

  private mutating func schemeReported(_ isDark: Bool, at now: MonotonicTime) -> [UInt8] {
    let hasChanged = findings.prefersDark.map { $0 != isDark } ?? false
    findings.prefersDark = isDark
    guard mayAsk else { return [] }
    // The report belongs to a pending query, which may be for the size alone.
    guard openFences == 0 else { return hasChanged ? ask(.everything, at: now) : [] }
    // The terminal has sent the report unrequested, so its colours have changed.
    if hasChanged { findings.background = nil }
    openColors = 2
    return fenced(ProbeQueries.foreground + ProbeQueries.background, at: now)
  }

  private mutating func fenceAnswered(_ attributes: [Int], at now: MonotonicTime) -> [UInt8] {
    openFences = max(0, openFences - 1)
    isFenceAnswered = true
    fenceAt = now
    // The first attribute is the terminal's class.
    hasSixelAttribute = attributes.dropFirst().contains(4)
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
    tmuxRetry = nil
    if answer?.awaitsTerminal ?? false, tmuxRetries < Self.tmuxPauses.count {
      tmuxRetry = now + Self.tmuxPauses[tmuxRetries]
      tmuxRetries += 1
    }
    // Without passthrough, a better reply makes no difference for pictures.
    awaitsTmux = awaitsTerminalName && answer?.isPassthrough ?? false
    tmux = answer
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
    guard mayAsk, !awaitsTmux, !hasAskedOuter, situation.graphicsOverride == nil,
      findings.graphics == .kitty, findings.envelope == .tmux
    else { return [] }
    hasAskedOuter = true
    let codes = ProbeQueries.graphics(situation.isRemote ? nil : media)
    openOuterQueries = codes.count
    outerAskedAt = now
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

  /// Whether the terminal hasn't replied to the last query yet.
  var awaitsFence: Bool { openFences > 0 }

  /// Returns the time until which replies may arrive.
  ///
  /// - Parameter limit: the maximum age of a query without a reply.
  func strayDeadline(within limit: Duration) -> MonotonicTime? {
    var latest: MonotonicTime?
    if openFences > 0 {
      latest = askedAt.map { $0 + limit }
    } else if openColors > 0 {
      // Some terminals send these replies separately, shortly after the final reply.
      latest = fenceAt.map { $0 + .milliseconds(30) }
    }
    guard openOuterQueries > 0, let outer = outerAskedAt.map({ $0 + lateReplyTimeout }) else {
      return latest
    }
    return max(latest ?? outer, outer)
  }

  /// Whether a terminal may still read the pixels of `ProbeMedia`.
  package func needsMedia(at now: MonotonicTime) -> Bool {
    if awaitsTmux || !isFenceAnswered { return true }
    return openOuterQueries > 0 && outerAskedAt.map { now < $0 + Self.mediaTimeout } ?? false
  }

  // MARK: Conclusions

  private var isSettled: Bool { isExpired || (isFenceAnswered && !awaitsTmux) }

  private mutating func update() {
    let before = findings
    if situation.multiplexer == .none, saidIdentity?.name == "tmux" {
      // tmux runs on the client's side of an SSH connection, so its program can't be queried.
      findings.multiplexer = .tmux(passthrough: false)
    }
    if isScreen { findings.multiplexer = .screen }
    findings.colors = provenColors
    let identity = identity
    let row = identity.flatMap { TerminalTable.row(named: $0.name) }
    cells.countsBorder = row?.countsBorder ?? false
    findings.spillsBlocks = row?.spillsBlocks ?? false
    findings.hasBlockSeams = row?.hasBlockSeams ?? false
    findings.scalesSmoothly = row?.scalesSmoothly ?? false
    findings.erasesBesideImages = row?.erasesBesideImages ?? false
    findings.largestSixel = largestSixel ?? row?.largestSixel
    let cell = cells.result
    findings.cell = cell?.pixels
    findings.cellSource = cell?.source
    findings.identity = identity
    findings.symbols = symbols
    findings.hasProgress = hasProgress
    findings.medium =
      graphicsAnswers[ProbeQueries.sharedMemoryID] == true
      ? .sharedMemory
      : graphicsAnswers[ProbeQueries.temporaryFileID] == true ? .temporaryFile : .direct
    if let decision = decision(isSettled: isSettled) {
      (findings.graphics, findings.reason) = decision
      deadline = nil
    }
    findings.envelope = envelope
    if findings != before { revision += 1 }
  }
}

import Canvas
import Platform

/// Asks the terminal about itself, and draws the conclusions.
///
/// A value without I/O: it says which bytes to write and takes in the answers, whenever they come.
package struct TerminalProbe: Sendable {
  package private(set) var findings = TerminalFindings()
  /// Counts the findings up, each time they change.
  package private(set) var revision = 0
  /// When pictures are decided without an answer; nil once they are decided.
  package private(set) var deadline: MonotonicTime?

  /// Whether questions may be sent; not on the way out, nor while another program has the terminal.
  package var mayAsk = true

  private(set) var situation: ProbeSituation
  private(set) var cells: CellSizing
  /// kitty's answers to its queries by id: whether it can.
  private(set) var graphicsAnswers: [Int: Bool] = [:]
  private(set) var hasSixelAttribute = false
  private var largestSixel: Size?
  /// XTVERSION's answer.
  private(set) var saidIdentity: TerminalIdentity?
  private(set) var tmux: TmuxReply?
  /// The answer to the question about colours of 24 bits.
  private(set) var reportedForeground: ReportedForeground?
  private(set) var isFenceAnswered = false
  /// GNU screen has answered, from the other side of an SSH connection.
  private var isScreen = false

  private var hasAsked = false
  private var hasAskedColor = false
  private var isExpired = false
  private(set) var awaitsTmux = false
  /// When to ask tmux again; `nil` for never.
  package private(set) var tmuxRetry: MonotonicTime?
  private var tmuxRetries = 0
  /// Fences that were sent and have not come back.
  private var openFences = 0
  private var askedAt: MonotonicTime?
  private var fenceAt: MonotonicTime?
  private var openColors = 0
  private var openOuterQueries = 0
  private var outerAskedAt: MonotonicTime?
  /// What is asked once the terminal has answered what it was asked before.
  private var pendingQueries = PendingQueries.nothing

  private enum PendingQueries: Int { case nothing, size, everything }

  private static let answerLimit = 40
  /// The letter S, by which GNU screen names itself.
  private static let screenClass = 83

  package init(_ situation: ProbeSituation, size: TerminalSize) {
    self.situation = situation
    cells = CellSizing(size, chosen: situation.chosenCell)
    findings.multiplexer = situation.multiplexer
    if case .tmux(nil) = situation.multiplexer { awaitsTmux = true }
    update()
  }

  /// How long pictures wait for the terminal: a local one answers within milliseconds.
  private var firstReplyTimeout: Duration { .milliseconds(situation.isRemote ? 1000 : 200) }
  /// How late an answer may be and still be ours to take away.
  private var lateReplyTimeout: Duration { .milliseconds(situation.isRemote ? 1500 : 600) }
  /// When an answer is taken for lost, and questions are asked all the same.
  private static let lostReplyTimeout = Duration.seconds(5)

  /// How long to wait each time before tmux is asked again.
  ///
  /// tmux asks a terminal for its name when it attaches. The program may be started earlier than
  /// the answer arrives: over a network that takes a second, from a busy machine several.
  private static let tmuxPauses: [Duration] = [
    30, 60, 120, 240, 480, 960, 2_000, 4_000, 8_000, 16_000,
  ].map { .milliseconds($0) }

  /// The number of the first pauses that anything waits for.
  private static let awaitedPauses = 6

  // MARK: Asking

  /// Has tmux asked anew: another terminal may show it now.
  ///
  /// The medium stays until that terminal answers: tmux drops questions while it redraws.
  package mutating func forgetTmux() {
    tmuxRetries = 0
    tmuxRetry = nil
    awaitsTmux = true
  }

  /// Whether `begin` asks about graphics.
  var mayAskGraphics: Bool {
    situation.refusal == nil && !situation.skipsGraphicsQuery && !situation.isRemote
  }

  /// Has nothing asked at all.
  package mutating func refuse(_ reason: GraphicsReason) {
    situation.refusal = reason
    update()
  }

  /// Asks everything, once; to be written in one go.
  ///
  /// - Parameter media: left out over a network, where the terminal has other files.
  package mutating func begin(media: ProbeMedia?, at now: MonotonicTime) -> [UInt8] {
    guard situation.refusal == nil, !hasAsked else { return [] }
    hasAsked = true
    var text = ""
    // Inside of tmux a graphics query would become the window's title.
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

  /// Asks again for what may have changed.
  package mutating func refresh(at now: MonotonicTime) -> [UInt8] { ask(.everything, at: now) }

  /// Takes a new size over and asks for that of the cells.
  package mutating func resize(_ size: TerminalSize, at now: MonotonicTime) -> [UInt8] {
    cells.resize(size)
    update()
    return ask(.size, at: now)
  }

  /// Has everything that may have changed meanwhile asked with the next question.
  ///
  /// What the terminal had not answered by then, the shell has got.
  package mutating func resume() {
    mayAsk = true
    openFences = 0
    openColors = 0
    pendingQueries = .everything
  }

  /// Asks for this and all that is owed, at once or when the terminal has answered the last
  /// question.
  private mutating func ask(_ wanted: PendingQueries, at now: MonotonicTime) -> [UInt8] {
    pendingQueries = pendingQueries.rawValue < wanted.rawValue ? wanted : pendingQueries
    if let askedAt, askedAt + Self.lostReplyTimeout < now { openFences = 0 }
    // A terminal that never answered is not asked again.
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

  // MARK: Answers

  /// Takes an answer in.
  ///
  /// - Parameter raw: the answer's bytes.
  /// - Returns: what to ask next; mostly nothing.
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
    // A terminal that draws less than this draws none at all.
    case .largestSixel(let size) where size.width >= 100 && size.height >= 100:
      largestSixel = size
    case .mode(2026, let state): findings.hasSynchronizedOutput = state == 1 || state == 2
    case .colorScheme(let isDark): question = schemeReported(isDark, at: now)
    case .version(let text): saidIdentity = TerminalIdentity(answer: text)
    case .secondaryAttributes(let attributes): isScreen = attributes.first == Self.screenClass
    case .foreground(let color): reportedForeground = color
    case .deviceAttributes(let attributes): question = fenceAnswered(attributes, at: now)
    case .kittyGraphics(let id, let message):
      graphicsAnswers[id] = message == "OK"
      openOuterQueries = max(0, openOuterQueries - 1)
    case .largestSixel, .mode, .other: break
    }
    update()
    return question
  }

  private mutating func schemeReported(_ isDark: Bool, at now: MonotonicTime) -> [UInt8] {
    let hasChanged = findings.prefersDark.map { $0 != isDark } ?? false
    findings.prefersDark = isDark
    guard mayAsk else { return [] }
    // Beside another question, which may be one for the size alone.
    guard openFences == 0 else { return hasChanged ? ask(.everything, at: now) : [] }
    // A report by itself: the colours are other ones now.
    if hasChanged { findings.background = nil }
    openColors = 2
    return fenced(ProbeQueries.foreground + ProbeQueries.background, at: now)
  }

  private mutating func fenceAnswered(_ attributes: [Int], at now: MonotonicTime) -> [UInt8] {
    openFences = max(0, openFences - 1)
    isFenceAnswered = true
    fenceAt = now
    // The first one is the terminal's class.
    hasSixelAttribute = attributes.dropFirst().contains(4)
    return ask(.nothing, at: now)
  }

  /// Takes in what tmux says about itself; nil when it says nothing.
  ///
  /// - Returns: what to ask the terminal around it.
  package mutating func absorb(
    tmux answer: TmuxReply?,
    media: ProbeMedia?,
    at now: MonotonicTime
  ) -> [UInt8] {
    tmuxRetry = nil
    if answer?.awaitsTerminal ?? false, tmuxRetries < Self.tmuxPauses.count {
      tmuxRetry = now + Self.tmuxPauses[tmuxRetries]
      tmuxRetries += 1
    }
    // Where nothing gets through, a better answer is not worth waiting for.
    awaitsTmux =
      tmuxRetry != nil && tmuxRetries <= Self.awaitedPauses && answer?.isPassthrough ?? false
    tmux = answer
    findings.multiplexer = .tmux(passthrough: answer?.isPassthrough ?? false)
    if let answer, findings.answers.last != answer.text,
      findings.answers.count < Self.answerLimit
    {
      findings.answers.append(answer.text)
    }
    update()
    // Only those that are known to take such queries: others would print them. And not where
    // pictures, by somebody's wish, may be on their way already: a command must not split another.
    guard mayAsk, situation.graphicsOverride == nil, findings.graphics == .kitty,
      findings.envelope == .tmux
    else { return [] }
    let codes = ProbeQueries.graphics(situation.isRemote ? nil : media)
    openOuterQueries = codes.count
    outerAskedAt = now
    return codes.flatMap { findings.envelope.wrap(Array($0.utf8)) ?? [] }
  }

  /// Decides without the terminal once it has had its time.
  package mutating func expire(at now: MonotonicTime) {
    guard let deadline, deadline <= now else { return }
    isExpired = true
    update()
  }

  /// Until when answers may come that are not to be taken for keys; nil when none are expected.
  package var strayDeadline: MonotonicTime? {
    var latest: MonotonicTime?
    if openFences > 0 {
      latest = askedAt.map { $0 + lateReplyTimeout }
    } else if openColors > 0 {
      // Some terminals answer these apart from all others, a little behind the fence.
      latest = fenceAt.map { $0 + .milliseconds(30) }
    }
    guard openOuterQueries > 0, let outer = outerAskedAt.map({ $0 + lateReplyTimeout }) else {
      return latest
    }
    return max(latest ?? outer, outer)
  }

  /// Whether a terminal may still look for the pixels of `ProbeMedia`.
  func needsMedia(at now: MonotonicTime) -> Bool {
    if awaitsTmux || !isFenceAnswered { return true }
    return openOuterQueries > 0 && outerAskedAt.map { now < $0 + lateReplyTimeout } ?? false
  }

  // MARK: Conclusions

  private var isSettled: Bool { isExpired || (isFenceAnswered && !awaitsTmux) }

  private mutating func update() {
    let before = findings
    if situation.multiplexer == .none, saidIdentity?.name == "tmux" {
      // tmux on the other side of an SSH connection: nobody there can be asked about it.
      findings.multiplexer = .tmux(passthrough: false)
    }
    if isScreen { findings.multiplexer = .screen }
    findings.colors = provenColors
    let identity = identity
    let row = identity.flatMap { TerminalTable.row(named: $0.name) }
    cells.countsBorder = row?.countsBorder ?? false
    findings.spillsBlocks = row?.spillsBlocks ?? false
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

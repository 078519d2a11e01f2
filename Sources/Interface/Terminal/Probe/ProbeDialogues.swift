import Platform

/// The queries to the terminal.
///
/// Each group of queries ends with one that every terminal answers (`ProbeQueries.fence`).
struct TerminalDialogue: Sendable {
  enum State: Equatable {
    case unasked
    /// The terminal hasn't replied to the last groups of queries.
    ///
    /// - Parameter isFirst: whether it has never replied.
    case awaiting(Int, since: MonotonicTime, isFirst: Bool)
    /// No reply is expected, since this time.
    case idle(since: MonotonicTime)
    /// The terminal has never replied. It isn't queried again.
    case silent
  }

  private(set) var state = State.unasked
  /// The colours that may be reported separately, shortly after the fence.
  var openColors = 0

  /// The age of a query when its reply counts as lost, and queries are sent again.
  private static let lostReplyTimeout = Duration.seconds(5)

  var isAwaiting: Bool { if case .awaiting = state { true } else { false } }
  var isIdle: Bool { if case .idle = state { true } else { false } }

  var hasReplied: Bool {
    switch state {
    case .unasked, .silent, .awaiting(_, since: _, isFirst: true): false
    case .awaiting(_, since: _, isFirst: false), .idle: true
    }
  }

  mutating func asked(at now: MonotonicTime) {
    var open = 1
    if case .awaiting(let count, since: _, isFirst: _) = state { open += count }
    state = .awaiting(open, since: now, isFirst: !hasReplied)
  }

  mutating func answered(at now: MonotonicTime) {
    guard case .awaiting(let count, let since, isFirst: _) = state, count > 1 else {
      return state = .idle(since: now)
    }
    state = .awaiting(count - 1, since: since, isFirst: false)
  }

  /// Expects no further reply to the queries so far.
  ///
  /// - Parameter now: the time, to give up lost replies only; `nil` to give up all.
  mutating func giveUp(at now: MonotonicTime?) {
    guard case .awaiting(_, let since, let isFirst) = state,
      now.map({ since + Self.lostReplyTimeout < $0 }) ?? true
    else { return }
    state = isFirst ? .silent : .idle(since: since)
  }

  /// Returns the time until which replies may arrive; `nil` if none is expected.
  func strayDeadline(within limit: Duration) -> MonotonicTime? {
    switch state {
    case .awaiting(_, let since, isFirst: _): since + limit
    case .idle(let since) where openColors > 0: since + .milliseconds(30)
    case .unasked, .idle, .silent: nil
    }
  }
}

/// The queries to tmux about itself and the terminal around it.
struct TmuxDialogue: Sendable {
  private enum State {
    case settled
    case asking
    /// A terminal is attached, but hasn't told tmux its name. tmux is queried again at this time.
    case pausing(until: MonotonicTime)
  }

  private var state = State.settled
  private var pauses = 0
  private(set) var reply: TmuxReply?

  /// The pause before each retry.
  ///
  /// tmux requests a terminal's name when the terminal attaches. imagefeed may be launched before
  /// the name arrives. That takes a second over a network, and several if the computer is busy.
  private static let pauses: [Duration] = [
    30, 60, 120, 240, 480, 960, 2_000, 4_000, 8_000, 16_000,
  ].map { .milliseconds($0) }

  /// The number of retries that the choice of a graphics protocol waits for.
  private static let awaitedPauses = 6

  /// The time of the next retry; `nil` if there is none.
  var retry: MonotonicTime? { if case .pausing(let time) = state { time } else { nil } }

  /// Whether tmux will soon be queried again for the name of the terminal around it.
  var awaitsTerminalName: Bool { retry != nil && pauses <= Self.awaitedPauses }

  /// Whether the choice of a graphics protocol waits for a reply.
  ///
  /// Without passthrough, a better reply makes no difference for pictures.
  var isAwaited: Bool {
    if case .asking = state { true } else { awaitsTerminalName && reply?.isPassthrough ?? false }
  }

  mutating func begin() {
    state = .asking
    pauses = 0
  }

  mutating func answered(_ reply: TmuxReply?, at now: MonotonicTime) {
    self.reply = reply
    guard reply?.awaitsTerminal ?? false, pauses < Self.pauses.count else {
      return state = .settled
    }
    state = .pausing(until: now + Self.pauses[pauses])
    pauses += 1
  }
}

/// The graphics queries to the terminal around tmux.
struct OuterDialogue: Sendable {
  /// Whether the terminal has been queried since it attached.
  var isAsked = false
  private var open = 0
  private var askedAt: MonotonicTime?

  /// The maximum age of a query whose test pixels the terminal can still read.
  ///
  /// A terminal that has just attached may still be starting.
  private static let mediaTimeout = Duration.seconds(30)

  mutating func asked(_ count: Int, at now: MonotonicTime) {
    (isAsked, open, askedAt) = (true, count, now)
  }

  /// Handles a reply, and returns whether it counts.
  ///
  /// A failure after the test pixels were deleted proves nothing.
  mutating func isCounted(_ isSuccess: Bool, at now: MonotonicTime) -> Bool {
    open = max(0, open - 1)
    return isSuccess || askedAt.map { now < $0 + Self.mediaTimeout } ?? true
  }

  func needsMedia(at now: MonotonicTime) -> Bool {
    open > 0 && askedAt.map { now < $0 + Self.mediaTimeout } ?? false
  }

  func strayDeadline(within limit: Duration) -> MonotonicTime? {
    open > 0 ? askedAt.map { $0 + limit } : nil
  }
}

import Canvas
import Platform
@testable import Terminal

/// A probe and the decoder that passes replies to it, with their own clock.
struct ProbeRig {
  var probe: TerminalProbe
  private var decoder = InputDecoder()
  /// Milliseconds since the beginning.
  private(set) var time = 0
  /// The queries sent so far.
  private(set) var questions = ""
  /// The events that weren't replies.
  private(set) var events: [InputEvent] = []

  init(
    environment: [String: String] = [:],
    colors: ColorDepth = .trueColor,
    graphics: GraphicsProtocol? = nil,
    size: TerminalSize = TerminalSize(columns: 80, rows: 24),
    media: ProbeMedia? = ProbeMedia(sharedMemory: "/m", temporaryFile: "/tmp/f")
  ) {
    var environment = environment
    if environment["LANG"] == nil { environment["LANG"] = "C.UTF-8" }
    if environment["TERM"] == nil { environment["TERM"] = "xterm-256color" }
    var traits = TerminalTraits.detect(environment: environment)
    if traits.colors != .monochrome { traits.colors = colors }
    let asked = graphics.map { ProbeSituation.GraphicsOverride($0, by: "--graphics") }
    let situation = ProbeSituation(
      traits: traits,
      environment: environment,
      graphicsOverride: asked
    )
    probe = TerminalProbe(situation, size: size)
    questions = String(decoding: probe.begin(media: media, at: now), as: UTF8.self)
  }

  var now: MonotonicTime { MonotonicTime(nanoseconds: Int64(time) * 1_000_000) }
  var findings: TerminalFindings { probe.findings }

  mutating func takeQuestions() -> String {
    defer { questions = "" }
    return questions
  }

  mutating func wait(milliseconds: Int) {
    time += milliseconds
    take(decoder.flush(at: now))
    probe.expire(at: now)
  }

  /// Sends a reply from the terminal.
  mutating func answer(_ text: String) { answer(Array(text.utf8)) }

  mutating func answer(_ bytes: [UInt8]) {
    let isExpecting = probe.strayDeadline.map { now < $0 } ?? false
    decoder.escapeTimeout = .milliseconds(isExpecting ? 500 : 25)
    take(decoder.feed(bytes, at: now))
  }

  mutating func tmux(_ line: String?) {
    questions += String(
      decoding: probe.absorb(
        tmux: line.flatMap { TmuxReply(line: $0) },
        media: ProbeMedia(sharedMemory: "/m"),
        at: now
      ),
      as: UTF8.self
    )
  }

  /// Simulates that another terminal attaches to tmux.
  mutating func attach() { probe.resetTmux() }

  mutating func resize(_ size: TerminalSize) {
    questions += String(decoding: probe.resize(size, at: now), as: UTF8.self)
  }

  mutating func refresh() {
    questions += String(decoding: probe.refresh(at: now), as: UTF8.self)
  }

  private mutating func take(_ new: [InputEvent]) {
    var answers = decoder.drainReplies().makeIterator()
    for event in new {
      guard case .reply(let reply) = event else {
        events.append(event)
        continue
      }
      let more = probe.absorb(reply, raw: answers.next() ?? [], at: now)
      questions += String(decoding: more, as: UTF8.self)
    }
  }
}

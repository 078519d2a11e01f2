import Canvas
import Platform
import Terminal

/// A terminal's replies to the probe.
///
/// The first byte selects what is known before. A line that begins with a tab is tmux's information
/// about itself. All other lines are bytes from the terminal.
final class ReplyTarget: FuzzTarget {
  private static let environments: [[String: String]] = [
    ["TERM": "xterm-256color"], ["TERM": "xterm-kitty"], ["TERM": "foot"],
    ["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0", "TMUX_PANE": "%0"],
    ["TERM": "xterm-256color", "SSH_TTY": "/dev/pts/1"], ["TERM": "tmux-256color"],
    ["TERM": "screen", "STY": "1.pts"], ["TERM": "dumb"],
  ]
  private static let sizes = [
    TerminalSize(columns: 80, rows: 24),
    TerminalSize(columns: 100, rows: 30, cellPixels: .init(width: 9.5, height: 19)),
    TerminalSize(columns: 120, rows: 40, cellPixels: .init(width: 0.1, height: 1.15)),
  ]

  private var now = MonotonicTime(nanoseconds: 0)

  func run(_ input: [UInt8]) throws(Finding) {
    let choice = Int(input.first ?? 0)
    let environment = Self.environments[choice % Self.environments.count]
    let size = Self.sizes[choice / Self.environments.count % Self.sizes.count]
    now = MonotonicTime(nanoseconds: 0)
    var probe = TerminalProbe(
      ProbeSituation(
        traits: .detect(environment: environment),
        environment: environment
      ),
      size: size
    )
    try checkQuestion(probe.begin(media: nil, at: now))
    var decoder = InputDecoder()
    for line in input.dropFirst().split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.first == 0x09 {
        let answer = TmuxReply(line: String(decoding: line.dropFirst(), as: UTF8.self))
        if let text = answer?.text {
          try promise(TextSanitizer.line(text) == text, "tmux's answer is safe to show")
        }
        try checkQuestion(probe.absorb(tmux: answer, media: nil, at: now))
      }
      try feed(line, decoder: &decoder, probe: &probe)
      try checkQuestion(probe.resize(size, at: now))
      try checkQuestion(probe.refresh(at: now))
      try check(probe.findings)
    }
    probe.expire(at: now + .seconds(60))
    _ = probe.absorb(tmux: nil, media: nil, at: now)
    try check(probe.findings)
    try promise(probe.findings.graphics != nil, "pictures are decided once the time is over")
    try promise(probe.deadline == nil, "nothing is waited for once the time is over")
  }

  private func feed(
    _ line: some Sequence<UInt8>,
    decoder: inout InputDecoder,
    probe: inout TerminalProbe
  ) throws(Finding) {
    now = now + .milliseconds(1)
    let events = decoder.feed(line, at: now)
    var bytes = decoder.drainReplies().makeIterator()
    for case .reply(let reply) in events {
      let revision = probe.revision
      let before = probe.findings
      try checkQuestion(probe.absorb(reply, raw: bytes.next() ?? [], at: now))
      if probe.findings != before {
        try promise(probe.revision > revision, "other findings are told of")
      }
    }
  }

  /// Checks that queries to the terminal never contain anything that it sent.
  private func checkQuestion(_ bytes: [UInt8]) throws(Finding) {
    try promise(
      bytes.isEmpty || (bytes.first == 0x1B && bytes.count < 1000),
      "a question is a sequence of its own"
    )
    try promise(
      bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x1B },
      "a question is plain text"
    )
  }

  private func check(_ findings: TerminalFindings) throws(Finding) {
    if let cell = findings.cell {
      try promise(
        (1...1000).contains(cell.width) && (1...1000).contains(cell.height),
        "a cell has a size that one can have"
      )
    }
    if let name = findings.identity?.text {
      try promise(TextSanitizer.line(name) == name, "a name is safe to show")
    }
    try promise(findings.answers.count <= 40, "few answers are kept")
    for answer in findings.answers {
      try promise(
        answer.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) },
        "kept answers are readable"
      )
    }
  }
}

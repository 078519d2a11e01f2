import Canvas
import Glibc
import Imaging
import Localization
import Platform
import Settings
import Terminal

/// The doctor's findings about the terminal.
///
/// The replies are included if the terminal can be queried.
package struct DoctorTerminal {
  var traits: TerminalTraits
  var size: TerminalSize?
  var colors: ColorDepth
  var colorsReason: String
  /// The terminfo entry in use; `nil` if none is.
  var entry: String?
  var findings: TerminalFindings
}

extension DoctorTerminal {
  /// Examines the terminal of standard input and output, and queries it if there is one.
  init(
    options: Program.Options,
    configuration: Configuration,
    environment: [String: String],
    cacheDirectory: String
  ) {
    let traits = options.traits(configuration, environment)
    let asked = options.graphicsOverride(configuration)
    do throws(TerminalError) {
      let terminal = try Terminal(
        tty: Self.device(environment),
        traits: traits,
        environment: environment,
        cacheDirectory: cacheDirectory,
        graphics: asked,
        symbols: options.symbols,
        cell: options.chosenCell(configuration)
      )
      defer { terminal.close() }
      Self.examine(terminal)
      self.init(
        traits: traits,
        size: terminal.size,
        colors: terminal.colors,
        colorsReason: terminal.colorsReason,
        entry: terminal.entry,
        findings: terminal.findings
      )
    } catch {
      var situation = ProbeSituation(
        traits: traits,
        environment: environment,
        graphicsOverride: asked
      )
      situation.symbolsOverride = options.symbols
      situation.chosenCell = options.chosenCell(configuration)
      if situation.refusal == nil { situation.refusal = .noTerminal }
      let size = TerminalSize(columns: 80, rows: 24)
      self.init(
        traits: traits,
        size: nil,
        colors: traits.colors,
        colorsReason: traits.colorsReason,
        findings: TerminalProbe(situation, size: size).findings
      )
    }
  }

  /// Opens the terminal that the doctor was started in, even if its report is redirected to a file.
  ///
  /// If the report goes into a pipe, the terminal isn't opened: a pager there would read the
  /// replies.
  private static func device(
    _ environment: [String: String]
  ) throws(TerminalError) -> TerminalDevice {
    var output = stat()
    let isFile =
      fstat(STDOUT_FILENO, &output) == 0 && output.st_mode & S_IFMT == S_IFREG
      && isatty(STDIN_FILENO) == 1
    return isFile
      ? try TerminalDevice(path: "/dev/tty") : try TerminalDevice(environment: environment)
  }

  /// Waits for the terminal's replies, but no longer than the feed would.
  private static func examine(_ terminal: Terminal) {
    terminal.beginProbe()
    while !terminal.isGone, let deadline = terminal.answersDeadline {
      let due = min(deadline, terminal.probeDeadline ?? deadline)
      let rest = due.nanoseconds - MonotonicTime.now.nanoseconds
      guard deadline > .now || terminal.probeDeadline != nil else { return }
      var descriptors = [
        pollfd(fd: terminal.inputDescriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal.probeDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      poll(&descriptors, nfds_t(descriptors.count), Int32(max(0, rest) / 1_000_000 + 1))
      // Discards keys typed during the wait.
      if descriptors[0].revents != 0 { _ = terminal.readInput(at: .now) }
      terminal.updateProbe(at: .now)
    }
  }

  // MARK: Findings

  func findings(_ texts: Texts) -> [DoctorFinding] {
    [
      terminal(texts),
      DoctorFinding(
        .emulator,
        findings.identity?.text ?? texts.doctor(.unknown),
        .text(findings.identity?.text)
      ),
      multiplexer(texts),
      DoctorFinding(
        .size,
        size.map { "\($0.columns) x \($0.rows)" } ?? texts.doctor(.unknown),
        size.map { .fields(["columns": .number($0.columns), "rows": .number($0.rows)]) }
          ?? .nothing
      ),
      cellSize(texts),
      colorDepth(texts),
      background(texts),
      DoctorFinding(.unicode, texts.doctor(traits.isUTF8 ? .yes : .no), .flag(traits.isUTF8)),
      graphics(texts),
      DoctorFinding(.medium, findings.medium.rawValue),
      DoctorFinding(.symbols, findings.symbols.rawValue),
      DoctorFinding(
        .synchronized,
        texts.doctor(findings.hasSynchronizedOutput ? .supported : .unsupported),
        .flag(findings.hasSynchronizedOutput)
      ),
      DoctorFinding(
        .answers,
        findings.answers.isEmpty ? [texts.doctor(.noneGiven)] : findings.answers,
        .list(findings.answers)
      ),
    ]
  }

  private func terminal(_ texts: Texts) -> DoctorFinding {
    guard !traits.term.isEmpty else {
      return DoctorFinding(.terminal, texts.doctor(.notSet), .text(nil))
    }
    let substitute = entry.flatMap { $0 == traits.term ? nil : texts.doctor(.otherEntry($0)) }
    return DoctorFinding(
      .terminal,
      traits.term + (substitute.map { ", " + $0 } ?? ""),
      .text(traits.term)
    )
  }

  private func multiplexer(_ texts: Texts) -> DoctorFinding {
    switch findings.multiplexer {
    case .none: DoctorFinding(.multiplexer, texts.doctor(.noneGiven), .nothing)
    case .screen: DoctorFinding(.multiplexer, "GNU screen", .fields(["name": .text("screen")]))
    case .tmux(let passthrough):
      DoctorFinding(
        .multiplexer,
        "tmux, " + texts.doctor(.passthrough(passthrough)),
        .fields(["name": .text("tmux"), "passthrough": passthrough.map { .flag($0) } ?? .nothing])
      )
    }
  }

  private func colorDepth(_ texts: Texts) -> DoctorFinding {
    let isPlain = traits.hasPlainInterface && colors != .monochrome
    let interface = isPlain ? ColorDepth.monochrome : colors
    return DoctorFinding(
      .colors,
      "\(colors.rawValue) " + texts.doctor(.because(colorsReason))
        + (isPlain ? "; " + texts.doctor(.plainInterface) : ""),
      .fields([
        "depth": .text(colors.rawValue), "reason": .text(colorsReason),
        "interface": .text(interface.rawValue),
      ])
    )
  }

  private func cellSize(_ texts: Texts) -> DoctorFinding {
    guard let cell = findings.cell, let source = findings.cellSource else {
      return DoctorFinding(.cellSize, texts.doctor(.unknown), .nothing)
    }
    let (width, height) = (Self.decimal(cell.width), Self.decimal(cell.height))
    return DoctorFinding(
      .cellSize,
      "\(width) x \(height) px " + texts.doctor(.because(source.rawValue)),
      .fields([
        "width": .number(cell.width), "height": .number(cell.height),
        "source": .text(source.rawValue),
      ])
    )
  }

  /// Formats a number with at most two decimals.
  private static func decimal(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
    let digits = hundredths % 100
    return "\(hundredths / 100)."
      + (digits % 10 == 0 ? "\(digits / 10)" : digits < 10 ? "0\(digits)" : "\(digits)")
  }

  private func background(_ texts: Texts) -> DoctorFinding {
    guard let isDark = findings.isDark else {
      return DoctorFinding(.background, texts.doctor(.unknown), .nothing)
    }
    let word = texts.doctor(isDark ? .dark : .light)
    guard let color = findings.background else {
      return DoctorFinding(.background, word, .fields(["dark": .flag(isDark)]))
    }
    let digits = String(color.raw, radix: 16)
    let code = "#" + String(repeating: "0", count: 6 - digits.count) + digits
    return DoctorFinding(
      .background,
      "\(code), \(word)",
      .fields(["dark": .flag(isDark), "color": .text(code)])
    )
  }

  private func graphics(_ texts: Texts) -> DoctorFinding {
    // If no protocol has been selected yet, report symbols, which every terminal can show.
    let graphics = findings.graphics ?? .symbols
    return DoctorFinding(
      .graphics,
      "\(graphics.rawValue): " + texts.doctor(findings.reason),
      .fields([
        "protocol": .text(graphics.rawValue),
        "reason": .text(Texts(.english).doctor(findings.reason)),
      ])
    )
  }
}

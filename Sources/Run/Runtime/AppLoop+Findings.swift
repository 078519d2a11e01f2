import AppCore
import Canvas
import Imaging
import Pictures
import Platform
import Screens
import Terminal

/// Changes of the running program that follow from the terminal's replies.
extension AppLoop {
  /// Adopts the findings that have changed since the last call.
  func noticeFindings() {
    let terminal = parts.terminal
    guard terminal.findingsRevision != seenFindings else { return }
    seenFindings = terminal.findingsRevision
    adoptLook()
    drawPictures(by: terminal.findings)
    let viewport = Viewport(terminal)
    if viewport != engine.state.program.viewport { engine.deliver(.resized(viewport)) }
    engine.use(PictureOutput(terminal, theme: context.theme))
  }

  /// Shows once ever how to allow pictures in tmux.
  ///
  /// Doesn't replace a notice that is already on the screen. A later launch shows this one then.
  ///
  /// - Returns: Whether the notice was shown.
  func showTmuxNotice() -> Bool {
    guard case .passthroughOff(_, let line) = parts.terminal.findings.reason,
      engine.state.notice == nil, parts.tmuxNotice?.create() ?? false
    else { return false }
    engine.deliver(.picturesBlocked(line: line))
    return true
  }

  /// Selects the best known graphics protocol for drawing pictures.
  private func drawPictures(by findings: TerminalFindings) {
    guard let graphics = findings.graphics else { return }
    let way = GraphicsOutput(
      graphics: graphics,
      medium: findings.medium,
      colors: parts.terminal.colors,
      envelope: findings.envelope,
      largestImage: graphics == .sixel ? findings.largestSixel : nil,
      erasesBeside: findings.erasesBesideImages
    )
    guard way != graphicsOutput else { return }
    graphicsOutput = way
    let envelope = findings.envelope
    parts.terminal.select(
      graphics: graphics,
      medium: findings.medium,
      // A sequence too large for the multiplexer isn't sent; the symbols stay visible.
      envelope: envelope == .none ? nil : { envelope.wrap($0) ?? [] },
      largestImage: way.largestImage,
      erasesBeside: way.erasesBeside
    )
    invalidate()
  }

  /// Adapts the interface to the terminal's background, its number of colours and how it draws
  /// blocks.
  ///
  /// A theme that the user has chosen is kept.
  private func adoptLook() {
    let terminal = parts.terminal
    let found = parts.followsBackground ? terminal.findings.isDark : nil
    let theme = found ?? context.theme.isDark ? Theme.dark : .light
    var new = context
    new.theme = theme.leavingBackground(context.theme.leavesBackground)
      .reduced(to: terminal.interfaceColors)
    new.hasColors = terminal.interfaceColors != .monochrome
    new.glyphs.hasBlockSeams = terminal.findings.hasBlockSeams
    new.hasLight =
      parts.lightsSurround && terminal.interfaceColors == .trueColor
      && terminal.pictureColors == .trueColor
    new.hasShades = terminal.pictureColors.hasShades
    guard new != context else { return }
    context = new
    invalidate()
  }
}

/// The way images are sent to the terminal.
struct GraphicsOutput: Equatable {
  var graphics: GraphicsProtocol
  var medium: GraphicsMedium
  var colors: ColorDepth
  /// The wrapping of graphics escape codes for a multiplexer.
  var envelope: PassthroughEnvelope
  /// The largest sixel image that the terminal draws, in pixels.
  ///
  /// `nil` if there is no limit, or with another protocol.
  var largestImage: Size?
  /// Whether the terminal erases the cells to the right of an image of iTerm2's protocol.
  var erasesBeside: Bool

  /// Whether the terminal may have lost pictures, or may show old ones, when it regains focus.
  var losesPixels: Bool { graphics == .sixel || envelope != .none }
}

extension PictureOutput {
  /// Creates the output settings used before anything is known about the terminal.
  init(colors: ColorDepth, theme: Theme) {
    let findings = TerminalFindings()
    self.init(
      symbols: SymbolOptions(
        colors: colors,
        symbols: findings.symbols,
        background: theme.background,
        leavesBackground: theme.leavesBackground
      ),
      graphics: nil,
      encoding: .deflatedBase64
    )
  }

  /// Creates the output settings for the terminal's current findings.
  init(_ terminal: Terminal, theme: Theme) {
    let findings = terminal.findings
    self.init(
      symbols: SymbolOptions(
        colors: terminal.pictureColors,
        symbols: findings.symbols,
        background: theme.background,
        leavesBackground: theme.leavesBackground
      ),
      graphics: Self.graphics(
        findings.graphics,
        columns: terminal.size.columns,
        rows: terminal.size.rows,
        cell: (findings.cell?.width ?? 10, findings.cell?.height ?? 20)
      ),
      encoding: findings.medium == .direct ? .deflatedBase64 : .rgb
    )
    placesDirectly = findings.envelope == .none
    scalesSmoothly = findings.scalesSmoothly
    if let cell = findings.cell {
      cellWidth = cell.width
      cellHeight = cell.height
    }
  }
}

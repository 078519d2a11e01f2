import Canvas

/// Chooses the graphics protocol and other abilities, with the reason.
extension TerminalProbe {
  typealias Decision = (graphics: GraphicsProtocol, reason: GraphicsReason)

  /// The terminal that shows the pictures.
  ///
  /// The terminal's own reply overrides the environment.
  var identity: TerminalIdentity? {
    switch findings.multiplexer {
    case .none: replies.identity ?? situation.hint
    case .tmux: tmux.reply?.terminal
    case .screen: nil
    }
  }

  private var row: TerminalRow? { identity.flatMap { TerminalTable.row(named: $0.name) } }

  /// Returns the best graphics protocol and its reason; `nil` if the terminal may still reply.
  func decision(isSettled: Bool) -> Decision? {
    if let asked = situation.graphicsOverride {
      // The replies also determine the cell size and the medium here.
      let isReady = isSettled || situation.refusal != nil || !asked.graphics.hasPixels
      return isReady ? (asked.graphics, .asked(asked.by)) : nil
    }
    if let refusal = situation.refusal { return (.symbols, refusal) }
    if situation.isColorless { return (.symbols, .noColors) }
    guard isSettled else { return nil }
    if case .tmux(let passthrough) = findings.multiplexer {
      return inTmux(isPassthrough: passthrough ?? false)
    }
    guard isFenceAnswered else { return (.symbols, .noAnswer) }
    guard let row, let identity else { return byAnswers }
    let offers = row.offers.filter { identity.isAtLeast($0.since) }
    if let offer = offers.first(where: isProven) {
      return (offer.graphics, .terminal(identity.text))
    }
    // Device attributes without a 4 refute sixels. Other protocols are merely not confirmed.
    if replies.identity == nil, let offer = offers.first(where: { $0.proof != .sixelAttribute }) {
      return (.symbols, .unconfirmed(identity.text, offer.graphics))
    }
    return (.symbols, .nothingBetter)
  }

  private func isProven(_ offer: TerminalRow.Offer) -> Bool {
    // Placeholders encode the image's ID in a colour, which takes at least 256 colours.
    if offer.graphics == .kitty, !hasPalette { return false }
    return switch offer.proof {
    case .anyReply: replies.identity != nil || replies.hasSixelAttribute || hasKittyGraphics
    case .kittyQuery: hasKittyGraphics
    case .sixelAttribute: replies.hasSixelAttribute
    }
  }

  private var hasKittyGraphics: Bool { replies.graphics[ProbeQueries.directID] == true }

  private var hasPalette: Bool {
    [.palette256, .trueColor].contains(findings.colors?.depth ?? situation.colors)
  }

  // MARK: Colours

  /// Whether to set a 24-bit colour and request it back.
  ///
  /// The query is a DCS, which some terminals print. A terminal that has replied to XTVERSION, with
  /// a DCS, understands it.
  var mayAskColor: Bool {
    guard situation.refusal == nil, situation.mayChangeColors, findings.multiplexer == .none,
      let identity = replies.identity
    else { return false }
    // In xterm the variable that promises 24-bit colour may be inherited from another terminal.
    return situation.colors != .trueColor || identity.isXterm
  }

  /// The number of colours that the terminal has proven to have; `nil` if nothing is proven.
  var provenColors: TerminalFindings.ProvenColors? {
    guard situation.mayChangeColors, findings.multiplexer == .none, let identity else { return nil }
    if row?.hasFewDirectColors ?? false {
      return .init(depth: .trueColor, reason: identity.text, isFew: true)
    }
    return switch replies.foreground {
    case .direct(ProbeQueries.directColor): .init(depth: .trueColor, reason: "DECRQSS")
    // In xterm the resource directColor is off.
    case .palette where identity.isXterm: .init(depth: .palette256, reason: "DECRQSS")
    default: nil
    }
  }

  // MARK: Pictures

  /// The choice for a terminal that isn't in the table.
  private var byAnswers: Decision {
    if hasKittyGraphics { return (.kittyDirect, .kittyQuery) }
    if replies.hasSixelAttribute { return (.sixel, .sixelAttribute) }
    return (.symbols, .nothingBetter)
  }

  /// Returns the choice inside tmux.
  ///
  /// Only placeholders scroll and disappear with tmux's own text. Newer versions of tmux support
  /// sixels.
  private func inTmux(isPassthrough: Bool) -> Decision {
    if situation.isTmuxPopup { return (.symbols, .tmuxPopup) }
    // Before the terminal has reported its name to tmux, only its TERM is known.
    if let tmux = tmux.reply, !tmux.awaitsTerminal, let row, let identity, hasPalette,
      let offer = row.offers.first(where: { $0.graphics == .kitty }),
      identity.isAtLeast(offer.since)
    {
      if isPassthrough { return (.kitty, .terminal(identity.text)) }
      return (.symbols, .passthroughOff(identity.text, line: tmux.passthroughLine))
    }
    if replies.hasSixelAttribute, tmux.reply?.hasSixel ?? false { return (.sixel, .sixelAttribute) }
    return (.symbols, .multiplexer("tmux"))
  }

  var envelope: PassthroughEnvelope {
    guard case .tmux = findings.multiplexer, let graphics = findings.graphics else { return .none }
    return graphics.isRetained || graphics == .iterm2 ? .tmux : .none
  }

  /// Whether the terminal shows progress.
  ///
  /// A multiplexer can't show it.
  var hasProgress: Bool {
    guard findings.multiplexer == .none, let identity, let since = row?.progress else {
      return false
    }
    return identity.isAtLeast(since)
  }

  var symbols: SymbolSet {
    guard situation.isUTF8 else { return .ascii }
    if let asked = situation.symbolsOverride { return asked }
    if situation.isLinuxConsole { return .ascii }
    if row?.lacksQuadrants ?? false { return .halfBlocks }
    // Without colours, eight dots per cell show more of a photo than four quarters.
    if situation.colors == .monochrome { return .braille }
    guard let row, let identity else { return .quadrants }
    // A multiplexer has its own character widths.
    if situation.hasOctantWidth, situation.multiplexer == .none, let since = row.octants,
      identity.isAtLeast(since)
    {
      return .octants
    }
    guard situation.hasSextantWidth, let since = row.sextants, identity.isAtLeast(since) else {
      return .quadrants
    }
    return .sextants
  }
}

/// The wrapping of escape codes that a multiplexer passes on to the outer terminal.
package enum PassthroughEnvelope: Hashable, Sendable {
  /// No wrapping: there is no multiplexer, or it understands the codes itself.
  case none
  /// The wrapping for tmux with `allow-passthrough`: https://github.com/tmux/tmux/wiki/FAQ
  case tmux

  /// The size of the smallest sequence that tmux up to 3.5 drops, in bytes.
  ///
  /// https://github.com/tmux/tmux/issues/4302
  private static let tmuxLimit = 1 << 20

  /// Wraps one complete escape code.
  ///
  /// Each chunk of an image is a separate code.
  ///
  /// - Returns: `nil` if the result is so large that the multiplexer would drop it.
  package func wrap(_ code: [UInt8]) -> [UInt8]? {
    switch self {
    case .none: return code
    case .tmux:
      var wrapped = Array("\u{1B}Ptmux;".utf8)
      wrapped.reserveCapacity(code.count + 16)
      for byte in code {
        if byte == 0x1B { wrapped.append(0x1B) }
        wrapped.append(byte)
      }
      wrapped += "\u{1B}\\".utf8
      return wrapped.count < Self.tmuxLimit ? wrapped : nil
    }
  }
}

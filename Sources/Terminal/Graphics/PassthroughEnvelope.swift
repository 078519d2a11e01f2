/// What escape codes for the outer terminal are wrapped in on their way through a multiplexer.
package enum PassthroughEnvelope: Hashable, Sendable {
  /// There is no multiplexer, or it understands the codes itself.
  case none
  /// tmux with `allow-passthrough`: https://github.com/tmux/tmux/wiki/FAQ
  case tmux

  /// tmux up to 3.5 drops a sequence of this many bytes.
  ///
  /// https://github.com/tmux/tmux/issues/4302
  private static let tmuxLimit = 1 << 20

  /// Wraps one whole escape code; each chunk of a picture is a code of its own.
  ///
  /// - Returns: nil when the multiplexer would drop it for its size.
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

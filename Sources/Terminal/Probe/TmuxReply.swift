import Canvas

/// What tmux says about itself and the terminal around it.
package struct TmuxReply: Equatable, Sendable {
  /// Whether escape codes get through to the terminal.
  package var isPassthrough: Bool
  /// Whether it can show sixels there.
  package var hasSixel: Bool
  package var terminal: TerminalIdentity?
  /// Whether the terminal is attached, and has not told tmux its name yet (XTVERSION).
  package var awaitsTerminal: Bool
  /// As it was said, as a line that is safe to show.
  package var text: String

  /// The format to be printed; the fields are separated by tabs.
  static let format = [
    "#{allow-passthrough}", "#{client_termname}", "#{client_termtype}", "#{client_termfeatures}",
    "#{version}",
  ].joined(separator: "\t")

  /// Reads a line of `format`; nil when it is none.
  package init?(line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 5 else { return nil }
    // A flag in 3.3, a choice since; before 3.3 there was no such option, and codes got through:
    // https://raw.githubusercontent.com/tmux/tmux/3.6/CHANGES
    let version = TerminalIdentity.version(fields[4])
    let isOld = version.lexicographicallyPrecedes([3, 3])
    // 3.7 lets codes through with "all" alone: https://github.com/sxyazi/yazi/issues/4245
    let values: Set = version == [3, 7] ? ["all"] : ["1", "on", "all"]
    isPassthrough = values.contains(fields[0]) || (fields[0].isEmpty && isOld)
    terminal =
      fields[2].isEmpty
      ? TerminalTable.identity(environment: ["TERM": fields[1]])
      : TerminalIdentity(answer: fields[2])
    awaitsTerminal = fields[2].isEmpty && !fields[1].isEmpty
    hasSixel = fields[3].split(separator: ",").contains("sixel")
    let named = zip(["allow-passthrough", "client_termname", "client_termtype"], fields)
      .filter { !$0.1.isEmpty }.map { "\($0.0)=\($0.1)" }
    text = TextSanitizer.line("tmux \(fields[4]): " + named.joined(separator: ", "), limit: 400)
  }
}

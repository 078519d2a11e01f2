import Canvas

/// The reply of tmux about itself and the outer terminal.
package struct TmuxReply: Equatable, Sendable {
  /// Whether tmux passes escape codes on to the terminal.
  package var isPassthrough: Bool
  /// The line of tmux.conf that makes this version pass escape codes on.
  package var passthroughLine: String
  /// Whether tmux can show sixels in that terminal.
  package var hasSixel: Bool
  package var terminal: TerminalIdentity?
  /// Whether a terminal is attached that hasn't reported its name to tmux yet (XTVERSION).
  package var awaitsTerminal: Bool
  /// The reply as a line that is safe to show.
  package var text: String

  /// The format for `tmux display-message`; tabs separate the fields.
  static let format = [
    "#{allow-passthrough}", "#{client_termname}", "#{client_termtype}", "#{client_termfeatures}",
    "#{version}",
  ].joined(separator: "\t")

  /// Parses a line in the format `format`; `nil` if it has another format.
  package init?(line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 5 else { return nil }
    // The option is a flag in 3.3 and a choice since. Before 3.3 there was no option, and codes
    // passed: https://raw.githubusercontent.com/tmux/tmux/3.6/CHANGES
    let version = TerminalIdentity.version(fields[4])
    let isOld = version.lexicographicallyPrecedes([3, 3])
    // 3.7 passes codes only with "all": https://github.com/sxyazi/yazi/issues/4245
    let values = version == [3, 7] ? ["all"] : ["on", "1", "all"]
    isPassthrough = values.contains(fields[0]) || (fields[0].isEmpty && isOld)
    passthroughLine = "set -g allow-passthrough \(values[0])"
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

import Canvas

/// The terminal's replies so far, besides the findings.
struct ProbeReplies: Sendable {
  /// The result of each graphics query of kitty's protocol, by its ID.
  var graphics: [Int: Bool] = [:]
  var hasSixelAttribute = false
  var largestSixel: Size?
  /// The reply to XTVERSION.
  var identity: TerminalIdentity?
  /// The reply to the query that checks 24-bit colour.
  var foreground: ReportedForeground?
  /// Whether GNU screen has replied from the client's side of an SSH connection.
  var isScreen = false

  /// The code of the letter S, which identifies GNU screen in device attributes.
  static let screenClass = 83
}

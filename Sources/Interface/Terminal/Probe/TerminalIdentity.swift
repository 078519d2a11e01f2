import Canvas

/// The name and version that a terminal reports.
package struct TerminalIdentity: Hashable, Sendable {
  /// The text before the version, such as `kitty`, `WezTerm`, `XTerm`.
  package var name: String
  /// The numbers of the version, the major one first; empty if unknown.
  package var version: [Int]
  /// The reported text, as a line that is safe to show.
  package var text: String

  package init(name: String, version: [Int] = [], text: String? = nil) {
    self.name = name
    self.version = version
    let number = version.map(String.init).joined(separator: ".")
    self.text = text ?? (version.isEmpty ? name : "\(name) \(number)")
  }

  /// Parses a reply to XTVERSION: `kitty(0.26.5)`, `ghostty 1.1.3`, `WezTerm
  /// 20240203-110809-5046fc22`.
  package init(answer raw: String) {
    let answer = TextSanitizer.line(raw, limit: 100)
    let name = answer.prefix { $0 != "(" && $0 != " " }
    self.init(
      name: String(name),
      version: Self.version(answer.dropFirst(name.count)),
      text: answer
    )
  }

  /// Returns the first number in a text and the numbers that follow it after dots: `(0.26.5)`, `
  /// 3.3a`.
  static func version(_ text: some StringProtocol) -> [Int] {
    let start = text.drop { !$0.isASCII || !$0.isNumber }
    let number = start.prefix { $0 == "." || ($0.isASCII && $0.isNumber) }
    return number.split(separator: ".").compactMap { Int($0) }
  }

  /// Whether the version is at least `other`; false if the version is unknown.
  func isAtLeast(_ other: [Int]) -> Bool {
    guard !other.isEmpty else { return true }
    return !version.isEmpty && !version.lexicographicallyPrecedes(other)
  }

  var isXterm: Bool { name == "XTerm" }
}

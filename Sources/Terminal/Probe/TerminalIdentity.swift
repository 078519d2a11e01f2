import Canvas

/// A terminal's name and version, as it says them.
package struct TerminalIdentity: Hashable, Sendable {
  /// Up to the version: `kitty`, `WezTerm`, `XTerm`.
  package var name: String
  /// The numbers of the version, the major one first; empty when unknown.
  package var version: [Int]
  /// As it was said, as a line that is safe to show.
  package var text: String

  package init(name: String, version: [Int] = [], text: String? = nil) {
    self.name = name
    self.version = version
    let number = version.map(String.init).joined(separator: ".")
    self.text = text ?? (version.isEmpty ? name : "\(name) \(number)")
  }

  /// An answer to XTVERSION: `kitty(0.26.5)`, `ghostty 1.1.3`, `WezTerm 20240203-110809-5046fc22`.
  package init(answer raw: String) {
    let answer = TextSanitizer.line(raw, limit: 100)
    let name = answer.prefix { $0 != "(" && $0 != " " }
    self.init(
      name: String(name),
      version: Self.version(answer.dropFirst(name.count)),
      text: answer
    )
  }

  /// The first number in a text, with what follows it after dots: `(0.26.5)`, ` 3.3a`.
  static func version(_ text: some StringProtocol) -> [Int] {
    let start = text.drop { !$0.isASCII || !$0.isNumber }
    let number = start.prefix { $0 == "." || ($0.isASCII && $0.isNumber) }
    return number.split(separator: ".").compactMap { Int($0) }
  }

  /// Whether the version is this one or a later one; false when unknown.
  func isAtLeast(_ other: [Int]) -> Bool {
    guard !other.isEmpty else { return true }
    return !version.isEmpty && !version.lexicographicallyPrecedes(other)
  }

  var isXterm: Bool { name == "XTerm" }
}

/// The place in a list where a page begins, as the service names it.
///
/// Services with numbered pages use the number. The first page has the same token everywhere.
package struct PageToken: Hashable, Sendable {
  package static let maxBytes = 512
  package static let first = PageToken(1)

  /// The service's text, without control characters; empty for the first page.
  package let text: String

  /// Creates the token of a numbered page, counted from 1.
  package init(_ number: Int) {
    text = number > 1 ? "\(number.clamped(to: SanityLimits.count))" : ""
  }

  /// Creates the token of a page after the first one.
  ///
  /// - Parameter text: The service's text.
  /// - Returns: `nil` if the text is empty, longer than 512 bytes, or has control characters.
  package init?(_ text: String) {
    let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard !text.isEmpty, text.utf8.count <= Self.maxBytes, isPlain else { return nil }
    self.text = text
  }

  /// The page's number; `nil` for other tokens.
  package var number: Int? {
    text.isEmpty ? 1 : Int(text).flatMap { $0 > 0 && SanityLimits.count.contains($0) ? $0 : nil }
  }

  /// Returns the earlier of two numbered pages; this page if the other is `nil` or has no number.
  package func orEarlier(_ other: PageToken?) -> PageToken {
    guard let other, let number, let earlier = other.number else { return self }
    return earlier < number ? other : self
  }

  /// Whether a list that continues with `next` reaches as far as one that continues with `other`.
  ///
  /// `nil` is the end of the list. Pages without numbers can't be compared, and count as equal.
  package static func reaches(_ next: PageToken?, _ other: PageToken?) -> Bool {
    guard let next else { return true }
    guard let other else { return false }
    guard let number = next.number, let least = other.number else { return true }
    return number >= least
  }
}

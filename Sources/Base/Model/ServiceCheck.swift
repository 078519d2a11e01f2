/// A check that the service requires before it responds to a call.
///
/// The user completes it on a web page and enters its result.
package struct ServiceCheck: Equatable, Sendable {
  package enum Kind: Equatable, Sendable, CaseIterable {
    /// A CAPTCHA image with letters that the user types.
    case letters
    /// A bot check that ends with a token.
    case robot
    /// A confirmation by the account's owner that ends at a URL.
    case confirmation
  }

  package let kind: Kind
  /// The page to open.
  package let page: WebPage
  /// Whether the service rejected the result of the previous check.
  package var isRepeated: Bool
  /// The number that distinguishes this check from others.
  package var number = 0

  package init(_ kind: Kind, page: WebPage, isRepeated: Bool = false) {
    self.kind = kind
    self.page = page
    self.isRepeated = isRepeated
  }
}

/// What a service wants of the person before it answers a call: something done on a page, whose
/// outcome is typed or pasted.
package struct ServiceCheck: Equatable, Sendable {
  package enum Kind: Equatable, Sendable, CaseIterable {
    /// A picture with letters, which are typed.
    case letters
    /// A check for robots, which ends with a token.
    case robot
    /// A confirmation by the account's owner, which ends at an address.
    case confirmation
  }

  package let kind: Kind
  /// The page to open.
  package let page: WebPage
  /// Whether what came of the last one was not what the service wants.
  package var isRepeated: Bool
  /// Distinguishes one question from the next.
  package var number = 0

  package init(_ kind: Kind, page: WebPage, isRepeated: Bool = false) {
    self.kind = kind
    self.page = page
    self.isRepeated = isRepeated
  }
}

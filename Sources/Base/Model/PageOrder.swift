/// Pagination of a list.
///
/// Ends the list if the service keeps returning pages without new items.
package struct PageOrder: Equatable, Sendable {
  /// The number of consecutive pages without new items after which a list ends.
  ///
  /// A few such pages are normal: they repeat photos that have moved, or contain nothing readable.
  package static let maxEmptyPages = 5

  private var consecutiveEmptyPages: Int

  /// Begins at the first page.
  ///
  /// - Parameter known: The number of pages whose items are known already, which don't count.
  package init(known: Int = 0) { consecutiveEmptyPages = -known }

  /// Whether pages of known items are being loaded again.
  package var isRepeating: Bool { consecutiveEmptyPages < 0 }

  /// Returns the next page; `nil` at the end of the list, or after too many pages
  /// without new items.
  ///
  /// - Parameters:
  ///   - next: the next page according to the service; `nil` on the last one.
  ///   - hasNewItems: whether the page just received had items that weren't in the list.
  package mutating func next(_ next: PageToken?, hasNewItems: Bool) -> PageToken? {
    consecutiveEmptyPages = hasNewItems && !isRepeating ? 0 : consecutiveEmptyPages + 1
    return consecutiveEmptyPages < Self.maxEmptyPages ? next : nil
  }
}

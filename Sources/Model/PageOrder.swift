/// The way through a list's pages, which ends although the service names a next page for ever.
package struct PageOrder: Equatable, Sendable {
  /// The maximum number of consecutive pages without new items: some repeat photos that have moved,
  /// or hold nothing readable.
  package static let maxEmptyPages = 5

  private var consecutiveEmptyPages: Int

  /// - Parameter barren: pages up to now, the last ones, that have brought nothing new.
  package init(consecutiveEmptyPages: Int = 0) {
    self.consecutiveEmptyPages = consecutiveEmptyPages
  }

  /// Returns the page after this one; `nil` at the end of the list, or after too many pages without
  /// new items.
  ///
  /// - Parameter hasNewItems: whether the page had items that weren't in the list.
  package mutating func next(_ next: Int?, hasNewItems: Bool) -> Int? {
    consecutiveEmptyPages = hasNewItems ? 0 : consecutiveEmptyPages + 1
    return consecutiveEmptyPages < Self.maxEmptyPages ? next : nil
  }
}

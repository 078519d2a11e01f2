/// The way through a list's pages, which ends although the service names a next page for ever.
package struct PageOrder: Equatable, Sendable {
  /// Pages in a row that may bring nothing new: a few repeat what has moved on meanwhile, or hold
  /// nothing that can be read.
  package static let maxEmptyPages = 5

  private var consecutiveEmptyPages: Int

  /// - Parameter barren: pages up to now, the last ones, that have brought nothing new.
  package init(consecutiveEmptyPages: Int = 0) {
    self.consecutiveEmptyPages = consecutiveEmptyPages
  }

  /// Takes a page into account.
  ///
  /// - Parameter hasNewItems: whether the page had anything that was not there before.
  /// - Returns: the page behind it; nil at the list's end, or where it leads nowhere.
  package mutating func next(_ next: Int?, hasNewItems: Bool) -> Int? {
    consecutiveEmptyPages = hasNewItems ? 0 : consecutiveEmptyPages + 1
    return consecutiveEmptyPages < Self.maxEmptyPages ? next : nil
  }
}

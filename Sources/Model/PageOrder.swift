/// The way through a list's pages, which ends although the service names a next page for ever.
package struct PageOrder: Equatable, Sendable {
  /// Pages in a row that may bring nothing new: a few repeat what has moved on meanwhile, or hold
  /// nothing that can be read.
  package static let patience = 5

  private var barren: Int

  /// - Parameter barren: pages up to now, the last ones, that have brought nothing new.
  package init(barren: Int = 0) { self.barren = barren }

  /// Takes a page into account.
  ///
  /// - Parameter isNews: whether the page had anything that was not there before.
  /// - Returns: the page behind it; nil at the list's end, or where it leads nowhere.
  package mutating func next(_ next: Int?, isNews: Bool) -> Int? {
    barren = isNews ? 0 : barren + 1
    return barren < Self.patience ? next : nil
  }
}

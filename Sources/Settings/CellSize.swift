extension Configuration {
  /// The size of a terminal's cell, as the user sets it.
  package struct CellSize: Equatable, Sendable {
    /// In pixels, 2 to 200.
    package let width: Double
    package let height: Double
    /// The size as it was written.
    package let text: String

    /// Reads width and height with an `x` between them, such as `9x18`.
    ///
    /// - Returns: `nil` for anything else, and for sizes that no font has.
    package init?(_ text: String) {
      let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map {
        Double(String($0))
      }
      guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
        (2...200).contains(width), (2...200).contains(height),
        (0.2...2).contains(width / height)
      else { return nil }
      self.width = width
      self.height = height
      self.text = text
    }
  }
}

extension Configuration {
  /// The size of a terminal cell that the user has set.
  package struct CellSize: Equatable, Sendable {
    /// The width in pixels, from 2 to 200, like the height.
    package let width: Double
    package let height: Double
    /// The size as written in the file.
    package let text: String

    /// Parses width and height with an `x` between them, such as `9x18`.
    ///
    /// - Returns: `nil` for other texts, for sides outside of the limits, and if the width isn't
    ///   between a fifth of the height and twice the height.
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

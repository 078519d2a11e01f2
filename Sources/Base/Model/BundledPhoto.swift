/// A photo file that is installed with the program.
package struct BundledPhoto: Equatable, Sendable {
  package var path: String
  /// The width in pixels.
  package var width: Int
  /// The height in pixels.
  package var height: Int

  package init(path: String, width: Int, height: Int) {
    self.path = path
    self.width = width.clamped(to: SanityLimits.side)
    self.height = height.clamped(to: SanityLimits.side)
  }
}

/// A photo that ships with the program, as a file on this machine.
package struct BundledPhoto: Equatable, Sendable {
  package var path: String
  /// Pixels of the file.
  package var width: Int
  package var height: Int

  package init(path: String, width: Int, height: Int) {
    self.path = path
    self.width = width.clamped(to: SanityLimits.side)
    self.height = height.clamped(to: SanityLimits.side)
  }
}

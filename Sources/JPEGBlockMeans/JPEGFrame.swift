import Canvas

/// A JPEG's frame, as its header describes it (ITU-T T.81, B.2.2).
package struct JPEGFrame: Equatable, Sendable {
  /// Samples of a component in a unit of the picture, 1…4 each.
  package struct Sampling: Equatable, Sendable {
    package var horizontal: Int
    package var vertical: Int

    package init(horizontal: Int, vertical: Int) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// In pixels as stored, 1…65,535 each.
  package let size: Size
  package let isProgressive: Bool
  /// Of each colour component.
  package let sampling: [Sampling]

  package init(size: Size, isProgressive: Bool, sampling: [Sampling]) {
    self.size = size
    self.isProgressive = isProgressive
    self.sampling = sampling
  }

  /// Whether it is a frame whose means can be read: grey or in three colours.
  var isReadable: Bool {
    (1...65_535).contains(size.width) && (1...65_535).contains(size.height)
      && [1, 3].contains(sampling.count)
      && sampling.allSatisfy { (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) }
  }

  /// The size at an eighth, rounded up as libjpeg does.
  var eighth: Size { Size((size.width + 7) / 8, (size.height + 7) / 8) }
}

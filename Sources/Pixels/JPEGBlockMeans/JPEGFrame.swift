import Canvas

/// The frame of a JPEG, from its header (ITU-T T.81, B.2.2).
package struct JPEGFrame: Equatable, Sendable {
  /// The sampling factors of a component: its blocks per minimum coded unit (MCU), 1…4 along each
  /// axis.
  package struct SamplingFactors: Equatable, Sendable {
    package var horizontal: Int
    package var vertical: Int

    package init(horizontal: Int, vertical: Int) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// The stored size in pixels, 1…65,535 each.
  package let size: Size
  package let isProgressive: Bool
  /// The sampling factors of each colour component.
  package let sampling: [SamplingFactors]

  package init(size: Size, isProgressive: Bool, sampling: [SamplingFactors]) {
    self.size = size
    self.isProgressive = isProgressive
    self.sampling = sampling
  }

  /// Whether the means of the frame can be read.
  ///
  /// The image must be grey or have three components, and all numbers must be in their ranges.
  var isReadable: Bool {
    (1...65_535).contains(size.width) && (1...65_535).contains(size.height)
      && [1, 3].contains(sampling.count)
      && sampling.allSatisfy { (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) }
  }

  /// An eighth of the size, rounded up as in libjpeg.
  var eighth: Size { Size((size.width + 7) / 8, (size.height + 7) / 8) }
}

/// Where a photograph's pixels are, as its service names them; which address serves a width is for
/// the service to say.
package enum Picture: Hashable, Sendable {
  /// Addresses of all widths follow from this one.
  case derived(from: String)
  /// Each size has an address of its own.
  case sizes([PictureSize])

  /// Whether the service has named the width and the height of a size.
  ///
  /// All renditions of a derived picture have the measures of their photo.
  package var isMeasured: Bool {
    switch self {
    case .derived: true
    case .sizes(let sizes): sizes.contains { $0.width > 0 && $0.height > 0 }
    }
  }

  /// The picture with all its addresses changed.
  package func mapAddresses(_ change: (String) -> String) -> Picture {
    switch self {
    case .derived(let base): .derived(from: change(base))
    case .sizes(let sizes):
      .sizes(
        sizes.map { size in
          var size = size
          size.url = change(size.url)
          return size
        }
      )
    }
  }
}

/// One of the sizes that a service has of a photograph.
package struct PictureSize: Hashable, Sendable, Codable {
  package var url: String
  /// Pixels; 0 where the service does not say.
  package var width: Int
  package var height: Int
  /// The service's own word for the size, such as a letter; it may be a new one.
  package var name: String

  package init(url: String, width: Int, height: Int, name: String) {
    self.url = url
    self.width = width.clamped(to: 0...SanityLimits.side.upperBound)
    self.height = height.clamped(to: 0...SanityLimits.side.upperBound)
    self.name = name
  }
}

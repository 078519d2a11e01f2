/// The URLs of a photo's or a cover's renditions, as the service lists them.
///
/// `PhotoSource.rendition` chooses the URL for a width.
package enum Picture: Hashable, Sendable {
  /// One URL; the service derives the URL of each width from it.
  case derived(from: String)
  /// A separate URL for each size.
  case sizes([PictureSize])

  /// Whether the aspect ratio is known.
  ///
  /// Renditions of a derived picture have the aspect ratio of their photo. Otherwise the service
  /// must have reported the width and the height of at least one size.
  package var isMeasured: Bool {
    switch self {
    case .derived: true
    case .sizes(let sizes): sizes.contains { $0.width > 0 && $0.height > 0 }
    }
  }

  /// Whether this computer serves the renditions, as it does for photos of the demo.
  package var isLoopback: Bool {
    let url: String? =
      switch self {
      case .derived(let base): base
      case .sizes(let sizes): sizes.first?.url
      }
    return url.flatMap(PlainAddress.init)?.isLoopback ?? false
  }

  /// Returns the picture with each URL replaced.
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

/// One rendition of a photo at the service.
package struct PictureSize: Hashable, Sendable, Codable {
  package var url: String
  /// The width in pixels; 0 if the service doesn't report it.
  package var width: Int
  /// The height in pixels; 0 if the service doesn't report it.
  package var height: Int
  /// The service's name of the size, such as a letter.
  ///
  /// May be unknown to the program.
  package var name: String

  package init(url: String, width: Int, height: Int, name: String) {
    self.url = url
    self.width = width.clamped(to: 0...SanityLimits.side.upperBound)
    self.height = height.clamped(to: 0...SanityLimits.side.upperBound)
    self.name = name
  }
}

import Model

/// Picture addresses at the image host (imgix), derived from the ones the service sent.
enum UnsplashPictures {
  /// The widths that are asked for, in pixels; wider ones are the original.
  static let widths = [200, 400, 640, 1080, 1600, 2400, 3840]

  /// - Parameter native: the width of the original, which is never enlarged.
  static func photo(_ raw: String, width: Int, native: Int) -> PictureAddress {
    guard let bucket = widths.first(where: { $0 >= width }), bucket < native else {
      return original(raw)
    }
    return address(raw, [("w", "\(bucket)"), ("fit", "max"), ("q", "80"), ("fm", "jpg")])
  }

  static func original(_ raw: String) -> PictureAddress {
    address(raw, [("q", "85"), ("fm", "jpg")])
  }

  static func avatar(_ url: String, size: Int) -> PictureAddress {
    let bucket = [64, 128, 256].first { $0 >= size } ?? 512
    return address(
      url,
      [("w", "\(bucket)"), ("h", "\(bucket)"), ("fit", "crop"), ("q", "80"), ("fm", "jpg")]
    )
  }

  /// Keeps what the address says, replaces what clashes; an address that is none stays as it is.
  private static func address(_ base: String, _ items: [(String, String)]) -> PictureAddress {
    guard var address = WebAddress(base) else { return PictureAddress(url: base, cacheKey: base) }
    for (name, value) in items { address.set(name, to: value) }
    // `ixid` reports the view and differs in every answer; `ixlib` is the library that signed it.
    var key = address
    key.query.removeAll { $0.name == "ixid" || $0.name == "ixlib" }
    return PictureAddress(url: address.text, cacheKey: key.host + key.path + "?" + key.queryText)
  }
}

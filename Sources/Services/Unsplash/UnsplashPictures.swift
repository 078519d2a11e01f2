import HTTP
import Model

/// Picture addresses at the image host (imgix), derived from the ones the service sent.
enum UnsplashPictures {
  /// The widths that are asked for, in pixels; wider ones are the original.
  static let widths = [200, 400, 640, 1080, 1600, 2400, 3840]

  /// - Parameter native: the width of the original, which is never enlarged.
  static func photo(_ raw: String, width: Int, native: Int) -> PictureAddress {
    guard let bucket = widths.first(where: { $0 >= width }), bucket < native else {
      return original(raw, native: native)
    }
    let items = [("w", "\(bucket)"), ("fit", "max"), ("q", "80"), ("fm", "jpg")]
    return address(raw, items, width: bucket)
  }

  static func original(_ raw: String, native: Int) -> PictureAddress {
    address(raw, [("q", "85"), ("fm", "jpg")], width: native)
  }

  static func avatar(_ url: String, size: Int) -> PictureAddress {
    let bucket = [64, 128, 256].first { $0 >= size } ?? 512
    return address(
      url,
      [("w", "\(bucket)"), ("h", "\(bucket)"), ("fit", "crop"), ("q", "80"), ("fm", "jpg")],
      width: bucket
    )
  }

  /// Keeps what the address says, replaces what clashes; an address that is none stays as it is.
  private static func address(
    _ base: String,
    _ items: [(String, String)],
    width: Int
  ) -> PictureAddress {
    guard var address = WebAddress(base) else {
      return PictureAddress(url: base, cacheKey: base, width: width)
    }
    for (name, value) in items { address.query[name] = value }
    // `ixid` reports the view and differs in every answer; `ixlib` is the library that signed it.
    var query = address.query
    query["ixid"] = nil
    query["ixlib"] = nil
    return PictureAddress(
      url: address.description,
      cacheKey: address.host + address.path + "?" + query.text,
      width: width
    )
  }
}

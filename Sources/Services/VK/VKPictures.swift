import Model
import ServiceAPI

/// The selection of one of a photo's sizes.
///
/// Sizes are selected by width and height if these are known. The widths of letters have changed
/// over the years. Letters are used for photos without widths and heights, and to exclude sizes
/// that are cropped to 3:2.
enum VKPictures {
  /// Returns the smallest uncropped size at least `width` pixels wide, or the largest uncropped
  /// size.
  ///
  /// `nil` if the photo has no sizes.
  ///
  /// - Parameter native: The original's width in pixels, for sizes without a width.
  static func rendition(of picture: Picture, width: Int, native: Int) -> PictureAddress? {
    guard case .sizes(let all) = picture else { return nil }
    guard let largest = largest(all) else {
      // Photos from before 2012 have no widths and heights.
      return unmeasured(all, width: width, native: native)
    }
    let whole = measured(all).filter { isWhole($0, like: largest) }.sorted(by: isSmaller)
    return address(of: whole.first { $0.width >= width } ?? largest, native: native)
  }

  /// Returns the largest uncropped size; `nil` if no size has a width and a height.
  ///
  /// Sizes are compared by name first, because a crop to 3:2 may have more pixels than any
  /// uncropped size.
  static func largest(_ all: [PictureSize]) -> PictureSize? {
    let measured = measured(all)
    return measured.filter { !crops.contains($0.name) }.max(by: isSmaller)
      ?? measured.max(by: isSmaller)
  }

  private static func measured(_ all: [PictureSize]) -> [PictureSize] {
    all.filter { $0.width > 0 && $0.height > 0 }
  }

  /// The sizes that are cropped to 3:2 if the photo is wider.
  private static let crops: Set = ["o", "p", "q", "r"]

  /// Returns the uploaded file, or the largest uncropped size if it isn't listed.
  static func original(of picture: Picture, native: Int) -> PictureAddress? {
    guard case .sizes(let all) = picture else { return nil }
    let original = all.first { $0.name == originalName }
    let uncropped = all.filter { !crops.contains($0.name) }
    let chosen = original ?? uncropped.max(by: isSmaller) ?? all.max(by: isSmaller)
    return chosen.map { address(of: $0, native: native) }
  }

  /// Returns an album's cover; `nil` if it has no size, as in an empty album.
  static func cover(_ sizes: [PictureSize]) -> Cover? {
    guard let largest = largest(sizes) ?? sizes.max(by: isSmaller) else { return nil }
    let isMeasured = largest.width > 0 && largest.height > 0
    return Cover(
      .sizes(sizes),
      width: isMeasured ? largest.width : 3,
      height: isMeasured ? largest.height : 2
    )
  }

  /// The size name of the uploaded file.
  static let originalName = "base"

  /// Compares sizes by area.
  ///
  /// If areas are equal or unknown, compares by the usual order of their letters.
  private static func isSmaller(_ one: PictureSize, _ other: PictureSize) -> Bool {
    let areas = (one.width * one.height, other.width * other.height)
    return areas.0 != areas.1 ? areas.0 < areas.1 : rank(one) < rank(other)
  }

  private static func rank(_ size: PictureSize) -> Int {
    ["s", "m", "o", "p", "q", "x", "r", originalName, "y", "z", "w"].firstIndex(of: size.name) ?? -1
  }

  /// Whether a size has the aspect ratio of the largest one, apart from rounded sides.
  private static func isWhole(_ size: PictureSize, like largest: PictureSize) -> Bool {
    let (width, height) = (Double(size.width), Double(size.height))
    let ratio = Double(largest.width) / Double(largest.height)
    return abs(width / ratio - height) < 1.5 || abs(height * ratio - width) < 1.5
  }

  /// Selects a size without widths and heights by its letter: `x` (604 pixels) for a tile, or the
  /// largest one.
  private static func unmeasured(
    _ all: [PictureSize],
    width: Int,
    native: Int
  ) -> PictureAddress? {
    let order = all.filter { !crops.contains($0.name) }.sorted(by: isSmaller)
    let chosen = width <= 604 ? order.first { $0.name == "x" } : nil
    return (chosen ?? order.last ?? all.last).map { address(of: $0, native: native) }
  }

  private static func address(of size: PictureSize, native: Int) -> PictureAddress {
    PictureAddress(
      url: size.url,
      cacheKey: key(of: size.url),
      width: size.width > 0 ? size.width : max(1, native)
    )
  }

  /// Returns the stable part of a URL, used as the key in caches.
  ///
  /// Hosts alternate and signatures change.
  static func key(of url: String) -> String {
    guard let address = PlainAddress(url) else { return url }
    let path = address.rest.prefix { $0 != "?" }
    let query = address.rest.dropFirst(path.count + 1).split(separator: "&")
    let sizes = query.filter { $0.hasPrefix("cs=") || $0.hasPrefix("size=") }
    return "vk" + path + "?" + sizes.joined(separator: "&")
  }
}

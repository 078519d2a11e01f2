import Canvas

/// The parameters of an image URL, as on the real image host.
struct ImageParameters: Hashable, Sendable {
  /// The size of the image in pixels.
  var size: Size
  /// Whether the image is cropped to fill the size, as for `fit=crop`.
  var fill: Bool
  /// The JPEG quality, 1…100.
  var quality: Int

  /// Reads `w`, `h`, `fit`, `q` and `dpr`; ignores other parameters such as `ixid`.
  ///
  /// With `fit=max` an image is never enlarged, `crop` fills the box exactly, and any other value
  /// fits the image into the box. No side is longer than 8192 pixels, and no image is larger than
  /// the generated photo.
  init(query: FormFields, original: Size) {
    func number(_ name: String) -> Double? {
      query[name].flatMap(Double.init).flatMap { $0 > 0 ? min($0, 8192) : nil }
    }
    let isRaw = ["w", "h", "q"].allSatisfy { query[$0] == nil }
    // Without parameters, the real host serves the original file.
    quality = isRaw ? 88 : min(100, max(1, Int(number("q") ?? 75)))
    let width = number("w")
    let height = number("h")
    let ratio = min(5, max(1, number("dpr") ?? 1))
    guard width != nil || height != nil else {
      size = original
      fill = false
      return
    }
    let aspect = Double(original.width) / Double(original.height)
    if query["fit"] == "crop", let width, let height {
      fill = true
      size = Self.limited(width * ratio, height * ratio)
      return
    }
    fill = false
    var scale = min(
      width.map { $0 * ratio / Double(original.width) } ?? .infinity,
      height.map { $0 * ratio / Double(original.height) } ?? .infinity
    )
    if query["fit"] == "max" { scale = min(scale, 1) }
    guard scale != 1 else {
      size = original
      return
    }
    let across = Double(original.width) * scale
    size = Self.limited(across, across / aspect)
  }

  private static func limited(_ width: Double, _ height: Double) -> Size {
    let scale = min(
      1,
      8192 / max(width, height),
      (Double(DemoContent.hugeSize.width * DemoContent.hugeSize.height) / (width * height))
        .squareRoot()
    )
    return Size(
      max(1, Int((width * scale).rounded())),
      max(1, Int((height * scale).rounded()))
    )
  }

  /// Returns the central part of an image with the aspect ratio to show.
  func area(in original: Rect) -> Rect {
    guard fill else { return original }
    let scale = min(
      Double(original.width) / Double(size.width),
      Double(original.height) / Double(size.height)
    )
    return original.centered(
      Size(
        max(1, Int((Double(size.width) * scale).rounded())),
        max(1, Int((Double(size.height) * scale).rounded()))
      )
    )
  }
}

import Canvas
import Imaging
import Model

/// Which pixels of a picture an image holds: all of it or a part, at a scale.
struct ImagePlan: Hashable, Sendable {
  /// The file that the pixels come from, and its width in pixels.
  var cacheKey: String
  var fileWidth: Int
  /// Clockwise.
  var quarterTurns: Int
  /// The pixels of the whole picture at this scale, turned as it is shown.
  var whole: Size
  /// The part of them that the image holds.
  var region: Rect
  /// The cells of the box that it covers, for terminals that draw and forget.
  var cells: Rect?

  var isWhole: Bool { region.size == whole }
  /// Whether it is a blurred picture, made without a file.
  var isPreview: Bool { fileWidth == 0 }

  var key: PixelImage.Key {
    PixelImage.Key(
      source: "\(cacheKey)@\(whole.width)x\(whole.height)",
      size: region.size,
      quarterTurns: quarterTurns,
      part: isWhole ? nil : region
    )
  }

  /// A part of the picture in pixels of the image; nil when the image does not hold all of it.
  func source(of part: Crop) -> Rect? {
    let seen = part.pixels(of: whole)
    guard seen.intersection(region) == seen else { return nil }
    return Rect(
      x: seen.x - region.x,
      y: seen.y - region.y,
      width: seen.width,
      height: seen.height
    )
  }
}

extension Crop {
  /// The part in whole pixels of a picture; at least one, and never outside of it.
  func pixels(of size: Size) -> Rect {
    let x = min(size.width - 1, max(0, Int((x * Double(size.width)).rounded())))
    let y = min(size.height - 1, max(0, Int((y * Double(size.height)).rounded())))
    let width = Int((width * Double(size.width)).rounded())
    let height = Int((height * Double(size.height)).rounded())
    return Rect(
      x: x,
      y: y,
      width: max(1, min(size.width - x, width)),
      height: max(1, min(size.height - y, height))
    )
  }
}

extension PictureRequest {
  /// The images that show this request as well as a file allows.
  ///
  /// Where the terminal keeps images that is one for the whole box; otherwise one for each visible
  /// part of it.
  func images(from file: StoreState.File, _ output: PictureOutput) -> [ImagePlan] {
    guard output.hasPixels else { return [] }
    guard output.isRetained else {
      return visibleParts.map { part -> ImagePlan in
        var plan = plan(file, whole: wholePixels(output), region: region(of: part, output))
        plan.cells = part
        return plan
      }
    }
    let exact = wholePixels(output)
    // Exactly the box: placeholders fit an image into their cells and leave the rest of them empty.
    guard isCut(output) else {
      return [plan(file, whole: exact, region: region(of: Rect(box), output))]
    }
    let native = turnedPixels(of: file)
    // Tiles with all pixels of large files would not fit into memory, and would push each other out
    // for ever.
    if id.use != .full, native.width > 2 * exact.width {
      return [plan(file, whole: exact, region: Rect(exact))]
    }
    // All of the file, so that further steps of zoom need no other image …
    if native.width * native.height * 3 <= output.largestImage {
      return [plan(file, whole: native, region: Rect(native))]
    }
    // … unless that is too much: then what is seen, and some of what lies around it.
    let whole = exact.width < native.width ? exact : native
    let seen = part.pixels(of: whole)
    let around = seen.inset(dx: -seen.width / 4, dy: -seen.height / 4)
    return [plan(file, whole: whole, region: around.intersection(Rect(whole)))]
  }

  /// The images that show this request blurred, from its BlurHash.
  ///
  /// Terminals that keep images scale a quarter of the pixels to the box. The others are sent what
  /// is visible in all its pixels.
  ///
  /// - Returns: nothing without a hash, and if the images would take too long to make.
  func previews(_ output: PictureOutput) -> [ImagePlan] {
    guard output.hasPixels, let blurHash else { return [] }
    let file = StoreState.File(width: 0, cacheKey: "blurhash:\(blurHash)")
    let exact = wholePixels(output)
    guard output.isRetained else {
      return exact.width * exact.height <= Self.mostPreviewPixels ? images(from: file, output) : []
    }
    let half = Size(max(1, exact.width / 2), max(1, exact.height / 2))
    guard half.width * half.height <= Self.mostPreviewPixels else { return [] }
    let region = region(of: Rect(box), output)
    let part = Rect(
      x: min(half.width - 1, region.x / 2),
      y: min(half.height - 1, region.y / 2),
      width: max(1, region.width / 2),
      height: max(1, region.height / 2)
    )
    return [plan(file, whole: half, region: part.intersection(Rect(half)))]
  }

  /// Pixels of a blurred picture that take about 10 ms to make.
  private static let mostPreviewPixels = 1 << 20

  /// Whether only a part of the picture is seen, and the terminal cuts it out of a larger image.
  func isCut(_ output: PictureOutput) -> Bool {
    part != .whole && output.cutsImages(for: id.use)
  }

  /// The pixels of the whole picture, turned, of which its part fills the box.
  func wholePixels(_ output: PictureOutput) -> Size {
    let seen = boxPixels(output)
    return Size(
      max(seen.width, Int((Double(seen.width) / max(part.width, 0.001)).rounded())),
      max(seen.height, Int((Double(seen.height) / max(part.height, 0.001)).rounded()))
    )
  }

  /// The pixels of some cells of the box, in those of the whole picture.
  func region(of cells: Rect, _ output: PictureOutput) -> Rect {
    let whole = wholePixels(output)
    let seen = boxPixels(output)
    let left = min(whole.width - seen.width, max(0, Int(part.x * Double(whole.width))))
    let top = min(whole.height - seen.height, max(0, Int(part.y * Double(whole.height))))
    let x = Int(Double(cells.x) * output.cellWidth)
    let y = Int(Double(cells.y) * output.cellHeight)
    return Rect(
      x: left + x,
      y: top + y,
      width: max(1, Int(Double(cells.maxX) * output.cellWidth) - x),
      height: max(1, Int(Double(cells.maxY) * output.cellHeight) - y)
    )
  }

  /// The pixels of the box; parts of pixels are left over at its right and bottom.
  private func boxPixels(_ output: PictureOutput) -> Size {
    Size(
      max(1, Int(Double(box.width) * output.cellWidth)),
      max(1, Int(Double(box.height) * output.cellHeight))
    )
  }

  /// The pixels of a file of this picture, turned as it is shown.
  private func turnedPixels(of file: StoreState.File) -> Size {
    let height = Double(file.width) * Double(size.height) / Double(max(1, size.width))
    let upright = Size(max(1, file.width), max(1, Int(height.rounded())))
    return quarterTurns % 2 == 0 ? upright : upright.turned
  }

  private func plan(_ file: StoreState.File, whole: Size, region: Rect) -> ImagePlan {
    ImagePlan(
      cacheKey: file.cacheKey,
      fileWidth: file.width,
      quarterTurns: quarterTurns,
      whole: whole,
      region: region
    )
  }
}

extension Size {
  /// The size after a quarter turn.
  var turned: Size { Size(height, width) }
}

extension Rect {
  /// All of a size.
  init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }
}

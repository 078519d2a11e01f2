import Canvas
import Terminal

extension GraphicsModel {
  /// A part of an image, in pixels.
  struct Patch: Equatable {
    var image: Size
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
  }

  /// Returns the part of a kitty image visible in a cell, from a placeholder or a placement over
  /// it.
  func patch(_ x: Int, _ y: Int) -> Patch? {
    for (name, placement) in placements where placement.rect.contains(Point(x, y)) {
      guard let image = images[name.id] else { return nil }
      let rect = placement.rect
      let source = placement.source
      return Self.patch(image.size, x - rect.x, y - rect.y, rect.size, source)
    }
    let cell = screen.cells[y][x]
    let scalars = cell.text.unicodeScalars.map(\.value)
    guard scalars.first == 0x10EEEE, scalars.count >= 3 else { return nil }
    let marks = scalars.dropFirst().map { PlaceholderMarks.scalars.firstIndex(of: $0) ?? -1 }
    let color = cell.foreground.split(separator: ",").compactMap { Int($0) }
    let low = color.count == 3 ? color[0] << 16 | color[1] << 8 | color[2] : color.first ?? 0
    guard let image = images[low | (marks.count > 2 ? marks[2] << 24 : 0)], let box = image.box,
      marks[0] < box.height, marks[1] < box.width
    else { return Patch(image: Size(-1, -1), left: 0, top: 0, right: 0, bottom: 0) }
    let whole = Rect(x: 0, y: 0, width: image.size.width, height: image.size.height)
    return Self.patch(image.size, marks[1], marks[0], box, whole)
  }

  static func patch(_ image: Size, _ x: Int, _ y: Int, _ box: Size, _ source: Rect) -> Patch {
    let width = Double(source.width) / Double(box.width)
    let height = Double(source.height) / Double(box.height)
    return Patch(
      image: image,
      left: Double(source.x) + width * Double(x),
      top: Double(source.y) + height * Double(y),
      right: Double(source.x) + width * Double(x + 1),
      bottom: Double(source.y) + height * Double(y + 1)
    )
  }
}

extension GraphicsModel.Patch {
  /// Whether it shows the same part, apart from rounding to pixels at the edges.
  func isNear(_ other: Self) -> Bool {
    let pairs = [
      (left, other.left), (top, other.top), (right, other.right), (bottom, other.bottom),
    ]
    return image == other.image && pairs.allSatisfy { abs($0.0 - $0.1) <= 1 }
  }
}

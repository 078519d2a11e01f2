import Canvas
import Glibc

extension Bitmap {
  /// Returns the part of the image inside a rectangle, which is clipped to the image.
  ///
  /// - Returns: the whole image if they don't overlap, because a bitmap is never empty.
  package func cropped(_ rect: Rect) -> Bitmap {
    let area = rect.intersection(Rect(x: 0, y: 0, width: width, height: height))
    guard !area.isEmpty, area.size != size else { return self }
    return Bitmap(filling: area.width, area.height) { target in
      bytes.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress else { return }
        for y in 0..<area.height {
          let row = source + ((area.y + y) * width + area.x) * 3
          memcpy(target + y * area.width * 3, row, area.width * 3)
        }
      }
    }
  }

  /// Returns the image rotated clockwise by any number of quarter turns.
  ///
  /// Negative numbers turn counterclockwise.
  package func rotated(quarterTurns: Int) -> Bitmap {
    // The source of a target pixel is `origin + x · right + y · down`, in pixels.
    switch quarterTurns & 3 {
    case 1: gathered(height, width, origin: (height - 1) * width, right: -width, down: 1)
    case 2: gathered(width, height, origin: height * width - 1, right: -1, down: -width)
    case 3: gathered(height, width, origin: width - 1, right: width, down: -1)
    default: self
    }
  }

  /// Returns the image with left and right exchanged.
  package func mirrored() -> Bitmap {
    gathered(width, height, origin: width - 1, right: -1, down: width)
  }

  /// Returns the image as its EXIF orientation (1…8, otherwise 1) requires.
  package func oriented(_ orientation: Int) -> Bitmap {
    switch orientation {
    case 2: mirrored()
    case 3: rotated(quarterTurns: 2)
    case 4: gathered(width, height, origin: (height - 1) * width, right: 1, down: -width)
    case 5: gathered(height, width, origin: 0, right: width, down: 1)
    case 6: rotated(quarterTurns: 1)
    case 7: gathered(height, width, origin: height * width - 1, right: -width, down: -1)
    case 8: rotated(quarterTurns: 3)
    default: self
    }
  }

  /// Returns a bitmap of a size whose pixel (x, y) is this bitmap's pixel at the index
  /// `origin + x · right + y · down`.
  private func gathered(
    _ width: Int,
    _ height: Int,
    origin: Int,
    right: Int,
    down: Int
  ) -> Bitmap {
    Bitmap(filling: width, height) { target in
      bytes.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress else { return }
        var output = target
        for y in 0..<height {
          var input = source + (origin + y * down) * 3
          for _ in 0..<width {
            output[0] = input[0]
            output[1] = input[1]
            output[2] = input[2]
            output += 3
            input += right * 3
          }
        }
      }
    }
  }
}

import Canvas
import Model

/// A picture as a frame wants it: what it is, where it comes from, and how it is to be drawn.
package struct PictureRequest: Hashable, Sendable {
  package var id: PictureKey
  /// Where the widths come from; nil where there is no picture at all.
  package var picture: Picture?
  /// The path of the whole photograph on this machine; what is shown then comes from it alone,
  /// in every width.
  package var file: String?
  /// The original's pixels, before rotation.
  package var size: Size
  package var color: UInt32?
  package var blurHash: String?
  /// The cells it fills.
  package var box: Size
  package var part: Crop
  /// Whether the part is moved to the picture's focal point, once that is known.
  package var followsFocus: Bool
  /// Clockwise.
  package var quarterTurns: Int
  /// What is seen of the box, in its cells: what terminals that keep no images have to be sent.
  package var visibleParts: [Rect]

  package init(
    id: PictureKey,
    picture: Picture?,
    file: String? = nil,
    size: Size,
    color: UInt32? = nil,
    blurHash: String? = nil,
    box: Size,
    part: Crop = .whole,
    followsFocus: Bool = false,
    quarterTurns: Int = 0,
    visibleParts: [Rect] = []
  ) {
    self.id = id
    self.picture = picture
    self.file = file
    self.size = size
    self.color = color
    self.blurHash = blurHash
    self.box = box
    self.part = part
    self.followsFocus = followsFocus
    self.quarterTurns = quarterTurns
    self.visibleParts = visibleParts
  }

  /// The color that the photo fades into; `nil` for a picture that is shown as it is.
  var fade: Color? {
    if case .bundled(_, fading: let color) = id.source { Color(color) } else { nil }
  }

  /// The share of a faded photo that is left.
  static let fadedShare = 0.25
}

/// Where the bytes of one width are, and the name they are kept under.
package struct PictureLocation: Hashable, Sendable {
  package var url: String
  /// The same for the same picture and width, whatever the address carries beside them.
  package var cacheKey: String
  /// Pixels that the bytes will be wide.
  package var width: Int

  package init(url: String, cacheKey: String, width: Int) {
    self.url = url
    self.cacheKey = cacheKey
    self.width = width
  }
}

/// A picture now looks different.
package struct PictureEvent: Sendable {
  package var id: PictureKey
  package var status: PictureStatus
  /// Milliseconds spent on the bytes and on the symbols; nil where neither was needed.
  package var decodeMilliseconds: Double?
  package var renderMilliseconds: Double?
}

import Canvas
import Model

/// A frame's request for a picture: its identity, its source, and its box.
package struct PictureRequest: Hashable, Sendable {
  package var id: PictureKey
  /// The picture with its renditions at the service; `nil` if the service has none.
  package var picture: Picture?
  /// The path of the photo's file on this computer; `nil` without one.
  ///
  /// If set, only this file is used, for every width.
  package var file: String?
  /// The original's size in pixels, before rotation.
  package var size: Size
  /// The photo's colour as `0xRRGGBB`, shown until something better has loaded; `nil` if unknown.
  package var color: UInt32?
  package var blurHash: String?
  /// The box to fill, in cells.
  package var box: Size
  /// The part of the picture to show, in fractions of its sides after rotation.
  package var part: Crop
  /// Whether `part` is moved to the picture's focal point, once that is known.
  package var followsFocus: Bool
  /// Clockwise rotation in steps of 90°.
  package var quarterTurns: Int
  /// The visible parts of the box, in its cells.
  ///
  /// Terminals that don't store images are sent the pixels of these.
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

  /// The colour that the photo fades into; `nil` if the picture doesn't fade.
  var fade: Color? {
    if case .bundled(_, fading: let color) = id.source { Color(color) } else { nil }
  }

  /// The share of a faded photo's own colours in the mixture, from 0 to 1.
  static let fadedShare = 0.25
}

/// The location of a picture's file of one width, and its key in the caches.
package struct PictureLocation: Hashable, Sendable {
  /// The URL at the service; empty for a file on this computer.
  package var url: String
  /// The cache key; equal for equal pictures and widths, whatever else the URL contains.
  package var cacheKey: String
  /// The file's width in pixels.
  package var width: Int

  package init(url: String, cacheKey: String, width: Int) {
    self.url = url
    self.cacheKey = cacheKey
    self.width = width
  }
}

/// A change of the way a picture looks, or of its status.
package struct PictureEvent: Sendable {
  package var id: PictureKey
  package var status: PictureStatus
  /// The milliseconds spent on decoding and on drawing; `nil` if a step wasn't needed.
  package var decodeMilliseconds: Double?
  package var renderMilliseconds: Double?
}

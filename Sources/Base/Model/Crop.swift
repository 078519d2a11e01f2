/// A rectangle within an image, as fractions of the image's width and height.
///
/// The origin is the top left corner of the upright image, after its EXIF rotation.
package struct Crop: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package static let whole = Crop(x: 0, y: 0, width: 1, height: 1)
}

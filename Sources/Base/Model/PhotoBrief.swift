/// The data of a photo that one line of text shows.
package struct PhotoBrief: Equatable, Sendable {
  /// The service's own ID, without the service's name.
  package var id: String
  /// The width in pixels; 0 if unknown.
  package var width: Int
  /// The height in pixels; 0 if unknown.
  package var height: Int
  /// The photographer's description; if there is none, the service's, or "".
  package var caption: String
  /// The photographer's name.
  package var author: String
  package var likes: Int?

  package init(
    id: String,
    width: Int,
    height: Int,
    caption: String,
    author: String,
    likes: Int?
  ) {
    self.id = id
    self.width = width
    self.height = height
    self.caption = caption
    self.author = author
    self.likes = likes
  }
}

/// What one line of text says of a photograph.
package struct PhotoBrief: Equatable, Sendable {
  /// Without its service.
  package var id: String
  /// Pixels; 0 if the size is unknown.
  package var width: Int
  package var height: Int
  /// The photographer's description, or else the service's, or "".
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

import Canvas
import Model

extension Photo {
  /// The photographer's description, or else the service's, or the title, as received.
  ///
  /// `nil` if none has visible text.
  package var caption: String? { TextSanitizer.firstVisible(description, altDescription, title) }
}

extension Texts {
  /// Returns the facts about a photo in their order of display, without its author and description.
  ///
  /// Values may contain text of the service, not sanitized.
  ///
  /// - Parameter times: The sign between width and height.
  package func facts(of photo: Photo, times: Character) -> [(label: Label, value: String)] {
    let details = photo.details
    let facts: [(Label, String?)] = [
      (.title, photo.title == photo.caption ? nil : photo.title),
      (.uploaded, photo.created.map(date)),
      (.taken, details?.taken.map(date)),
      (.size, photo.isMeasured ? size(of: photo, times) : nil),
      (.likes, photo.likes.map(number)),
      (.sponsored, photo.sponsor),
      (.license, photo.license.map(license)),
      (.credit, photo.attribution),
      (.restrictions, details.flatMap { list($0.restrictions.map(restriction)) }),
      (.location, details?.location),
      (.camera, details?.camera.map(camera)),
      (.exposure, details.flatMap(exposure)),
      (.views, details?.views.map(number)),
      (.downloads, details?.downloads.map(number)),
      (.tags, details.flatMap { list($0.categories) }),
    ]
    return facts.compactMap { label, value in value.map { (label, $0) } }
  }

  private func list(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }

  private func size(of photo: Photo, _ times: Character) -> String {
    dimensions(width: photo.width, height: photo.height, times: times)
  }
}

import Canvas
import Model

/// The credit of a photo, as it is written into its file: all texts are inert, none is empty.
package struct PhotoCredit: Equatable, Sendable {
  package let author: String
  package let title: String?
  package let description: String?
  /// `SERVICE:ID`.
  package let identifier: String
  /// "Photo by NAME on SERVICE".
  package let line: String
  /// The photo's page.
  package let page: String?
  /// The page with the licence: the service's, or the photo's if it has a licence of its own.
  package let licensePage: String?
  /// The name of the photo's own licence.
  package let license: String?

  /// - Parameter service: the photo's service.
  package init(of photo: Photo, _ service: ServiceDescription) {
    let name = TextSanitizer.firstVisible(photo.author.name, photo.author.username)
    author = Self.text(name, limit: 500) ?? "?"
    title = Self.text(
      TextSanitizer.firstVisible(photo.description, photo.altDescription),
      limit: 500
    )
    description = Self.text(
      TextSanitizer.firstVisible(photo.altDescription, photo.description),
      limit: 2_000
    )
    identifier = service.id.name + ":" + (Self.text(photo.id.value, limit: 500) ?? "?")
    line = "Photo by \(author) on \(service.name)"
    page = photo.pageURL?.text
    license = Self.text(photo.license, limit: 500)
    licensePage = license == nil ? service.licensePage?.text ?? page : page
  }

  private static func text(_ raw: String?, limit: Int) -> String? {
    let text = raw.map { TextSanitizer.copied($0, limit: limit) } ?? ""
    return text.contains { !$0.isWhitespace } ? text : nil
  }
}

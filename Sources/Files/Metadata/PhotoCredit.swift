import Canvas
import Model

/// The credit of a photo, as written into its file.
///
/// No text is empty or contains control characters.
package struct PhotoCredit: Equatable, Sendable {
  package let author: String
  package let title: String?
  package let description: String?
  /// The service and the photo's ID: `SERVICE:ID`.
  package let identifier: String
  /// The credit line: "Photo by NAME on SERVICE".
  package let line: String
  /// The URL of the photo's page.
  package let page: String?
  /// The URL of the page with the licence.
  ///
  /// The photo's page if the photo has its own licence, or if the service has no licence page.
  package let licensePage: String?
  /// The name of the photo's own licence; `nil` if the service's licence applies.
  package let license: String?

  /// Creates the credit of a photo.
  ///
  /// - Parameter service: The photo's service.
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

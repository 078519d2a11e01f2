import Canvas
import Model

/// The credit of a photo, as written into its file.
///
/// No text is empty or contains control characters.
package struct PhotoCredit: Equatable, Sendable {
  package let author: String
  package let title: String?
  package let description: String?
  /// The service and the photo's ID: `SERVICE:ID`; `demo:ID` for a local photo.
  package let identifier: String
  /// The credit line: "Photo by NAME on SERVICE"; without the service for a local photo.
  package let line: String
  /// The URL of the photo's page; `nil` for a local photo.
  package let page: String?
  /// The URL of the page with the licence.
  ///
  /// The photo's page if the photo has its own licence, or if the service has no licence page.
  /// `nil` for a local photo: the service's licence doesn't apply.
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
    let isLocal = photo.isLocal
    identifier =
      (isLocal ? "demo" : service.id.name) + ":" + (Self.text(photo.id.value, limit: 500) ?? "?")
    line = "Photo by \(author)" + (isLocal ? "" : " on \(service.name)")
    page = isLocal ? nil : photo.pageURL?.text
    license = Self.text(photo.license, limit: 500)
    licensePage = isLocal ? nil : license == nil ? service.licensePage?.text ?? page : page
  }

  private static func text(_ raw: String?, limit: Int) -> String? {
    let text = raw.map { TextSanitizer.copied($0, limit: limit) } ?? ""
    return text.contains { !$0.isWhitespace } ? text : nil
  }
}

extension Photo {
  /// Whether the photo is from a service on this computer, such as the demo.
  ///
  /// Pages of such a photo mean nothing elsewhere, and after the service has stopped.
  package var isLocal: Bool {
    if let pageURL { return pageURL.isLoopback }
    let address =
      switch picture {
      case .derived(let base): base
      case .sizes(let sizes): sizes.first?.url ?? ""
      }
    return PlainAddress(address)?.isLoopback ?? false
  }
}

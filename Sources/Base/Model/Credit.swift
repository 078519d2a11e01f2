/// The credit of a photo: who made it, where it is from, and under which licence it may be used.
///
/// Everything that names the author builds on it. The texts are as the caller's function has
/// cleaned them.
package struct Credit: Equatable, Sendable {
  /// A text of the credit line that may have a page.
  package enum Part: Sendable { case title, author, license, site }

  /// The way a service asks to be credited.
  package enum Style: Equatable, Sendable {
    /// "Photo by AUTHOR on SERVICE".
    case photoBy
    /// ""TITLE" by AUTHOR, LICENCE, via SERVICE", as Creative Commons recommends.
    case via
  }

  /// The photographer's name or user name, or the line that they demand; empty if unknown.
  package let author: String
  package let title: String?
  /// The name of the photo's own licence; `nil` if the service's licence applies.
  package let license: String?
  /// The page with the text of the licence that applies; `nil` if unknown.
  package let licensePage: WebPage?
  /// Whether the licence requires the credit.
  package let isRequired: Bool
  /// The service's name in its own spelling.
  package let site: String
  private let style: Style
  private let pages: [Part: WebPage]

  /// Creates the credit of a photo.
  ///
  /// - Parameters:
  ///   - service: The photo's service.
  ///   - clean: Returns a text of the service as it is shown; empty if nothing is visible.
  package init(
    of photo: Photo,
    _ service: ServiceDescription,
    clean: (String) -> String = { $0 }
  ) {
    func visible(_ texts: String?...) -> String? {
      texts.compactMap { $0.map(clean) }.first { !$0.isEmpty }
    }
    let author = photo.author
    self.author = visible(photo.attribution, author.name, author.username) ?? ""
    title = visible(photo.title)
    license = visible(photo.license)
    licensePage = photo.licensePage ?? (license == nil ? service.licensePage : nil)
    isRequired = photo.requiresCredit ?? false
    site = clean(service.name)
    style = service.creditStyle
    var pages: [Part: WebPage] = [:]
    pages[.title] = photo.pageURL.map(service.link)
    pages[.author] = photo.attribution == nil ? author.pageURL.map(service.link) : nil
    pages[.license] = photo.licensePage
    pages[.site] = (photo.pageURL?.front).map(service.link)
    self.pages = pages
  }

  /// Whether the licence asks to say that a picture was changed: CC BY and CC BY-SA.
  package var asksForChanges: Bool {
    style == .via && license?.replacing("-", with: " ").hasPrefix("CC BY") == true
  }

  /// Returns the page of a part, with the query items that the service requires in links.
  package func page(of part: Part) -> WebPage? { pages[part] }

  /// Returns the credit in one line of English.
  ///
  /// - Parameters:
  ///   - site: The service's name; `nil` to leave it out.
  ///   - hasLicense: Whether a line of the style `photoBy` ends in the licence.
  ///   - mark: Returns a part as it is written, such as a link.
  package func line(
    site: String?,
    hasLicense: Bool = true,
    _ mark: (Part, String) -> String = { $1 }
  ) -> String {
    let license = license.map { ", " + mark(.license, $0) } ?? ""
    let author = mark(.author, author)
    switch style {
    case .photoBy:
      let site = site.map { " on " + mark(.site, $0) } ?? ""
      return "Photo by " + author + site + (hasLicense ? license : "")
    case .via:
      let title = title.map { "\"" + mark(.title, $0) + "\" by " } ?? ""
      return title + author + license + (site.map { ", via " + mark(.site, $0) } ?? "")
    }
  }

  /// Returns the credit in one line of Russian; see `line`.
  package func russianLine(site: String, _ mark: (Part, String) -> String = { $1 }) -> String {
    let (author, site) = (mark(.author, author), mark(.site, site))
    guard style == .via else { return "Фото: " + author + ", " + site }
    let title = title.map { "«" + mark(.title, $0) + "», " } ?? ""
    return title
      + ([author] + [license.map { mark(.license, $0) }, site].compactMap(\.self))
      .joined(separator: ", ")
  }
}

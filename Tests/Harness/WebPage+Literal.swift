import Model

/// String literals for pages in tests.
extension WebPage: ExpressibleByStringInterpolation {
  /// Traps if the text isn't a valid page.
  package init(stringLiteral text: String) {
    guard let page = WebPage.init(_:)(text) else { preconditionFailure("no page: \(text)") }
    self = page
  }
}

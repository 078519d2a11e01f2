import Model

/// Tests write pages as they are read.
extension WebPage: ExpressibleByStringInterpolation {
  /// A text that is no page ends the test.
  package init(stringLiteral text: String) {
    guard let page = WebPage.init(_:)(text) else { preconditionFailure("no page: \(text)") }
    self = page
  }
}

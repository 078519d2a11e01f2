import Model

/// The page that a browser shows after the service has redirected it, in all languages.
package struct CallbackPages: Sendable {
  /// The result of a request to the callback URL, which selects the page.
  package enum Outcome: CaseIterable, Sendable {
    /// The sign-in continues in the terminal, and the tab can be closed.
    case received
    /// The user declined at the service.
    case declined
    /// The service responded with an error.
    case failed
    /// The request was ignored and changed nothing.
    case ignored
    /// The page forwards the fragment of its URL and is visible only briefly.
    case relaying
  }

  /// The texts of one page as plain text, not HTML.
  package struct Page: Sendable {
    package let title: String
    package let text: String

    package init(title: String, text: String) {
      self.title = title
      self.text = text
    }
  }

  /// The pages of one language.
  package struct Texts: Sendable {
    /// The language tag as in `Accept-Language`, such as "en".
    package let language: String
    package let page: @Sendable (Outcome) -> Page

    package init(language: String, page: @escaping @Sendable (Outcome) -> Page) {
      self.language = language
      self.page = page
    }
  }

  private let standard: Texts
  private let others: [Texts]

  /// Creates the pages.
  ///
  /// - Parameter standard: The pages for a browser that accepts none of the languages.
  package init(standard: Texts, others: [Texts] = []) {
    self.standard = standard
    self.others = others
  }

  /// Returns the page as HTML.
  ///
  /// - Parameter more: HTML to append to the texts.
  func html(
    _ outcome: CallbackPages.Outcome,
    acceptLanguage: String?,
    more: String = ""
  ) -> String {
    let texts = texts(for: acceptLanguage ?? "")
    let page = texts.page(outcome)
    return """
      <!doctype html><html lang="\(texts.language)"><meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>imagefeed</title>
      <style>:root{color-scheme:light dark}body{font:1.2em sans-serif;text-align:center;\
      margin-top:20vh}</style>
      <h1>\(HTMLText.escaped(page.title))</h1><p>\(HTMLText.escaped(page.text))</p>\(more)</html>

      """
  }

  /// Returns the texts in the language that the header prefers (RFC 9110, 12.5.4).
  private func texts(for acceptLanguage: String) -> Texts {
    var best = (quality: 0.0, texts: standard)
    for range in acceptLanguage.split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard let language = parts.first?.prefix(while: { $0 != "-" }),
        let texts = ([standard] + others).first(where: { $0.language == language })
      else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      let quality = weight.map { Double($0) ?? 0 } ?? 1
      if quality > best.quality { best = (quality, texts) }
    }
    return best.texts
  }
}

import Model

/// The small page a browser shows after the service sent it back, in the languages there are.
package struct CallbackPages: Sendable {
  package enum Outcome: CaseIterable, Sendable {
    /// The sign-in goes on in the terminal; the tab can be closed.
    case received
    /// The person declined at the service.
    case declined
    /// The service answered with an error.
    case failed
    /// Whatever this was, it changed nothing.
    case ignored
    /// The page hands on what stands in its address, for a moment.
    case relaying
  }

  /// The texts of one page, plain, not HTML.
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
    /// As in `Accept-Language`: "en".
    package let language: String
    package let page: @Sendable (Outcome) -> Page

    package init(language: String, page: @escaping @Sendable (Outcome) -> Page) {
      self.language = language
      self.page = page
    }
  }

  private let standard: Texts
  private let others: [Texts]

  /// - Parameter standard: what a browser gets that wants none of the languages.
  package init(standard: Texts, others: [Texts] = []) {
    self.standard = standard
    self.others = others
  }

  /// The page as HTML.
  ///
  /// - Parameter more: what follows the texts, as HTML.
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

  /// The texts of the language the header likes best (RFC 9110, 12.5.4).
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

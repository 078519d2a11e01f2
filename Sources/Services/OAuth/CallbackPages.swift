/// The small page a browser shows after the service sent it back, in the languages there are.
package struct CallbackPages: Sendable {
  package enum Outcome: Sendable {
    /// The sign-in goes on in the terminal; the tab can be closed.
    case done
    /// The person refused at the service.
    case refused
    /// The answer was not for this sign-in, or not one that can be used.
    case failed
  }

  /// The texts of one language, plain, not HTML.
  package struct Texts: Sendable {
    /// As in `Accept-Language`: "en".
    package let language: String
    package let title: String
    package let done: String
    package let refused: String
    package let failed: String

    package init(language: String, title: String, done: String, refused: String, failed: String) {
      self.language = language
      self.title = title
      self.done = done
      self.refused = refused
      self.failed = failed
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
  func html(_ outcome: CallbackPages.Outcome, acceptLanguage: String?) -> String {
    let texts = texts(for: acceptLanguage ?? "")
    let message =
      switch outcome {
      case .done: texts.done
      case .refused: texts.refused
      case .failed: texts.failed
      }
    return """
      <!doctype html><html lang="\(texts.language)"><meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(Self.escape(texts.title))</title>
      <style>:root{color-scheme:light dark}body{font:1.2em sans-serif;text-align:center;\
      margin-top:20vh}</style>
      <h1>\(Self.escape(texts.title))</h1><p>\(Self.escape(message))</p></html>

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

  private static func escape(_ text: String) -> String {
    text.reduce(into: "") { html, character in
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      default: html.append(character)
      }
    }
  }
}

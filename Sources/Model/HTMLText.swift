/// Escaping of text for web pages.
package enum HTMLText {
  /// Returns the text with the characters escaped that have a meaning in HTML, also within quotes.
  ///
  /// Escapes Unicode scalars rather than characters. A combining mark after `<` forms one
  /// `Character` with it, but HTML still reads the bracket.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

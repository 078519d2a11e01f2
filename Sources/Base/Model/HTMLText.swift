/// Escaping of text for web pages.
package enum HTMLText {
  /// Returns a text with HTML's special characters escaped.
  ///
  /// The result is safe in elements and in quoted attributes.
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

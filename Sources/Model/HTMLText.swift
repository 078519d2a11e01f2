/// Text as part of a web page.
package enum HTMLText {
  /// The text with everything replaced that HTML acts on, also within quotes.
  ///
  /// Scalar by scalar: a mark behind a bracket makes one character with it, and HTML sees the
  /// bracket all the same.
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

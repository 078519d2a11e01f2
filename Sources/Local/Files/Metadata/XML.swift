/// The escaping of text in XML 1.0.
enum XML {
  /// Returns a value of an attribute with its references replaced by their characters.
  ///
  /// `nil` if a reference isn't one of XML's own.
  static func resolved(_ value: some Collection<UInt8>) -> String? {
    let parts = String(decoding: value, as: UTF8.self).unicodeScalars.split(
      separator: "&",
      omittingEmptySubsequences: false
    )
    var result = String.UnicodeScalarView()
    for (index, part) in parts.enumerated() {
      if index == 0 {
        result += part
        continue
      }
      guard let end = part.firstIndex(of: ";"), let scalar = scalar(String(part[..<end])) else {
        return nil
      }
      result.append(scalar)
      result += part[part.index(after: end)...]
    }
    return String(result)
  }

  /// Returns the character of a reference, given without `&` and `;`.
  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard digits.allSatisfy(\.isHexDigit) else { return nil }
      return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap { Unicode.Scalar($0) }
    }
  }

  /// Returns a text escaped for elements and attributes.
  ///
  /// Characters that XML can't contain are removed.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\t", "\n", "\r", "\u{20}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
        result.unicodeScalars.append(scalar)
      default: break
      }
    }
    return result
  }
}

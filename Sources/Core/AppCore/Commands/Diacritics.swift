extension String {
  /// The text with Latin letters instead of letters with diacritics, and with "е" instead of "ё".
  ///
  /// The letters are taken from Unicode names, such as LATIN SMALL LETTER O WITH STROKE.
  var withoutDiacritics: String {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      // Combining marks of decomposed letters.
      case 0x300...0x36F: break
      case 0x451: result.append("е")
      case 0xC0...0x24F, 0x1E00...0x1EFF: result.append(scalar.latinLetter ?? scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// The lower-case letter without its diacritic; `nil` if this isn't a letter with a diacritic.
  fileprivate var latinLetter: Unicode.Scalar? {
    let start = "LATIN SMALL LETTER "
    guard let name = properties.name, name.hasPrefix(start) else { return nil }
    let words = name.dropFirst(start.count).split(separator: " ")
    guard words.count > 2, words[1] == "WITH", words[0].count == 1 else { return nil }
    return words[0].lowercased().unicodeScalars.first
  }
}

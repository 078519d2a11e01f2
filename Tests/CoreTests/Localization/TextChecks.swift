import Localization

/// Rules that every text follows.
enum TextChecks {
  static let languages = Language.allCases.map(Texts.init)

  /// Names and keys that are the same in every language.
  private static let names: Set<String> = [
    "imagefeed", "config.toml", "access_key", "secret_key", "redirect_port", "pictures",
    "libsecret", "credentials", "auto", "BROWSER",
    "https", "http", "https_proxy", "no_proxy", "TERM", "xterm-256color", "JPEG", "ISO", "fg", "f",
    "R", "d", "s", "xclip", "share", "Markdown", "HTML",
    "QR-код", "QR-кода", "API", "Unsplash", "Access", "Secret", "Key", "wl-clipboard",
    "ID", "terminfo", "tmux", "tmux.conf", "9x18", "URI", "Redirect", "localhost", "ca_file", "PEM",
    "UTF-8", "contact",
  ]

  /// Returns the style errors of a text that contains these values.
  static func faults(_ text: String, in language: Language, values: [String] = []) -> [String] {
    var faults: [String] = []
    if text.isEmpty || text.allSatisfy(\.isWhitespace) { faults.append("empty") }
    if text.contains("!") { faults.append("exclamation mark") }
    if text.contains("  ") { faults.append("two spaces") }
    if text.contains("..") && !text.contains("...") { faults.append("two full stops") }
    if text.first == " " || text.last == " " { faults.append("space at an end") }
    let own = values.sorted { $0.count > $1.count }
      .reduce(text) { $1.isEmpty ? $0 : $0.replacing($1, with: " ") }
    switch language {
    case .english:
      if !own.allSatisfy(\.isASCII) { faults.append("not ASCII: \(own)") }
    case .russian:
      let latin = words(own).filter { $0.contains { $0.isASCII && $0.isLetter } }
      faults += latin.filter { !names.contains($0) }.map { "Latin word \($0)" }
    }
    return faults
  }

  /// Returns the words of a text, including marks within names such as `config.toml`.
  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && !"._-".contains($0) }.map { word in
      var word = word
      while let last = word.last, "._-".contains(last) { word.removeLast() }
      while let first = word.first, "._-".contains(first) { word.removeFirst() }
      return String(word)
    }
  }
}

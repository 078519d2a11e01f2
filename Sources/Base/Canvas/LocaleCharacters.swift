/// The character set of the user's locale.
package enum LocaleCharacters {
  /// Whether the character set is UTF-8: `LC_ALL`, then `LC_CTYPE`, then `LANG`.
  package static func areUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
    let locale = names.first { !$0.isEmpty }?.lowercased() ?? ""
    return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8") || locale.contains("utf-8@")
      || locale.contains("utf8@")
  }
}

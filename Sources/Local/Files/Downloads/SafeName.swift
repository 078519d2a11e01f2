/// Parts of file names that are safe on any file system and in any shell.
enum SafeName {
  /// Returns an ID with unsafe characters as a tilde and hexadecimal digits, so that different IDs
  /// stay different.
  static func id(_ text: String) -> String {
    text.map { isSafe($0) ? String($0) : escape($0) }.joined()
  }

  /// Returns the first 80 characters of a name, with unsafe characters as underscores.
  ///
  /// The result may begin with a hyphen or be empty.
  static func words(_ text: String) -> String {
    String(text.prefix(80).map { isSafe($0) ? $0 : "_" })
  }

  private static func isSafe(_ character: Character) -> Bool {
    character.isASCII
      && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }

  private static func escape(_ character: Character) -> String {
    character.utf8.map { "~" + String($0, radix: 16) }.joined()
  }
}

/// Parts of file names that are safe on any file system and in any shell.
enum SafeName {
  /// Returns an ID in an unambiguous form: different IDs stay different.
  static func id(_ text: String) -> String {
    text.map { isSafe($0) ? String($0) : escape($0) }.joined()
  }

  /// Returns a readable form of a name, at most 80 characters long.
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

/// The reason why a line of the configuration isn't valid TOML.
package enum SyntaxMistake: Equatable, Sendable {
  /// A string without its closing quotes.
  case unclosedText(quotes: String)
  case unknownEscape
  /// A Unicode escape with too few digits. `digits` is the required number.
  case shortCodePoint(digits: Int)
  case noSuchCharacter
  case controlCharacter
  /// Text after the value.
  case textAfterValue
  /// None of these characters follows, although one is required.
  case missing([String])
  /// A table whose name is already defined as something else.
  case redefined(key: String)
  case duplicate(key: String)
  case missingKey
  case missingValue
  case tooDeep
  /// Bytes that aren't UTF-8, the encoding of every TOML file.
  case notUTF8
  /// A text that isn't a value: usually a string without quotes.
  ///
  /// The text itself isn't included, because it may be a secret.
  case notAValue(key: String)
}

/// Why a line of the configuration is not TOML.
package enum SyntaxMistake: Equatable, Sendable {
  /// A text without these quotes at its end.
  case unclosedText(quotes: String)
  case unknownEscape
  /// A Unicode escape with fewer digits than it needs.
  case shortCodePoint(digits: Int)
  case noSuchCharacter
  case controlCharacter
  /// More on a line than a key and its value.
  case textAfterValue
  /// None of these marks where one has to be.
  case missing([String])
  /// A table whose name already stands for something else.
  case redefined(key: String)
  case duplicate(key: String)
  case missingKey
  case missingValue
  case tooDeep
  /// What stands for a value: most often a text without quotes.
  case notAValue(String)
}

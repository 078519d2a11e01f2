/// Paths in the languages that desktops' interfaces take.
enum DesktopLiteral {
  /// Returns the `file:` URL of a path (RFC 8089): ASCII without quotes.
  static func fileURL(_ path: String) -> String {
    "file://"
      + path.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
          String(UnicodeScalar(byte))
        default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      }.joined()
  }

  /// Returns a string as `gsettings` reads and prints it (GVariant's text format).
  static func gvariant(_ text: String) -> String {
    "'" + escaped(text) { $0 == "'" || $0 == "\\" } + "'"
  }

  /// Returns a string literal of JavaScript.
  static func javaScript(_ text: String) -> String {
    "\"" + escaped(text) { $0 == "\"" || $0 == "\\" } + "\""
  }

  /// Puts a backslash before some characters, and writes controls and line separators as `\u000a`.
  private static func escaped(
    _ text: String,
    _ needsBackslash: (Unicode.Scalar) -> Bool
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if needsBackslash(scalar) {
        result += "\\"
        result.unicodeScalars.append(scalar)
      } else if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || scalar == "\u{2028}" || scalar == "\u{2029}"
      {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a path as a word of sway's `output bg` command.
  ///
  /// sway splits the command at double quotes, replaces its variables, and passes the rest to
  /// `wordexp`, which would run `$(…)`. The path is in single quotes for `wordexp`. A quote ends
  /// before each `$`, since sway takes `\$` for an escaped one, and after each space, since sway
  /// puts a backslash between two of them.
  ///
  /// - Returns: `nil` for a path with a line end, which sway takes for the end of the command.
  static func sway(_ path: String) -> String? {
    if path.utf8.contains(UInt8(ascii: "\n")) { return nil }
    var word = "\"'"
    for scalar in path.unicodeScalars {
      switch scalar {
      case "'": word += "'\\''"
      case "\"": word += "'\\\"'"
      case "$": word += "''$$"
      case " ": word += " ''"
      default: word.unicodeScalars.append(scalar)
      }
    }
    return word + "'\""
  }

  /// Returns a path as the last part of a list that `hyprctl` splits at commas.
  static func hyprctl(_ path: String) -> String { path.replacing(",", with: "\\,") }
}

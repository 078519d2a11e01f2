/// Text with control characters made visible.
package enum EscapedText {
  /// Returns bytes as text: `\e` for ESC, `\\` for a backslash, `\xNN` for bytes outside printable
  /// ASCII.
  package static func of(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      switch byte {
      case 0x1B: text += "\\e"
      case UInt8(ascii: "\\"): text += "\\\\"
      case 0x20..<0x7F: text.unicodeScalars.append(UnicodeScalar(byte))
      default:
        text += "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }
    return text
  }
}

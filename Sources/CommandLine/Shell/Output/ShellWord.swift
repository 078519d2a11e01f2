/// A word of a command that the user can paste into a POSIX shell.
enum ShellWord {
  /// Returns text as one word, in single quotes if the shell would change it.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { plain.contains($0) }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  /// The bytes that no shell changes, wherever they are in a word.
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@".utf8
  )
}

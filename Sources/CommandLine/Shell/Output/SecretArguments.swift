/// The removal of secrets from the parser's messages about wrong arguments.
enum SecretArguments {
  /// Returns a message without the arguments that it quotes, if one of them may be a key or a
  /// token.
  ///
  /// `config set` has such a key before its value, and `login` reads a token from standard input
  /// only.
  static func hidden(in message: String, of arguments: [String]) -> String {
    let isSecret =
      arguments.contains { $0.contains("_key") || $0.contains("_secret") || $0.contains("token") }
      || arguments.contains("login") && message.contains("Unexpected argument")
    let end = message.firstRange(of: "\nUsage:")?.lowerBound ?? message.endIndex
    guard isSecret, let first = message[..<end].firstIndex(of: "'"),
      let last = message[..<end].lastIndex(of: "'")
    else { return message }
    return message[...first] + "..." + message[last...]
  }
}

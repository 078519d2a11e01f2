/// The result of offering a command to a handler of the responder chain.
package enum CommandResult: Equatable, Sendable {
  case ignored
  /// The handler accepted the command, even if it had no effect.
  case handled([Effect])

  /// The handler accepted the command and needs no effects.
  static let done = handled([])
}

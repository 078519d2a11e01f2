/// The result of offering a command to a handler of the responder chain.
package enum CommandResult: Equatable, Sendable {
  /// The handler doesn't handle the command, so the next one is offered it.
  case ignored
  /// The handler accepted the command, even if it had no effect.
  case handled([Effect])

  /// The handler accepted the command and needs no effects.
  static let done = handled([])
}

/// What a handler on the focus path says to a command.
package enum CommandResult: Equatable, Sendable {
  case ignored
  /// It was for this handler, even where nothing came of it.
  case handled([Effect])

  /// It was for this handler, which needs no effects.
  static let done = handled([])
}

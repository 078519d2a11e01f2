/// What a handler on the focus path says to a command.
package enum Handling: Equatable, Sendable {
  case notMine
  /// It was for this handler, even where nothing came of it.
  case mine([Effect])

  /// It was for this handler, which needs no effects.
  static let done = mine([])
}

/// The reason why a file has no credit.
package enum CreditFault: Error, Equatable, Sendable {
  /// The file has metadata that can't be extended safely.
  case metadata
  /// The metadata of the file leaves no room for more.
  case noRoom
  /// The changed file couldn't be written.
  case disk
}

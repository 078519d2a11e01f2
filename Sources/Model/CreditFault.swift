/// The reason why a credit couldn't be added to a file.
package enum CreditFault: Error, Equatable, Sendable {
  /// The file has metadata that can't be extended safely.
  case metadata
  /// The file's metadata has no space for the credit.
  case noRoom
  /// The changed file couldn't be written.
  case disk
}

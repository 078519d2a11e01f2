/// The reason why a photo's credit couldn't be added to its file.
///
/// The credit is metadata with the photographer, the service and the photo's page.
package enum CreditFault: Error, Equatable, Sendable {
  /// The file has metadata that can't be extended safely.
  case metadata
  /// The file has content credentials, whose signature wouldn't match after a change.
  case contentCredentials
  /// The file's metadata has no space for the credit.
  case noRoom
  /// The copy with the credit couldn't be written.
  case disk
}

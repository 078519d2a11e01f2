/// The photo or list that a URL of the service's website opens.
package enum AddressTarget: Equatable, Sendable {
  case photo(Photo.ID)
  case list(ListID)
  /// A photo by a name that only a request resolves to its ID, so that no photo stands twice.
  case lookup(String)
}

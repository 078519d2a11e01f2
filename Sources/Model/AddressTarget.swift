/// What an address of a service's site leads to.
package enum AddressTarget: Equatable, Sendable {
  /// A photograph, by its id.
  case photo(Photo.ID)
  case list(ListID)
}

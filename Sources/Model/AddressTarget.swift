/// The photo or list that a URL of the service's website opens.
package enum AddressTarget: Equatable, Sendable {
  case photo(Photo.ID)
  case list(ListID)
}

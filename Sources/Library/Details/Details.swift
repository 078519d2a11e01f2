import Model

/// What the service has said of single photographs, beyond what lists say.
package struct DetailsState: Equatable, Sendable {
  package var loading: Photo.ID?
  package var failed: [Photo.ID: Problem] = [:]

  package init() {}
}

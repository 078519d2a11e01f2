import Model

/// The state of requests for the details of photos.
package struct DetailsState: Equatable, Sendable {
  package var loading: Photo.ID?
  package var failed: [Photo.ID: Problem] = [:]

  package init() {}
}

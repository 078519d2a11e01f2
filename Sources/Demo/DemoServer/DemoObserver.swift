/// An observer of the demo service, which may also disturb it.
///
/// Only the standalone service and tests have one: `DemoControl`.
package protocol DemoObserver: Sendable {
  /// Returns the response to a request for the observer itself; `nil` for any other request.
  func answer(_ request: DemoRequest, of service: DemoService) async -> DemoResponse?
  /// Records a call and returns its faults.
  ///
  /// - Throws: `CancellationError` if the service is stopped while the call is held back.
  func faults(of request: DemoRequest, to route: DemoRoute) async throws -> CallFaults
  /// Records a call of a photo's download endpoint.
  func recordDownload(of photo: String, _ request: DemoRequest)
  /// Returns a counter of the bytes of a photo's whole file that are passed to a connection.
  func counter(of photo: String) -> @Sendable (Int) -> Void
}

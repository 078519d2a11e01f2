/// An additional service, which the demo serves below its own folder.
///
/// The main one is at the root.
protocol DemoPart: Sendable {
  /// The first component of its paths.
  var folder: String { get }
  /// Returns the route of a request, so that faults can be limited to it; `nil` for an unknown
  /// path.
  func route(of request: DemoRequest) -> DemoRoute?
  /// Returns a page for browsers; `nil` if there is none at this path.
  func page(_ request: DemoRequest, of service: DemoService) -> DemoResponse?
  /// Returns the response to a request for one of its routes.
  func answer(
    _ request: DemoRequest,
    _ route: DemoRoute,
    _ faults: CallFaults,
    of service: DemoService
  ) async -> DemoResponse
  /// Restores the initial state.
  func reset()
}

/// The additional services of the demo.
enum DemoParts {
  static func all() -> [any DemoPart] { [VKPart()] }
}

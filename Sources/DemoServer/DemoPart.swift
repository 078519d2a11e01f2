/// A service that the demo service speaks below a folder of its own, besides the one at its root.
protocol DemoPart: Sendable {
  /// The first part of its paths.
  var folder: String { get }
  /// What a request counts as, so that faults can be limited to it; nil for what is not there.
  func route(of request: DemoRequest) -> DemoRoute?
  /// A page for people; nil where there is none.
  func page(_ request: DemoRequest, of service: DemoService) -> DemoResponse?
  /// The answer to a request of one of its routes.
  func answer(
    _ request: DemoRequest,
    _ route: DemoRoute,
    _ faults: CallFaults,
    of service: DemoService
  ) async -> DemoResponse
  /// Back to how it was started.
  func reset()
}

/// The parts there are.
enum DemoParts {
  static func all() -> [any DemoPart] { [VKPart()] }
}

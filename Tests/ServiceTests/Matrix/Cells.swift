import AppCore
import DemoControl
import DemoServer
import Model
import Testing

/// A fault in a place, and its expected result.
struct Cell: Sendable, CustomTestStringConvertible {
  let place: Place
  /// The text that `Fault` parses, without routes; these belong to the place.
  let fault: String
  /// The expected cause; `nil` if the fault causes no failure.
  let cause: Problem.Cause?

  var testDescription: String { "\(place.name): \(fault)" }

  /// The fault, limited to the place's routes.
  var faults: [Fault] {
    get throws {
      var fault = try Fault(fault)
      fault.routes = place.routes
      return [fault]
    }
  }
}

extension Cell {
  private static let host = "127.0.0.1"

  /// The faults of the API's routes, and their causes.
  private static let api: [(String, Problem.Cause)] = [
    ("status=400", .badRequest(message: "Fault 400")),
    ("status=403", .forbidden(message: "Fault 403")),
    ("status=404", .notFound),
    ("status=418", .unexpectedStatus(418)),
    ("status=429", .rateLimited(minutes: nil)),
    ("status=500", .server(status: 500)),
    ("status=502", .server(status: 502)),
    ("status=503", .server(status: 503)),
    ("status=504", .server(status: 504)),
    ("cut", .connectionLost(host: host)),
    ("never", .timedOut(host: host)),
    ("html", .htmlInsteadOfData(host: host)),
    ("invalid-json", .malformedAnswer),
    ("rate-limit=0", .rateLimited(minutes: nil)),
    ("too-many=0", .rateLimited(minutes: nil)),
  ]

  /// The faults of the image host, and their causes.
  private static let image: [(String, Problem.Cause)] = [
    ("status=400", .unexpectedStatus(400)),
    ("status=401", .forbidden(message: nil)),
    ("status=403", .forbidden(message: nil)),
    ("status=404", .notFound),
    ("status=410", .gone),
    ("status=429", .tooManyRequests(minutes: nil)),
    ("status=500", .server(status: 500)),
    ("status=503", .server(status: 503)),
    ("cut", .connectionLost(host: host)),
    ("never", .timedOut(host: host)),
    ("truncated", .truncatedPicture),
    ("html", .htmlInsteadOfData(host: host)),
  ]

  /// The faults of the token endpoint, and their causes.
  ///
  /// `bot-wall` means `html` there.
  private static let token: [(String, Problem.Cause)] = [
    ("status=400", .signInFailed(message: "Fault 400.")),
    ("status=401", .signInFailed(message: "Fault 401.")),
    ("status=403", .signInFailed(message: "Fault 403.")),
    ("status=429", .tooManyRequests(minutes: nil)),
    ("status=500", .server(status: 500)),
    ("status=503", .server(status: 503)),
    ("cut", .connectionLost(host: host)),
    ("never", .timedOut(host: host)),
    ("bot-wall", .htmlInsteadOfData(host: host)),
    ("invalid-json", .malformedAnswer),
  ]

  /// The faults of a login page that the program itself reads, and their causes.
  private static let page: [(String, Problem.Cause)] = [
    ("status=401", .unauthorized),
    ("status=403", .forbidden(message: nil)),
    ("status=404", .notFound),
    ("status=500", .server(status: 500)),
    ("status=503", .server(status: 503)),
    ("cut", .connectionLost(host: host)),
    ("never", .timedOut(host: host)),
    ("html", .malformedAnswer),
  ]

  /// Faults that cause a failure.
  static let failures: [Cell] = [
    cells(.signIn, token),
    cells(.loginPage, page),
    cells(.pastedCode, token),
    cells(.firstPage, api),
    cells(.nextPage, api),
    cells(.refreshedFeed, api),
    cells(.card, image),
    cells(.like, api),
    cells(.unlike, api),
    cells(.silentLike, api.filter { $0.1.isRefusal }),
    cells(.silentUnlike, api.filter { $0.1.isRefusal }),
    cells(.fullScreen, image),
    cells(.zoomed, image),
    // 404 and 410 remove the photo from the list.
    cells(.details, api.filter { $0.1 != .notFound }),
    cells(.save, image),
    cells(.profile, api + [("status=410", .gone)]),
    cells(.avatar, image),
  ].flatMap(\.self)

  private static func cells(_ place: Place, _ faults: [(String, Problem.Cause)]) -> [Cell] {
    faults.map { Cell(place: place, fault: $0.0, cause: $0.1) }
  }

  /// Faults that only take time, or that affect nothing in their place.
  static let harmless: [Cell] = [
    (.signIn, ["latency=20", "bandwidth=4000", "bare-token"]),
    (.loginPage, ["latency=20", "bandwidth=20000"]),
    (.pastedCode, ["latency=20", "bandwidth=4000", "bare-token"]),
    (.firstPage, ["latency=20", "bandwidth=1000000", "rate-limit=1", "stale-budget"]),
    (.nextPage, ["latency=20", "bandwidth=1000000", "stale-budget", "feed-shift=0"]),
    (.refreshedFeed, ["latency=20", "bandwidth=1000000", "duplicates=5", "broken-item"]),
    (.card, ["latency=20", "bandwidth=200000"]),
    (.like, ["latency=20", "bandwidth=50000", "empty-likes", "stale-budget"]),
    (.unlike, ["latency=20", "bandwidth=50000", "empty-likes", "stale-budget"]),
    (.silentLike, ["latency=20", "bandwidth=50000", "empty-likes", "stale-budget"]),
    (.silentUnlike, ["latency=20", "bandwidth=50000", "empty-likes", "stale-budget"]),
    (.fullScreen, ["latency=20", "bandwidth=200000"]),
    (.zoomed, ["latency=20", "bandwidth=2000000"]),
    (.details, ["latency=20", "bandwidth=50000", "stale-budget"]),
    (.save, ["latency=20", "bandwidth=2000000"]),
    (.profile, ["latency=20", "bandwidth=20000", "stale-budget"]),
    (.avatar, ["latency=20", "bandwidth=50000"]),
  ].flatMap { place, faults in faults.map { Cell(place: place, fault: $0, cause: nil) } }

  /// Places that detect a session that is no longer accepted.
  static let refusals: [Cell] = [
    Place.firstPage, .nextPage, .refreshedFeed, .like, .unlike, .silentLike, .silentUnlike,
    .details, .profile,
  ].flatMap { place in
    ["status=401", "revoked"].map { Cell(place: place, fault: $0, cause: .unauthorized) }
  }
}

extension Problem.Cause {
  /// Whether the service has refused.
  ///
  /// Without a response or a budget, a silent like waits instead.
  fileprivate var isRefusal: Bool {
    if case .rateLimited = self { false } else { !isNoAnswer }
  }
}

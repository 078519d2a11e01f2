import DemoServer

/// A simulated fault.
///
/// The text form is `name[=value][@route,route…][*count]`, such as `latency=100`,
/// `status=500@like*3`, `cut@image`. Without routes a fault affects every suitable route; without a
/// count it lasts until it is removed.
package struct Fault: Equatable, Sendable {
  package typealias Kind = CallFault

  package var kind: Kind
  /// The affected routes; empty for every suitable one.
  package var routes: Set<DemoRoute>
  /// The remaining number of affected calls; `nil` for no limit.
  package var count: Int?

  package init(_ kind: Kind, routes: Set<DemoRoute> = [], count: Int? = nil) {
    self.kind = kind
    self.routes = routes
    self.count = count
  }
}

/// The active faults.
package struct DemoFaults: Equatable, Sendable {
  package var faults: [Fault]

  package init(_ faults: [Fault] = []) { self.faults = faults }

  package static let none = DemoFaults()

  /// The names of the text form, for the command line's help.
  package static let help = """
    latency=MS  bandwidth=BYTES_A_SECOND  status=CODE  cut  never  hold
    html  invalid-json  truncated  missing-picture  broken-item  empty
    hostile-links  duplicates[=N]  feed-shift[=N]  deleted=ID  revoked  rate-limit[=CALLS]
    too-many[=CALLS]  stale-budget  likes-gone[=404|405|410]  empty-likes
    bare-token  bot-wall  etag-change  no-range  refuse=CODE
    each with [@ROUTE,…] and [*COUNT]; routes:
    \(DemoRoute.allCases.map(\.rawValue).joined(separator: " "))
    """
}

extension DemoFaults: Codable {
  private enum CodingKeys: CodingKey {
    case faults
  }

  /// Decodes `{"faults": ["latency=100", …]}`.
  package init(from decoder: any Decoder) throws {
    let texts = try decoder.container(keyedBy: CodingKeys.self)
      .decode([String].self, forKey: .faults)
    faults = try texts.map { try Fault($0) }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(faults.map(\.description), forKey: .faults)
  }
}

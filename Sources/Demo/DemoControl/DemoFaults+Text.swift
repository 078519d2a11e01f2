import DemoServer

extension Fault: CustomStringConvertible {
  /// The largest number in a fault, so that computations with it don't overflow.
  private static let maxNumber = 1_000_000_000

  /// Parses a fault in the syntax of the command line and of `/_demo/faults`.
  ///
  /// - Throws: `DemoServerError.fault` with the text if it isn't a fault.
  package init(_ text: String) throws(DemoServerError) {
    var rest = Substring(text)
    var count: Int?
    if let star = rest.lastIndex(of: "*") {
      guard let number = Int(rest[rest.index(after: star)...]),
        (1...Self.maxNumber).contains(number)
      else {
        throw .fault(text)
      }
      count = number
      rest = rest[..<star]
    }
    var routes: Set<DemoRoute> = []
    if let at = rest.lastIndex(of: "@") {
      for name in rest[rest.index(after: at)...].split(separator: ",") {
        guard let route = DemoRoute(rawValue: String(name)) else { throw .fault(text) }
        routes.insert(route)
      }
      guard !routes.isEmpty else { throw .fault(text) }
      rest = rest[..<at]
    }
    let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? String(parts[1]) : nil
    guard let name = parts.first,
      let meaning = Self.meaning(of: String(name), value: value)
    else { throw .fault(text) }
    self.init(meaning.kind, routes: routes.isEmpty ? meaning.routes : routes, count: count)
  }

  package var description: String {
    let (name, value) = words
    var text = name
    if let value { text += "=" + value }
    if !routes.isEmpty { text += "@" + routes.map(\.rawValue).sorted().joined(separator: ",") }
    if let count { text += "*\(count)" }
    return text
  }

  private var words: (name: String, value: String?) {
    switch kind {
    case .latency(let value): ("latency", "\(value)")
    case .bandwidth(let value): ("bandwidth", "\(value)")
    case .status(let value): ("status", "\(value)")
    case .duplicates(let value): ("duplicates", "\(value)")
    case .feedShift(let value): ("feed-shift", "\(value)")
    case .deleted(let id): ("deleted", id)
    case .rateLimit(let after, let status): (status == 429 ? "too-many" : "rate-limit", "\(after)")
    case .likesGone(let value): ("likes-gone", "\(value)")
    case .refusal(let code): ("refuse", "\(code)")
    default: (Self.flags.first { $0.value == kind }?.key ?? "", nil)
    }
  }

  private static func meaning(
    of name: String,
    value: String?
  ) -> (kind: Kind, routes: Set<DemoRoute>)? {
    // These names denote a fault on certain routes.
    switch (name, value) {
    case ("missing-picture", nil): return (.status(404), [.image])
    case ("bot-wall", nil): return (.html, [.token])
    default: break
    }
    guard let kind = value.map({ kind(of: name, value: $0) }) ?? kind(of: name) else { return nil }
    return (kind, [])
  }

  /// The faults without a value.
  private static let flags: [String: Kind] = [
    "cut": .cut, "never": .never, "hold": .hold, "truncated": .truncated, "html": .html,
    "invalid-json": .invalidJSON, "broken-item": .brokenItem, "hostile-links": .hostileLinks,
    "empty": .empty, "revoked": .revoked, "stale-budget": .staleBudget,
    "empty-likes": .emptyLikes, "bare-token": .bareToken, "etag-change": .tagChange,
    "no-range": .withoutRanges,
  ]

  private static func kind(of name: String) -> Kind? {
    switch name {
    case "duplicates": .duplicates(3)
    case "feed-shift": .feedShift(2)
    case "rate-limit": .rateLimit(after: 0, status: 403)
    case "too-many": .rateLimit(after: 0, status: 429)
    case "likes-gone": .likesGone(404)
    default: flags[name]
    }
  }

  private static func kind(of name: String, value: String) -> Kind? {
    if name == "deleted" { return value.isEmpty ? nil : .deleted(value) }
    guard let number = Int(value), (0...Self.maxNumber).contains(number) else { return nil }
    return switch name {
    case "latency": .latency(number)
    case "bandwidth": number > 0 ? .bandwidth(number) : nil
    case "status": (400...599).contains(number) ? .status(number) : nil
    case "duplicates": .duplicates(number)
    case "feed-shift": .feedShift(number)
    case "refuse": .refusal(number)
    case "rate-limit": .rateLimit(after: number, status: 403)
    case "too-many": .rateLimit(after: number, status: 429)
    case "likes-gone": [404, 405, 410].contains(number) ? .likesGone(number) : nil
    default: nil
    }
  }
}

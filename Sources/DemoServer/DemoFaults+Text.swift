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
    case .cut: ("cut", nil)
    case .never: ("never", nil)
    case .hold: ("hold", nil)
    case .truncated: ("truncated", nil)
    case .html: ("html", nil)
    case .invalidJSON: ("invalid-json", nil)
    case .brokenItem: ("broken-item", nil)
    case .hostileLinks: ("hostile-links", nil)
    case .empty: ("empty", nil)
    case .duplicates(let value): ("duplicates", "\(value)")
    case .feedShift(let value): ("feed-shift", "\(value)")
    case .deleted(let id): ("deleted", id)
    case .revoked: ("revoked", nil)
    case .rateLimit(let after, let status): (status == 429 ? "too-many" : "rate-limit", "\(after)")
    case .staleBudget: ("stale-budget", nil)
    case .likesGone(let value): ("likes-gone", "\(value)")
    case .emptyLikes: ("empty-likes", nil)
    case .bareToken: ("bare-token", nil)
    case .tagChange: ("etag-change", nil)
    case .withoutRanges: ("no-range", nil)
    case .refusal(let code): ("refuse", "\(code)")
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

  private static func kind(of name: String) -> Kind? {
    switch name {
    case "cut": .cut
    case "never": .never
    case "hold": .hold
    case "truncated": .truncated
    case "html": .html
    case "invalid-json": .invalidJSON
    case "broken-item": .brokenItem
    case "hostile-links": .hostileLinks
    case "empty": .empty
    case "duplicates": .duplicates(3)
    case "feed-shift": .feedShift(2)
    case "revoked": .revoked
    case "rate-limit": .rateLimit(after: 0, status: 403)
    case "too-many": .rateLimit(after: 0, status: 429)
    case "stale-budget": .staleBudget
    case "likes-gone": .likesGone(404)
    case "empty-likes": .emptyLikes
    case "bare-token": .bareToken
    case "etag-change": .tagChange
    case "no-range": .withoutRanges
    default: nil
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

/// The `Link` header of a paged answer (RFC 8288), as far as paging needs it.
enum LinkHeader {
  /// The number in the `page` parameter of the link to the next page.
  static func nextPage(_ header: String) -> Int? {
    for link in links(header) where link.relations.contains("next") {
      return WebAddress(link.target)?.value("page").flatMap { Int($0) }
    }
    return nil
  }

  /// Targets are between angle brackets, and may hold commas themselves.
  private static func links(_ header: String) -> [(target: String, relations: [String])] {
    var links: [(String, [String])] = []
    var rest = header[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let target = String(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
      let parameters = rest.prefix { $0 != "<" }
      rest = rest[parameters.endIndex...]
      links.append((target, relations(parameters)))
    }
    return links
  }

  private static func relations(_ parameters: Substring) -> [String] {
    for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
      let pieces = parameter.split(separator: "=", maxSplits: 1)
      guard pieces.count == 2, pieces[0].filter({ $0 != " " }).lowercased() == "rel" else {
        continue
      }
      return pieces[1].filter { $0 != "\"" }.lowercased().split(separator: " ").map(String.init)
    }
    return []
  }
}

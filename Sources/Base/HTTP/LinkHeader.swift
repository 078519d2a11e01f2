extension HTTPResponse {
  /// Returns the absolute URL of a relation, such as `next`, in the response's `Link` headers (RFC
  /// 8288); `nil` if there is none.
  package func link(_ relation: String) -> String? {
    let wanted = relation.lowercased()
    for value in headers("Link") {
      for link in links(in: value) where link.relations.contains(wanted) {
        return WebAddress(url)?.resolving(link.target)?.description
      }
    }
    return nil
  }
}

private struct Link {
  var target: String
  /// The relations in lower case.
  var relations: [String]
}

/// Parses a `Link` header (RFC 8288, B.2).
///
/// Skips text that isn't a link. Ignores a URL without its closing bracket, and everything after
/// it.
private func links(in value: String) -> [Link] {
  var rest = Substring(value).unicodeScalars
  var links: [Link] = []
  while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
    let target = String(rest[rest.index(after: open)..<close])
    rest = rest[rest.index(after: close)...]
    links.append(Link(target: target, relations: parseRelations(from: &rest)))
  }
  return links
}

/// Consumes the parameters of a link and returns the relations of its first `rel`.
private func parseRelations(from rest: inout Substring.UnicodeScalarView) -> [String] {
  var relations: [String]?
  var isLast = false
  while !isLast {
    let parameter = parseParameter(from: &rest, isLast: &isLast)
    if relations == nil, parameter.name.filter({ $0 != " " }).lowercased() == "rel" {
      relations = parameter.value.lowercased().split(separator: " ").map(String.init)
    }
  }
  return relations ?? []
}

/// Consumes the text up to the next semicolon, or up to the comma that ends the link.
///
/// Both are ignored inside quotes; there, a backslash escapes a character. Text after a closing
/// quote is ignored.
private func parseParameter(
  from rest: inout Substring.UnicodeScalarView,
  isLast: inout Bool
) -> (name: String, value: String) {
  enum Part { case name, value, quoted, escaped, surplus }
  var part = Part.name
  var (name, value) = (String.UnicodeScalarView(), String.UnicodeScalarView())
  while let scalar = rest.popFirst() {
    switch (part, scalar) {
    case (.escaped, _):
      value.append(scalar)
      part = .quoted
    case (.quoted, "\\"): part = .escaped
    case (.quoted, "\""): part = .surplus
    case (.quoted, _): value.append(scalar)
    case (_, ";"): return (String(name), String(value))
    case (_, ","):
      isLast = true
      return (String(name), String(value))
    case (.name, "="): part = .value
    case (.name, _): name.append(scalar)
    case (.value, "\"") where value.allSatisfy({ $0 == " " }): part = .quoted
    case (.value, _): value.append(scalar)
    case (.surplus, _): break
    }
  }
  isLast = true
  return (String(name), String(value))
}

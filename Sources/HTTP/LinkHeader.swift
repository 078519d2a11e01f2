extension HTTPResponse {
  /// The address of a relation, such as `next`, in the answer's `Link` fields (RFC 8288).
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
  /// In lower case.
  var relations: [String]
}

/// Takes a `Link` field apart; from the first thing that is none on, the rest is ignored.
private func links(in value: String) -> [Link] {
  var rest = Substring(value)
  var links: [Link] = []
  while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
    let target = String(rest[rest.index(after: open)..<close])
    rest = rest[rest.index(after: close)...]
    // A comma inside quotes or inside <> does not end a link.
    var isQuoted = false
    let end = rest.firstIndex { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    links.append(Link(target: target, relations: relations(in: rest[..<(end ?? rest.endIndex)])))
    rest = rest[(end ?? rest.endIndex)...]
  }
  return links
}

private func relations(in parameters: Substring) -> [String] {
  for parameter in parameters.split(separator: ";") {
    let parts = parameter.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == "rel" else { continue }
    return parts[1].lowercased().filter { $0 != "\"" }.split(separator: " ").map(String.init)
  }
  return []
}

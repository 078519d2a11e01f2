import HTTP

/// `Link` fields of responses, one per line.
final class LinkTarget: FuzzTarget {
  func run(_ input: [UInt8]) throws(Finding) {
    let fields = input.split(separator: 0x0A).map {
      HTTPHeader("Link", String(decoding: $0, as: UTF8.self))
    }
    let response = HTTPResponse(
      status: 200,
      url: "https://api.example/photos?page=1",
      headers: fields
    )
    for relation in ["next", "prev", "FIRST", "", " "] {
      guard let link = response.link(relation) else { continue }
      guard let address = WebAddress(link) else { throw Finding("a link is an address: \(link)") }
      try promise(address.description, equals: link, "a link is spelled one way")
      // Within quotes, a backslash may precede any character.
      try promise(
        fields.contains {
          $0.value.filter { $0 != "\\" }.lowercased().contains(relation.lowercased())
        },
        "a link has the relation that was asked for"
      )
    }
  }
}

/// One page of a list, with the headers of the real service.
struct Pagination: Equatable, Sendable {
  let page: Int
  let perPage: Int
  let total: Int

  /// Reads `page` (1 if missing, 0 or negative) and `per_page` (10 by default, at most 30).
  ///
  /// Returns `nil` if one of them isn't an integer.
  init?(query: FormFields, total: Int) {
    func number(_ name: String, _ fallback: Int) -> Int? {
      guard let text = query[name] else { return fallback }
      return Int(text)
    }
    guard let page = number("page", 1), let perPage = number("per_page", 10) else { return nil }
    // The limit prevents overflow of the product.
    self.page = min(max(1, page), 1_000_000)
    self.perPage = min(30, perPage < 1 ? 10 : perPage)
    self.total = total
  }

  var pages: Int { (total + perPage - 1) / perPage }

  var range: Range<Int> {
    let start = min((page - 1) * perPage, total)
    return start..<min(start + perPage, total)
  }

  /// Returns `X-Total`, `X-Per-Page` and, if there are several pages, `Link`.
  func headers(base: String, path: String, query: FormFields) -> [(name: String, value: String)] {
    var headers = [(name: "X-Total", value: "\(total)"), (name: "X-Per-Page", value: "\(perPage)")]
    var links: [(String, Int)] = []
    if page > 1, pages > 0 { links += [("first", 1), ("prev", min(page - 1, pages))] }
    if page < pages { links += [("last", pages), ("next", page + 1)] }
    guard !links.isEmpty else { return headers }
    let value = links.map { name, number in
      "<\(base)\(path)?\(Self.query(query, page: number))>; rel=\"\(name)\""
    }
    headers.append(("Link", value.joined(separator: ", ")))
    return headers
  }

  /// Returns the request's parameters, sorted by name, with another page.
  private static func query(_ query: FormFields, page: Int) -> String {
    var pairs = query.fields.filter { $0.name != "page" }.map { ($0.name, $0.value) }
    pairs.append(("page", "\(page)"))
    return FormFields(pairs.sorted { $0.0 < $1.0 }).text
  }
}

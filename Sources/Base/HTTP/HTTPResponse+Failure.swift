import Model

extension HTTPResponse {
  /// Whether the body is a web page although data was expected.
  package var isHTML: Bool {
    let isSaid = header("Content-Type")?.lowercased().hasPrefix("text/html") ?? false
    return isSaid || body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
  }

  /// The responding host, for display.
  package var host: String { WebAddress(url)?.host ?? url }

  /// The cause of failure for a response of a host that only serves files; `nil` for a success.
  ///
  /// Such a host knows no sessions, so 401 and 403 don't concern the session.
  package var failure: Problem.Cause? {
    switch status {
    case 200...299: isHTML ? .htmlInsteadOfData(host: host) : nil
    case 401 where isHTML, 403 where isHTML: .htmlInsteadOfData(host: host)
    case 401, 403: .forbidden(message: nil)
    case 404: .notFound
    case 410: .gone
    case 429: .tooManyRequests(minutes: minutesToRetry())
    case 500...599: .server(status: status)
    default: .unexpectedStatus(status)
    }
  }
}

import HTTP

/// A service's only response, written as text: a line with a route and a status, header fields, an
/// empty line, and a body.
struct ServiceAnswer: HTTPTransport {
  /// The route that is requested.
  let route: String
  let response: HTTPResponse

  init(_ input: [UInt8]) {
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
    let words = lines[0].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    route = words.first ?? ""
    let fields = lines.dropFirst().prefix { !$0.isEmpty }
    response = HTTPResponse(
      status: words.dropFirst().first.flatMap { Int($0) } ?? 200,
      url: "https://api.example/photos",
      headers: fields.map { field in
        let parts = field.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? parts[1].drop { $0 == 0x20 } : []
        return HTTPHeader(
          String(decoding: parts[0], as: UTF8.self),
          String(decoding: value, as: UTF8.self)
        )
      },
      body: Array(lines.dropFirst(fields.count + 2).joined(separator: [0x0A]))
    )
  }

  func data(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse { response }

  func download(
    _ request: HTTPRequest,
    to target: DownloadTarget,
    began: (@Sendable (DownloadStart) async -> Bool)?,
    progress: @escaping @Sendable (Int64, Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse { throw .cancelled }
}

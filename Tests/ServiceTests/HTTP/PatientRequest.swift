import HTTP
import Model

extension HTTPRequest {
  /// A request that no deadline ends: the clock runs while a test waits for a thread.
  static func patient(
    _ method: Method = .get,
    _ url: String,
    headers: [HTTPHeader] = [],
    body: [UInt8]? = nil,
    authorization: Secret? = nil,
    bodyLimit: Int = HTTPRequest.dataLimit,
    retries: Bool? = nil
  ) -> HTTPRequest {
    HTTPRequest(
      method,
      url,
      headers: headers,
      body: body,
      authorization: authorization,
      bodyLimit: bodyLimit,
      deadline: .seconds(1800),
      retries: retries
    )
  }
}

import HTTP

// Requests without limits of time: their clocks run while a test waits for a thread.

extension HTTPRequest {
  /// The same without an end by its deadline, but for a pause of an hour, which is not begun.
  var patient: HTTPRequest {
    var request = self
    request.deadline = .seconds(1800)
    return request
  }

  /// A request that would also wait an hour.
  static func patient(_ url: String) -> HTTPRequest {
    HTTPRequest(.get, url, deadline: .seconds(7200))
  }
}

extension CurlConfiguration {
  static var patient: CurlConfiguration {
    var configuration = CurlConfiguration()
    configuration.connectTimeout = .seconds(1800)
    configuration.stallTimeout = .seconds(1800)
    return configuration
  }
}

extension CurlTransport {
  static func patient(observer: (any HTTPObserver)? = nil) -> CurlTransport {
    CurlTransport(configuration: .patient, observer: observer)
  }
}

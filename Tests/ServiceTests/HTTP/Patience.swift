import HTTP

// Requests without time limits, since their clocks run while a test waits for a thread.

extension HTTPRequest {
  /// A copy with half an hour as its deadline, so that it never begins a pause of an hour.
  var patient: HTTPRequest {
    var request = self
    request.deadline = .seconds(1800)
    request.longestPause = .seconds(1800)
    return request
  }

  /// Returns a request that would even wait for an hour.
  static func patient(_ url: String) -> HTTPRequest {
    HTTPRequest(.get, url, deadline: .seconds(7200), longestPause: .seconds(7200))
  }
}

extension CurlConfiguration {
  static var patient: CurlConfiguration {
    var configuration = CurlConfiguration()
    configuration.connectTimeout = .seconds(1800)
    configuration.stallTimeout = .seconds(1800)
    configuration.idleTime = .seconds(1800)
    return configuration
  }
}

extension CurlTransport {
  static func patient(observer: (any HTTPObserver)? = nil) -> CurlTransport {
    CurlTransport(configuration: .patient, observer: observer)
  }
}

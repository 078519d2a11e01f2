import HTTP

extension HTTPRequest {
  /// The same without an end by its deadline: the clock runs while a test waits for a thread.
  var patient: HTTPRequest {
    var request = self
    request.deadline = .seconds(1800)
    return request
  }
}

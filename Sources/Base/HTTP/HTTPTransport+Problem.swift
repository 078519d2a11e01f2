import Model

extension HTTPTransport {
  /// Loads a response into memory.
  ///
  /// - Parameter subject: The subject of the problem if there is no response.
  package func answer(
    to request: HTTPRequest,
    _ subject: Problem.Subject
  ) async throws(Problem) -> HTTPResponse {
    do throws(HTTPError) { return try await data(request) } catch {
      throw Problem(subject, error.cause)
    }
  }
}

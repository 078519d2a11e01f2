import Model

extension HTTPTransport {
  /// Fetches an answer into memory.
  ///
  /// - Parameter subject: of the problem where there is no answer.
  package func answer(
    to request: HTTPRequest,
    _ subject: Problem.Subject
  ) async throws(Problem) -> HTTPResponse {
    do throws(HTTPError) { return try await data(request) } catch {
      throw Problem(subject, error.cause)
    }
  }
}

import HTTP
import Harness
import Model
import Testing
import Unsplash

@Suite struct `Unsplash refusals` {
  @Test(
    arguments: [
      (
        400, #"{"errors":["page is invalid"]}"#,
        Problem.Cause.badRequest(message: "page is invalid")
      ),
      (401, #"{"errors":["OAuth error: The access token is invalid"]}"#, .unauthorized),
      (401, "<html>", .htmlInsteadOfData(host: "api.example")),
      (403, #"{"errors":["missing permissions"]}"#, .forbidden(message: "missing permissions")),
      (403, "", .forbidden(message: nil)),
      (403, "<!doctype html>", .htmlInsteadOfData(host: "api.example")),
      (403, "Rate Limit Exceeded", .rateLimited(minutes: 1)),
      (429, "", .rateLimited(minutes: 1)),
      (404, "", .notFound), (410, "", .gone), (422, "x", .badRequest(message: nil)),
      (500, "", .server(status: 500)), (503, "<html>", .server(status: 503)),
      (302, "", .unexpectedStatus(302)), (418, "", .unexpectedStatus(418)),
      (200, " \n<!DOCTYPE html>", .htmlInsteadOfData(host: "api.example")),
      (200, #"[{"id"#, .malformedAnswer), (200, "", .malformedAnswer),
      (200, #"{"a":1}"#, .malformedAnswer),
    ]
  )
  func `refusals have different causes`(status: Int, body: String, cause: Problem.Cause) async {
    let transport = ScriptedTransport(body, status: status, headers: [])
    let error = await problem { () throws(Problem) in
      try await unsplash(transport, now: 3599).feedPage(1)
    }
    #expect(error == Problem(.feed, cause))
  }

  @Test func `without remaining budget a refusal is the rate limit, whatever its body`() async {
    let headers = [HTTPHeader("x-ratelimit-remaining", "0"), HTTPHeader("x-ratelimit-limit", "50")]
    let transport = ScriptedTransport("{}", status: 403, headers: headers)
    let error = await problem { () throws(Problem) in
      try await unsplash(transport, now: 7200 + 60 * 14).feedPage(1)
    }
    #expect(error?.cause == .rateLimited(minutes: 46))
  }

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 11), ("Sun, 06 Nov 1994 08:00:00 GMT", 60),
      ("Sun, 06 Nov 1994 08:59:59 GMT", 1), ("nonsense 1:2", 60),
    ]
  )
  func `minutes are counted by the service's clock`(date: String, minutes: Int) async {
    let transport = ScriptedTransport("", status: 429, headers: [HTTPHeader("Date", date)])
    let error = await problem { () throws(Problem) in
      try await unsplash(transport, now: 3600).me()
    }
    #expect(error == Problem(.profile, .rateLimited(minutes: minutes)))
  }

  @Test(
    arguments: [
      ("120", "49", Problem.Cause.tooManyRequests(minutes: 2)),
      ("121", "", .tooManyRequests(minutes: 3)), ("0", "", .tooManyRequests(minutes: 1)),
      ("Thu, 01 Jan 1970 01:05:00 GMT", "49", .tooManyRequests(minutes: 5)),
      ("99999999999999999", "1", .tooManyRequests(minutes: 525_600)),
      ("", "49", .tooManyRequests(minutes: nil)), ("soon", "1", .tooManyRequests(minutes: nil)),
      ("120", "0", .rateLimited(minutes: 60)), ("", "", .rateLimited(minutes: 60)),
      ("7200", "0", .rateLimited(minutes: 120)),
      ("Thu, 01 Jan 1970 03:00:00 GMT", "0", .rateLimited(minutes: 120)),
      ("-1", "", .rateLimited(minutes: 60)),
    ]
  )
  func `a refusal says how long to wait, and is the hourly limit only without a budget`(
    retryAfter: String,
    remaining: String,
    cause: Problem.Cause
  ) async {
    let headers = [
      HTTPHeader("Retry-After", retryAfter), HTTPHeader("X-Ratelimit-Remaining", remaining),
    ]
    let transport = ScriptedTransport(
      "",
      status: 429,
      headers: headers.filter { !$0.value.isEmpty }
    )
    let error = await problem { () throws(Problem) in
      try await unsplash(transport, now: 3600).feedPage(1)
    }
    #expect(error == Problem(.feed, cause))
  }

  @Test func `failures of the transport keep their cause`() async {
    let transport = ScriptedTransport { _ throws(HTTPError) in throw .unresolvedHost("api.example")
    }
    let error = await problem { () throws(Problem) in try await unsplash(transport).photo(anId) }
    #expect(error == Problem(.details, .unresolvedHost("api.example")))
  }
}

@Suite struct `The hourly budget` {
  @Test func `the budget is that of the last response`() async throws {
    let headers = [
      HTTPHeader("X-RateLimit-Limit", "50"), HTTPHeader("X-RateLimit-Remaining", "41"),
    ]
    let service = unsplash(ScriptedTransport("[]", headers: headers))
    #expect(service.budget == nil)
    _ = try await service.feedPage(1)
    #expect(service.budget == RateBudget(limit: 50, remaining: 41))
  }

  @Test func `a cached response doesn't change the budget`() async throws {
    let headers = [
      HTTPHeader("X-Ratelimit-Limit", "50"), HTTPHeader("X-Ratelimit-Remaining", "41"),
      HTTPHeader("Age", "2356"),
    ]
    let service = unsplash(ScriptedTransport("[]", headers: headers))
    _ = try await service.feedPage(1)
    #expect(service.budget == nil)
  }
}

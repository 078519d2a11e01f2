import HTTP
import Model
import Testing

@testable import ServiceAPI
@testable import VK

/// Responses of VK's sign-in, from the browser or pasted by users.
@Suite struct `Responses of VK's sign-in` {
  private static let token = "vk1.a." + String(repeating: "Ab-9_", count: 12)

  private func judge(_ text: String, isImplicit: Bool = true) -> SignInPaste {
    VKSignInResponses(
      redirect: "https://oauth.vk.ru/blank.html",
      isImplicit: isImplicit,
      state: "st-1"
    ).judge(paste: text)
  }

  private static func grant(
    device: String? = nil,
    user: String? = nil,
    lifetime: Double? = nil,
    _ secret: String = token
  ) -> SignInPaste {
    .answer(
      .grant(
        SignInGrant(
          secret: Secret(secret),
          device: device,
          user: user,
          lifetime: lifetime
        )
      )
    )
  }

  @Test(
    arguments: [
      // In any order, with unknown parameters, from both of VK's domains, and without a scheme.
      "https://oauth.vk.ru/blank.html#access_token=T&expires_in=86400&user_id=8492&state=st-1",
      "https://oauth.vk.com/blank.html#state=st-1&user_id=8492&expires_in=86400&access_token=T",
      "oauth.vk.ru/blank.html#access_token=T&expires_in=86400&user_id=8492&state=st%2D1"
        + "&email=a%40b",
      "#access_token=T&expires_in=86400&user_id=8492&state=st-1",
      "  access_token=T&expires_in=86400\n&user_id=8492&state=st-1 ",
    ]
  )
  func `a token is recognized in any form`(_ text: String) {
    let text = text.replacing("access_token=T", with: "access_token=" + Self.token)
    #expect(judge(text) == Self.grant(user: "8492", lifetime: 86_400))
  }

  @Test func `expires_in=0 means a token that doesn't expire`() {
    let text = "#access_token=\(Self.token)&expires_in=0&user_id=1&state=st-1"
    #expect(judge(text) == Self.grant(user: "1"))
  }

  @Test func `a bare token is accepted`() {
    #expect(judge(Self.token) == Self.grant())
    #expect(judge("too-short") == .rejected(.notACallback))
    #expect(judge(Self.token, isImplicit: false) == .rejected(.notACallback))
  }

  @Test(
    arguments: [
      "https://oauth.vk.ru/blank.html?code=c0de&state=st-1&device_id=d1&type=code_v2",
      "https://oauth.vk.ru/blank.html?type=code_v2&device_id=d1&state=st-1&code=c0de",
      "https://oauth.vk.ru/blank.html?payload=%7B%22code%22%3A%22c0de%22%2C%22state%22%3A%22st-1%22"
        + "%2C%22device_id%22%3A%22d1%22%2C%22expires_in%22%3A600%7D",
    ]
  )
  func `a code has the ID of the device`(_ text: String) {
    #expect(judge(text, isImplicit: false) == Self.grant(device: "d1", "c0de"))
  }

  @Test(
    arguments: [
      ("#access_token=\(token)&state=other", Problem.Cause.stateMismatch),
      ("#access_token=\(token)&user_id=1", .stateMismatch),
      ("#access_token=\(token)&access_token=2&state=st-1", .notACallback),
      ("https://evil.example/blank.html#access_token=\(token)&state=st-1", .notACallback),
      (
        "https://oauth.vk.ru.evil.example/blank.html#access_token=\(token)&state=st-1",
        .notACallback
      ),
      ("https://oauth.vk.ru/authorize?client_id=1&state=st-1", .notACallback),
      ("#access_token=&state=st-1", .notACallback), ("#", .notACallback), ("", .notACallback),
      (String(repeating: "a", count: 9000), .notACallback),
      ("#access_token=with%20blank&state=st-1", .notACallback),
    ]
  )
  func `other pages are refused`(_ text: String, cause: Problem.Cause) {
    #expect(judge(text) == .rejected(cause))
  }

  @Test(
    arguments: [
      ("access_denied", "User denied your request", Problem.Cause.accessDenied),
      ("invalid_request", "Security Error", .refused(.signInClosed)),
      ("invalid_request", "application is blocked", .refused(.application)),
      ("invalid_request", "application is disabled", .refused(.application)),
      ("invalid_request", "redirect_uri is incorrect, check application", .refused(.redirect)),
      ("invalid_client", "client_id is incorrect", .invalidClient),
      ("unauthorized_client", "no", .invalidClient),
      ("invalid_grant", "code is invalid", .invalidGrant),
      ("server_error", "later", .server(status: 503)),
      ("temporarily_unavailable", "later", .server(status: 503)),
      ("slow_down", "later", .refused(.tooFast)),
      ("invalid_scope", "no such scope", .signInFailed(message: "no such scope")),
      (
        "invalid_request", "Invalid display parameter",
        .signInFailed(message: "Invalid display parameter")
      ),
    ]
  )
  func `each refusal has its cause, from the URL or from the page's text`(
    _ error: String,
    text: String,
    cause: Problem.Cause
  ) {
    let query = URLQuery(["error": error, "error_description": text, "state": "st-1"]).text
    #expect(judge("https://oauth.vk.ru/blank.html#" + query) == .answer(.failure(cause)))
    let page = "{\"error\":\"\(error)\",\"error_description\":\"\(text)\"}"
    #expect(judge(page) == .answer(.failure(cause)))
    #expect(judge(" \n" + page, isImplicit: false) == .answer(.failure(cause)))
  }

  @Test(
    arguments: [
      ("Security Error", Problem.Cause.refused(.signInClosed)),
      (" \"application is  blocked.\"\n", .refused(.application)),
      ("Application is disabled", .refused(.application)),
      ("access_denied", .accessDenied),
      ("invalid_request", .signInFailed(message: "invalid_request")),
    ]
  )
  func `a page's text alone is recognized`(_ text: String, cause: Problem.Cause) {
    #expect(judge(text) == .answer(.failure(cause)))
  }

  @Test func `responses of other sign-ins change nothing`() {
    let answers = VKSignInResponses(
      redirect: "http://localhost:1/c",
      isImplicit: false,
      state: "st-1"
    )
    #expect(answers.judge(URLQuery(["code": "c", "state": "st-2"])) == .foreign)
    #expect(answers.judge(URLQuery(["error": "access_denied"])) == .foreign)
    #expect(answers.judge(URLQuery(["state": "st-1"])) == .nothing)
  }
}

import DemoControl
import DemoServer
import Foundation
import Harness
import Testing

@Suite struct `Demo sign-in` {
  @Test func `sign-in returns a code and the state, and the code is exchanged for a token`()
    async throws
  {
    try await Demo.run { demo in
      let query = Demo.wish().map { "\($0)=\(Demo.encoded($1))" }.joined(separator: "&")
      let page = try await demo.get("/oauth/authorize?" + query, authorization: nil)
      #expect(page.status == 200)
      #expect(page["Content-Type"]?.hasPrefix("text/html") == true)
      #expect(page.text.contains("<button type=\"submit\">Login</button>"))
      #expect(page.text.contains("<button type=\"submit\">Cancel</button>"))
      #expect(page.text.contains("name=\"state\" value=\"a state\""))
      let answer = try await demo.form("/oauth/authorize", Demo.wish())
      #expect(answer.status == 302)
      let location = try #require(URLComponents(string: answer["Location"] ?? ""))
      #expect(answer["Location"]?.hasPrefix(Demo.callback + "?code=") == true)
      #expect(location.queryItems?.last == URLQueryItem(name: "state", value: "a state"))
      let code = location.queryItems?.first?.value ?? ""
      let token = try await demo.form("/oauth/token", Demo.exchange(code: code))
      #expect(token.status == 200)
      let members = token.object
      #expect(members["token_type"] as? String == "Bearer")
      #expect(members["scope"] as? String == DemoClient.scopes)
      #expect(members["user_id"] is Int)
      #expect(members["username"] as? String == "demo")
      #expect(members["created_at"] is Int)
      #expect(members["refresh_token"] is String)
      let bearer = "Bearer \(members["access_token"] as? String ?? "")"
      let me = try await demo.get("/me", authorization: bearer)
      #expect(me.object["username"] as? String == "demo")
    }
  }

  @Test func `a refusal is reported to the application`() async throws {
    try await Demo.run { demo in
      let answer = try await demo.form("/oauth/authorize", Demo.wish() + [("_method", "delete")])
      let items = URLComponents(string: answer["Location"] ?? "")?.queryItems ?? []
      #expect(answer.status == 302)
      #expect(items.first == URLQueryItem(name: "error", value: "access_denied"))
      #expect(items.last == URLQueryItem(name: "state", value: "a state"))
    }
  }

  @Test func `out of band, a page shows the code, without a state`() async throws {
    try await Demo.run { demo in
      let redirect = "urn:ietf:wg:oauth:2.0:oob"
      let answer = try await demo.form("/oauth/authorize", Demo.wish(redirect: redirect))
      let location = answer["Location"] ?? ""
      #expect(location.hasPrefix(demo.address.baseURL + "/oauth/authorize/native?code="))
      #expect(!location.contains("state"))
      let code = location.split(separator: "=").last.map(String.init) ?? ""
      let page = try await demo.get("/oauth/authorize/native?code=" + code, authorization: nil)
      #expect(page.text.contains(">\(code)</code>"))
      // A code belongs to the redirect it was issued for.
      let wrong = try await demo.form("/oauth/token", Demo.exchange(code: code))
      #expect(wrong.object["error"] as? String == "invalid_grant")
      let right = try await demo.form(
        "/oauth/token",
        Demo.exchange(code: code, redirect: redirect)
      )
      #expect(right.status == 200)
    }
  }

  @Test func `a code is valid once and for ten minutes`() async throws {
    let time = Clock(1_800_000_000)
    try await Demo.run(change: { $0.now = { time.now } }) { demo in
      let used = try await demo.code()
      #expect(try await demo.form("/oauth/token", Demo.exchange(code: used)).status == 200)
      let again = try await demo.form("/oauth/token", Demo.exchange(code: used))
      #expect(again.status == 400)
      #expect(again.object["error"] as? String == "invalid_grant")
      let young = try await demo.code()
      time.advance(599)
      #expect(try await demo.form("/oauth/token", Demo.exchange(code: young)).status == 200)
      let old = try await demo.code()
      time.advance(601)
      #expect(try await demo.form("/oauth/token", Demo.exchange(code: old)).status == 400)
    }
  }

  @Test(arguments: [
    ("client_id", "else", 401, "An error has occurred"),
    ("redirect_uri", "http://evil.example/callback", 400, "redirect uri included is not valid"),
    ("redirect_uri", "http://localhost.evil.example/", 400, "redirect uri included is not valid"),
  ])
  func `a browser is never redirected to an unknown URL`(
    name: String,
    value: String,
    status: Int,
    text: String
  ) async throws {
    try await Demo.run { demo in
      let wish = Demo.wish().map { ($0.0, $0.0 == name ? value : $0.1) }
      let answer = try await demo.form("/oauth/authorize", wish)
      #expect(answer.status == status)
      #expect(answer["Location"] == nil)
      #expect(answer.text.contains(text))
    }
  }

  @Test(arguments: [
    ("scope", "public everything", "invalid_scope"),
    ("response_type", "token", "unsupported_response_type"),
  ])
  func `an invalid request is reported to the application`(
    name: String,
    value: String,
    error: String
  ) async throws {
    try await Demo.run { demo in
      let wish = Demo.wish().map { ($0.0, $0.0 == name ? value : $0.1) }
      let answer = try await demo.form("/oauth/authorize", wish)
      #expect(answer["Location"]?.contains("error=\(error)&") == true)
    }
  }

  @Test(
    arguments: [
      ("S256", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
      ("plain", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    ]
  )
  func `a code with a challenge needs its verifier`(method: String, challenge: String) async throws
  {
    try await Demo.run { demo in
      let wish =
        Demo.wish() + [("code_challenge", challenge), ("code_challenge_method", method)]
      let page = try await demo.get(
        "/oauth/authorize?" + wish.map { "\($0)=\(Demo.encoded($1))" }.joined(separator: "&"),
        authorization: nil
      )
      #expect(page.text.contains("name=\"code_challenge\" value=\"\(challenge)\""))
      let answer = try await demo.form("/oauth/authorize", wish)
      let items = URLComponents(string: answer["Location"] ?? "")?.queryItems
      let code = items?.first?.value ?? ""
      let none = try await demo.form("/oauth/token", Demo.exchange(code: code))
      #expect(none.status == 400 && none.object["error"] as? String == "invalid_request")
      for (verifier, status) in [
        ("wrong", 400), ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", 200),
      ] {
        let exchange = Demo.exchange(code: code) + [("code_verifier", verifier)]
        #expect(try await demo.form("/oauth/token", exchange).status == status)
      }
    }
  }

  @Test func `a verifier without a challenge is refused`() async throws {
    try await Demo.run { demo in
      let exchange = Demo.exchange(code: try await demo.code()) + [("code_verifier", "v")]
      let answer = try await demo.form("/oauth/token", exchange)
      #expect(answer.status == 400 && answer.object["error"] as? String == "invalid_grant")
    }
  }

  @Test func `a challenge can be required`() async throws {
    try await Demo.run(change: { $0.requiresPKCE = true }) { demo in
      let without = try await demo.form("/oauth/authorize", Demo.wish())
      #expect(without["Location"]?.contains("error=invalid_request&") == true)
      let wish = Demo.wish() + [("code_challenge", "c")]
      let with = try await demo.form("/oauth/authorize", wish)
      #expect(with["Location"]?.contains("?code=") == true)
      let odd = try await demo.form(
        "/oauth/authorize",
        wish + [("code_challenge_method", "S512")]
      )
      #expect(odd["Location"]?.contains("error=invalid_code_challenge_method&") == true)
    }
  }

  @Test func `registered redirects are matched exactly`() async throws {
    try await Demo.run(change: { $0.redirectURIs = [Demo.callback] }) { demo in
      let same = try await demo.form("/oauth/authorize", Demo.wish())
      #expect(same.status == 302)
      let wish = Demo.wish(redirect: Demo.callback + "/")
      let other = try await demo.form("/oauth/authorize", wish)
      #expect(other.status == 400)
    }
  }

  @Test(arguments: [
    ("client_secret", "wrong", 401, "invalid_client"),
    ("client_id", "wrong", 401, "invalid_client"),
    ("grant_type", "password", 400, "unsupported_grant_type"),
    ("code", nil, 400, "invalid_request"),
    ("redirect_uri", nil, 400, "invalid_request"),
    ("code", "wrong", 400, "invalid_grant"),
  ])
  func `the token endpoint has its own format of errors`(
    name: String,
    value: String?,
    status: Int,
    error: String
  ) async throws {
    try await Demo.run { demo in
      let right = Demo.exchange(code: try await demo.code())
      let wrong = right.compactMap { pair in
        pair.0 == name ? value.map { (name, $0) } : pair
      }
      let answer = try await demo.form("/oauth/token", wrong)
      #expect(answer.status == status)
      #expect(answer.object["error"] as? String == error)
      #expect(answer.object["error_description"] is String)
    }
  }

  @Test func `the token endpoint reads forms, queries and JSON`() async throws {
    try await Demo.run { demo in
      let query = Demo.exchange(code: try await demo.code())
        .map { "\($0)=\(Demo.encoded($1))" }.joined(separator: "&")
      #expect(try await demo.wire.send("POST", "/oauth/token?" + query).status == 200)
      let members = Dictionary(uniqueKeysWithValues: Demo.exchange(code: try await demo.code()))
      let json = String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
      let answer = try await demo.wire.send(
        "POST",
        "/oauth/token",
        type: "application/json",
        body: json
      )
      #expect(answer.status == 200)
    }
  }

  @Test func `a token outlives the service, its port and its seed`() async throws {
    var bearer = ""
    try await Demo.run { bearer = try await $0.bearer() }
    try await Demo.run(change: { $0.seed = 9 }) { demo in
      let me = try await demo.get("/me", authorization: bearer)
      #expect(me.status == 200)
    }
  }

  @Test func `each kind of token has its permissions`() async throws {
    try await Demo.run { demo in
      let id = try await demo.get("/photos").ids.at(0)
      let reader = try await demo.bearer(scope: "public read_user")
      let nobody = try await demo.bearer(scope: "public")
      func status(_ method: String, _ target: String, _ authorization: String?) async throws -> Int
      {
        try await demo.wire.send(method, target, authorization: authorization).status
      }
      #expect(try await status("GET", "/photos", nil) == 401)
      #expect(try await status("GET", "/photos?client_id=demo-access-key", nil) == 200)
      #expect(try await status("GET", "/photos", "Client-ID nonsense") == 401)
      #expect(try await status("GET", "/photos", "Bearer nonsense") == 401)
      #expect(try await status("GET", "/photos", reader) == 200)
      #expect(try await status("GET", "/me", Demo.key) == 401)
      #expect(try await status("GET", "/me", nobody) == 403)
      #expect(try await status("GET", "/me", reader) == 200)
      #expect(try await status("POST", "/photos/\(id)/like", Demo.key) == 401)
      #expect(try await status("POST", "/photos/\(id)/like", reader) == 403)
      let forged = String(reader.dropLast()) + (reader.last == "0" ? "1" : "0")
      #expect(try await status("GET", "/me", forged) == 401)
      let refused = try await demo.get("/photos", authorization: nil)
      #expect(
        refused.object["errors"] as? [String] == ["OAuth error: The access token is invalid"]
      )
    }
  }

  @Test func `manually revoked tokens stay revoked, and new ones work`() async throws {
    let time = Clock(1_800_000_000)
    try await Demo.run(change: { $0.now = { time.now } }) { demo in
      let old = try await demo.bearer()
      _ = try await demo.wire.send("POST", "/_demo/revoke")
      let refused = try await demo.get("/me", authorization: old)
      #expect(refused.status == 401)
      #expect(refused.text.contains("revoked"))
      time.advance(1)
      let new = try await demo.bearer()
      #expect(try await demo.get("/me", authorization: new).status == 200)
    }
  }
}

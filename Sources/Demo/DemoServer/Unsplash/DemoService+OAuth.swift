import Platform

// The website's sign-in.
extension DemoService {
  /// An OAuth authorization request whose client and redirect URI are valid.
  private struct AuthorizationRequest {
    let fields: FormFields
    let redirect: String
    let scopes: Set<String>
    let challenge: Accounts.Challenge?
    let problem: (error: String, text: String)?

    var state: String? { redirect == WebPages.outOfBand ? nil : fields["state"] }
  }

  func authorizePage(_ request: DemoRequest) -> DemoResponse {
    switch authorization(request.query) {
    case .failure(let refusal): refusal.answer
    case .success(let authorization) where authorization.problem != nil:
      redirect(authorization, refusing: authorization.problem)
    case .success(let authorization):
      WebPages.authorize(
        authorization.fields,
        action: "/oauth/authorize",
        asks: Accounts.scopes.filter(authorization.scopes.contains)
      )
    }
  }

  /// Handles the Login and Cancel buttons.
  ///
  /// Cancel is sent the way Rails sends a deletion from a form.
  func authorizeDecision(_ request: DemoRequest) -> DemoResponse {
    var fields = request.query
    fields.append(request.form)
    switch authorization(fields) {
    case .failure(let refusal): return refusal.answer
    case .success(let authorization):
      if let problem = authorization.problem { return redirect(authorization, refusing: problem) }
      if fields["_method"] == "delete" {
        return redirect(
          authorization,
          refusing: (
            "access_denied", "The resource owner or authorization server denied the request."
          )
        )
      }
      let now = options.now()
      let code = state.withLock {
        $0.accounts.issueCode(
          redirect: authorization.redirect,
          scopes: authorization.scopes,
          challenge: authorization.challenge,
          now: now
        )
      }
      guard authorization.redirect != WebPages.outOfBand else {
        return .redirect(to: encoder.base + "/oauth/authorize/native?code=" + code)
      }
      return redirect(authorization, with: [("code", code)])
    }
  }

  func token(_ request: DemoRequest, isBare: Bool) -> DemoResponse {
    var fields = request.form
    fields.append(request.query)
    guard fields["client_id"] == DemoClient.accessKey,
      fields["client_secret"] == DemoClient.secretKey
    else {
      return .oauthError(401, "invalid_client", WebPages.invalidClient)
    }
    guard let type = fields["grant_type"] else { return .missing("grant_type") }
    guard type == "authorization_code" else {
      return .oauthError(
        400,
        "unsupported_grant_type",
        "The authorization grant type is not supported by the authorization server."
      )
    }
    guard let code = fields["code"] else { return .missing("code") }
    guard let redirect = fields["redirect_uri"] else { return .missing("redirect_uri") }
    let verifier = fields["code_verifier"]
    if verifier == nil, state.withLock({ $0.accounts.needsVerifier(code) }) {
      return .missing("code_verifier")
    }
    let now = options.now()
    let granted = state.withLock {
      $0.accounts.redeem(code, redirect: redirect, verifier: verifier, now: now)
    }
    guard let granted else {
      return .oauthError(
        400,
        "invalid_grant",
        "The provided authorization grant is invalid, expired, revoked, does not match the "
          + "redirection URI used in the authorization request, or was issued to another client."
      )
    }
    let token = Accounts.token(scopes: granted, now: now)
    let answer: JSON = [
      "access_token": .string(token),
      "token_type": "Bearer",
      "scope": .string(Accounts.scopes.filter(granted.contains).joined(separator: " ")),
      "created_at": .int(Int(now)),
    ]
    return .json(
      200,
      isBare
        ? answer
        : answer.adding([
          ("refresh_token", .string(String(token.reversed()))),
          ("user_id", .int(1000 + content.visitor.index)),
          ("username", .string(content.visitor.username)),
        ])
    )
  }

  /// Validates an authorization request.
  ///
  /// An unknown client or redirect URI leads to an error page, because the browser must not be sent
  /// to an unknown address.
  private func authorization(_ fields: FormFields) -> Result<AuthorizationRequest, Refusal> {
    guard fields["client_id"] == DemoClient.accessKey else {
      return .failure(Refusal(answer: WebPages.error(401, WebPages.invalidClient)))
    }
    guard let redirect = fields["redirect_uri"], isRegistered(redirect) else {
      return .failure(
        Refusal(answer: WebPages.error(400, "The redirect uri included is not valid."))
      )
    }
    let asked = (fields["scope"] ?? "public").split(separator: " ").map(String.init)
    let scopes = Set(asked.isEmpty ? ["public"] : asked)
    var problem: (String, String)?
    if fields["response_type"] != "code" {
      problem = (
        "unsupported_response_type",
        "The authorization server does not support this response type."
      )
    } else if !scopes.isSubset(of: Accounts.scopes) {
      problem = ("invalid_scope", "The requested scope is invalid, unknown, or malformed.")
    }
    let (challenge, refusal) = challenge(fields)
    return .success(
      AuthorizationRequest(
        fields: fields,
        redirect: redirect,
        scopes: scopes,
        challenge: challenge,
        problem: problem ?? refusal
      )
    )
  }

  /// Returns the challenge to bind the code to, or the reason why it isn't accepted (RFC 7636,
  /// 4.4.1).
  private func challenge(
    _ fields: FormFields
  ) -> (Accounts.Challenge?, refusal: (String, String)?) {
    guard let text = fields["code_challenge"] else {
      let isMissed = options.requiresPKCE
      return (
        nil, isMissed ? ("invalid_request", "Missing required parameter: code_challenge.") : nil
      )
    }
    let method = fields["code_challenge_method"] ?? "plain"
    guard ["plain", "S256"].contains(method) else {
      return (
        nil,
        (
          "invalid_code_challenge_method",
          "The code_challenge_method must be one of plain, S256."
        )
      )
    }
    return (Accounts.Challenge(text: text, isHash: method == "S256"), nil)
  }

  private func isRegistered(_ redirect: String) -> Bool {
    if redirect == WebPages.outOfBand { return true }
    if let known = options.redirectURIs { return known.contains(redirect) }
    return ["http://localhost", "http://127.0.0.1", "http://[::1]"].contains { host in
      guard redirect.hasPrefix(host) else { return false }
      let rest = redirect.dropFirst(host.count)
      return rest.isEmpty || rest.first == ":" || rest.first == "/"
    }
  }

  private func redirect(
    _ authorization: AuthorizationRequest,
    refusing problem: (error: String, text: String)?
  )
    -> DemoResponse
  {
    guard let problem else { return WebPages.error(400, "") }
    guard authorization.redirect != WebPages.outOfBand else {
      return WebPages.error(400, problem.text)
    }
    return redirect(
      authorization,
      with: [("error", problem.error), ("error_description", problem.text)]
    )
  }

  private func redirect(_ authorization: AuthorizationRequest, with pairs: [(String, String)])
    -> DemoResponse
  {
    let all = pairs + (authorization.state.map { [("state", $0)] } ?? [])
    let separator = authorization.redirect.contains("?") ? "&" : "?"
    return .redirect(to: authorization.redirect + separator + FormFields(all).text)
  }
}

extension DemoResponse {
  static func oauthError(_ status: Int, _ error: String, _ text: String) -> DemoResponse {
    .json(status, ["error": .string(error), "error_description": .string(text)])
  }

  static func missing(_ name: String) -> DemoResponse {
    .oauthError(400, "invalid_request", "Missing required parameter: \(name).")
  }
}

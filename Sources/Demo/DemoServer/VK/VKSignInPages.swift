import Platform

/// The sign-in pages and routes: the implicit flow below `/vk`, VK ID below `/vk/id`.
struct VKSignInPages {
  static let appID = "51234567"
  private static let device = "demo-device-1"

  let request: DemoRequest
  let accounts: Lock<VKAccounts>
  let service: DemoService

  private var now: Double { service.options.now() }
  private var base: String { service.encoder.base + "/vk" }

  // MARK: Pages

  /// Returns the login page, handles its two buttons, or rejects an invalid request.
  ///
  /// - Parameters:
  ///   - isImplicit: Whether the implicit flow is used, which returns a token directly.
  ///   - refusal: The error code of a fault.
  func authorize(isImplicit: Bool, refusal: Int?) -> DemoResponse {
    var fields = request.query
    fields.append(request.form)
    if let refusal { return Self.refused(refusal) }
    guard fields["client_id"] == Self.appID else {
      return .oauthError(401, "invalid_client", "client_id is incorrect")
    }
    guard fields["response_type"] == (isImplicit ? "token" : "code") else {
      return .oauthError(400, "invalid_request", "response_type is not supported")
    }
    guard let redirect = fields["redirect_uri"], isKnown(redirect) else {
      return .oauthError(400, "invalid_request", "redirect_uri is incorrect, check application")
    }
    if !isImplicit, fields["code_challenge_method"]?.lowercased() != "s256" {
      return .oauthError(400, "invalid_request", "code_challenge_method is incorrect")
    }
    let decision = fields["auto"] ?? (request.method == "POST" ? fields["_method"] ?? "allow" : nil)
    switch decision {
    case nil:
      return WebPages.authorize(
        fields,
        action: isImplicit ? "/vk/authorize" : "/vk/id/authorize",
        asks: [isImplicit ? "photos" : "name and avatar"]
      )
    case "allow":
      return send(to: redirect, isImplicit: isImplicit, granted(fields, isImplicit: isImplicit))
    default:
      return send(
        to: redirect,
        isImplicit: isImplicit,
        [
          ("error", "access_denied"), ("error_reason", "user_denied"),
          ("error_description", "User denied your request"),
        ] + state(fields)
      )
    }
  }

  /// The page that the implicit flow ends on.
  static var blank: DemoResponse {
    .html(
      200,
      "<html><body>Please do not copy the data from the address bar for third-party sites. "
        + "This way you may lose access to your account.</body></html>"
    )
  }

  /// Returns the real service's error in place of the login page, by the fault's code.
  private static func refused(_ code: Int) -> DemoResponse {
    let texts = [
      1: "Security Error", 2: "application is blocked", 3: "application is disabled",
      4: "Invalid display parameter",
    ]
    return .oauthError(401, "invalid_request", texts[code] ?? "Error \(code)")
  }

  private func isKnown(_ redirect: String) -> Bool {
    redirect == base + "/blank.html"
      || ["http://localhost:", "http://127.0.0.1:"].contains(where: redirect.hasPrefix)
  }

  private func granted(_ fields: FormFields, isImplicit: Bool) -> [(String, String)] {
    guard isImplicit else {
      let issued = VKAccounts.Code(
        redirect: fields["redirect_uri"] ?? "",
        challenge: fields["code_challenge"] ?? "",
        device: Self.device,
        expires: now + 600
      )
      let code = accounts.withLock { $0.issue(issued, now: now) }
      let pairs = [("code", code), ("device_id", Self.device), ("type", "code_v2")]
      let all = pairs + [("expires_in", "600"), ("ext_id", "vk2.ext")] + state(fields)
      guard fields["payload"] != nil else { return all }
      let members = JSON.object(all.map { ($0.0, .string($0.1)) }).bytes
      return [("payload", String(decoding: members, as: UTF8.self))]
    }
    let scope = fields["scope"] ?? ""
    let isEndless = scope.contains("offline") || (Int(scope).map { $0 & 65_536 != 0 } ?? false)
    let token = VKAccounts.token(isEndless ? .endless : .day, now: now)
    return [("access_token", token), ("expires_in", isEndless ? "0" : "86400")]
      + [("user_id", "\(VKAlbum.visitor)")] + state(fields)
  }

  private func state(_ fields: FormFields) -> [(String, String)] {
    fields["state"].map { [("state", $0)] } ?? []
  }

  private func send(
    to address: String,
    isImplicit: Bool,
    _ pairs: [(String, String)]
  ) -> DemoResponse {
    .redirect(to: address + (isImplicit ? "#" : "?") + FormFields(pairs).text)
  }

  // MARK: Tokens

  /// Returns the response of `/oauth2/auth`, `/oauth2/user_info` or `/oauth2/logout`.
  ///
  /// - Parameter refusal: The error code of a fault.
  func answer(_ route: String, refusal: Int?) -> DemoResponse {
    let form = request.form
    guard form["client_id"] == Self.appID else {
      return .oauthError(200, "invalid_client", "client_id is incorrect")
    }
    if let refusal { return Self.tokenRefused(refusal) }
    switch route {
    case "auth" where form["grant_type"] == "refresh_token": return renewed(form)
    case "auth": return exchanged(form)
    case "user_info", "logout":
      guard let token = form["access_token"], isValid(token) else {
        return .oauthError(200, "invalid_token", "access token is invalid")
      }
      if route == "logout" {
        accounts.withLock { $0.spend(token) }
        return .json(200, ["response": 1])
      }
      return .json(
        200,
        ["user": ["user_id": .string("\(VKAlbum.visitor)"), "first_name": "Demo"]]
      )
    default: return .text(404, "")
    }
  }

  /// Returns the real service's token error, by the fault's code.
  private static func tokenRefused(_ code: Int) -> DemoResponse {
    switch code {
    case 1: .oauthError(200, "invalid_grant", "code is invalid or expired")
    case 2: .oauthError(200, "slow_down", "too many requests")
    default: .oauthError(200, "server_error", "try again later")
    }
  }

  private func exchanged(_ form: FormFields) -> DemoResponse {
    let isGranted = accounts.withLock {
      $0.redeem(
        form["code"] ?? "",
        redirect: form["redirect_uri"] ?? "",
        verifier: form["code_verifier"] ?? "",
        device: form["device_id"] ?? "",
        now: now
      )
    }
    return isGranted
      ? tokens(form) : .oauthError(200, "invalid_grant", "code is invalid or expired")
  }

  private func renewed(_ form: FormFields) -> DemoResponse {
    let token = form["refresh_token"] ?? ""
    let isGranted = accounts.withLock { accounts in
      defer { accounts.spend(token) }
      return form["device_id"] == Self.device && accounts.accepts(token, [.refresh], now: now)
    }
    return isGranted
      ? tokens(form)
      : .oauthError(200, "invalid_request", "refresh_token is missing or invalid")
  }

  private func tokens(_ form: FormFields) -> DemoResponse {
    let answer: JSON = [
      "access_token": .string(VKAccounts.token(.hour, now: now)),
      "refresh_token": .string(VKAccounts.token(.refresh, now: now)),
      "token_type": "Bearer", "expires_in": 3600, "user_id": .int(VKAlbum.visitor),
      "scope": "vkid.personal_info",
    ]
    return .json(200, answer.adding(form["state"].map { [("state", .string($0))] } ?? []))
  }

  private func isValid(_ token: String) -> Bool {
    accounts.withLock { $0.accepts(token, [.hour, .day, .endless], now: now) }
  }
}

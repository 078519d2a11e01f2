import Model

/// The checks that the demo's VK requires from a user, with their pages and results.
///
/// The faults `refuse=14`, `refuse=1014` and `refuse=17` require them. The error 14 of VK's API is
/// a captcha, and 17 requires the user to confirm the sign-in on a page. The number 1014 selects
/// the newer form of 14, with a page instead of an image.
struct VKChecks: Sendable {
  /// The number that selects the newer form of error 14.
  static let pageOf14 = 1_014
  /// The letters on the captcha's image.
  static let letters = "d3mo"

  /// The ID that was issued last.
  private var last = 239_633_676_096
  /// The issued IDs of captchas, and issued tokens, that weren't used yet.
  ///
  /// Only the last hundred stay valid.
  private var open: Set<Int> = []
  /// The access tokens that were issued after a confirmation.
  private var confirmed: Set<String> = []

  /// Returns the reason for refusing a call; `nil` if the check has been passed.
  ///
  /// - Parameters:
  ///   - code: The error code of the fault. A code without a check always refuses the call.
  ///   - fields: The parameters of the call.
  ///   - token: The access token of the call.
  mutating func refusal(
    _ code: Int,
    _ fields: FormFields,
    _ token: String,
    _ service: DemoService
  ) -> VKRefusal? {
    let base = service.encoder.base + "/vk/"
    switch code {
    case 14:
      if use(fields["captcha_sid"]),
        fields["captcha_key"]?.lowercased() == Self.letters
      {
        return nil
      }
      let number = next()
      return VKRefusal(
        14,
        more: [
          ("captcha_sid", .string(number)),
          ("captcha_img", .string(base + "captcha.html?sid=" + number)),
        ]
      )
    case Self.pageOf14:
      if use(fields["success_token"]) { return nil }
      let page = base + "not_robot.html?session_token=" + next()
      return VKRefusal(14, more: [("redirect_uri", .string(page)), ("remixstlid", 1)])
    case 17:
      guard !confirmed.contains(token) else { return nil }
      return VKRefusal(
        17,
        more: [("redirect_uri", .string(base + "security_check.html?api_hash=" + next()))]
      )
    default: return VKRefusal(code)
    }
  }

  private mutating func next() -> String {
    last += 1
    open = open.filter { [last] in $0 > last - 100 }
    open.insert(last)
    return "\(last)"
  }

  /// Invalidates an ID or token, and returns whether it was valid.
  private mutating func use(_ issued: String?) -> Bool {
    issued.flatMap { Int($0) }.map { open.remove($0) != nil } ?? false
  }

  /// Returns the page of a check; `nil` for other paths.
  mutating func page(_ request: DemoRequest, _ service: DemoService) -> DemoResponse? {
    let end = service.encoder.base + "/vk/blank.html#"
    switch request.path.dropFirst().joined(separator: "/") {
    case "captcha.html": return .html(200, "<html><body><h1>\(Self.letters)</h1></body></html>")
    case "not_robot.html":
      guard let token = request.query["session_token"] else { return nil }
      return Self.link("I'm not a robot", to: end + FormFields([("success_token", token)]).text)
    case "security_check.html":
      let token = VKAccounts.token(.endless, now: service.options.now())
      confirmed.insert(token)
      let fields = [("success", "1"), ("access_token", token), ("user_id", "\(VKAlbum.visitor)")]
      return Self.link("It's me", to: end + FormFields(fields).text)
    default: return nil
    }
  }

  private static func link(_ text: String, to address: String) -> DemoResponse {
    .html(200, "<html><body><a href=\"\(HTMLText.escaped(address))\">\(text)</a></body></html>")
  }
}

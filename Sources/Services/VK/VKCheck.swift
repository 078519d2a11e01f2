import Accounts
import HTTP
import Model
import ServiceAPI

/// The result of a check, in the form that VK requires with the repeated call.
enum VKCheckResponse: Equatable {
  /// Further parameters for the call. Empty if completing the check was sufficient.
  case parameters([String: String])
  /// Another token, and the ID of its user.
  case token(Secret, user: String?)
  /// The entered text isn't a valid result.
  case nothing

  /// Parses the text that the user entered.
  ///
  /// - Parameter failure: the failure that required the check.
  init(_ text: String, to failure: VKFailure) {
    let text = text.filter { !$0.isWhitespace }
    self = .nothing
    guard !text.isEmpty, text.utf8.count <= SignInAttempt.pasteLimit, SignInAttempt.isCode(text)
    else { return }
    let fields = Self.fields(of: text)
    switch failure.check?.kind {
    case .letters:
      guard let captcha = failure.captcha, text.utf8.count <= 100 else { return }
      self = .parameters(["captcha_sid": captcha, "captcha_key": text])
    case .robot:
      // The user pastes either the URL at the end of the check, or only the token.
      let token = fields["success_token"] ?? (text.contains("/") ? nil : text)
      if let token { self = .parameters(["success_token": token]) }
    case .confirmation:
      if let token = fields["access_token"], !token.isEmpty {
        self = .token(Secret(token), user: fields["user_id"])
      } else if fields["success"] == "1" {
        self = .parameters([:])
      }
    case nil: break
    }
  }

  /// Returns the parameters in the URL's fragment; if it has none, in its query.
  private static func fields(of text: String) -> URLQuery {
    for mark in ["#", "?"] where text.contains(mark) {
      return URLQuery(parsing: String(text.drop { String($0) != mark }.dropFirst()))
    }
    return URLQuery(parsing: text)
  }
}

extension VKFailure {
  /// The check that the user can complete; `nil` if the failure isn't a check or names no page.
  var check: ServiceCheck? {
    let kind: ServiceCheck.Kind? =
      switch code {
      case 14: isPicture ? (captcha == nil ? nil : .letters) : .robot
      case 17: .confirmation
      default: nil
      }
    guard let kind, let page = page.flatMap(WebPage.init) else { return nil }
    return ServiceCheck(kind, page: page)
  }
}

extension VKSource {
  /// The values that a refused call continues with after a check.
  enum CheckResult {
    case parameters([String: String])
    case session(Session)
  }

  /// Asks the user to pass a check until the result is valid.
  ///
  /// Returns `nil` if they cancel or no user is present.
  ///
  /// - Parameter isRepeated: whether VK has rejected the result of the previous check.
  func pass(
    _ failure: VKFailure,
    _ session: Session?,
    isRepeated: Bool
  ) async throws(Problem) -> CheckResult? {
    guard var check = failure.check, isUsable(check.page) else { return nil }
    check.isRepeated = isRepeated
    while let text = await connection.check(check) {
      switch VKCheckResponse(text, to: failure) {
      case .parameters(let parameters): return .parameters(parameters)
      case .token(let token, let user):
        // A token of another user is rejected.
        guard var new = session, Self.isSame(user, new.username) else { break }
        new.token = token
        try await connection.adopt(new)
        return .session(new)
      case .nothing: break
      }
      check.isRepeated = true
    }
    return nil
  }

  /// Whether a user ID and a user name may belong to the same user.
  ///
  /// True if either is unknown.
  private static func isSame(_ number: String?, _ username: String?) -> Bool {
    guard let number, let username else { return true }
    return username == "id" + number
  }
}

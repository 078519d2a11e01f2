import Accounts
import HTTP
import Model
import ServiceAPI

/// The result of a check by the user, which VK expects when the call is repeated.
enum VKCheckResponse: Equatable {
  /// Additional parameters of the call; empty if a confirmation on VK's page is enough.
  case parameters([String: String])
  /// A new token, and the number of the user it belongs to.
  case token(Secret, user: String?)
  /// The typed or pasted text contains no result.
  case nothing

  /// Reads the result from what the user typed or pasted.
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
      // The URL that the check ends at, or the token alone.
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

  /// Returns the parameters in a URL's fragment, or in its query if it has no fragment.
  private static func fields(of text: String) -> URLQuery {
    for mark in ["#", "?"] where text.contains(mark) {
      return URLQuery(parsing: String(text.drop { String($0) != mark }.dropFirst()))
    }
    return URLQuery(parsing: text)
  }
}

extension VKFailure {
  /// The check that the user can complete; `nil` if there is none, or no page to complete it on.
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
  /// The result of a check, used to repeat the call.
  enum CheckResult {
    case parameters([String: String])
    case session(Session)
  }

  /// Asks the user to complete a check, until they enter a result; `nil` if they decline or can't
  /// be asked.
  ///
  /// - Parameter isRepeated: whether VK has refused the result of the previous check.
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
        // A session never continues with another user's token.
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

  /// Whether a user's number and a user name may belong to the same user.
  ///
  /// Unknown ones match any.
  private static func isSame(_ number: String?, _ username: String?) -> Bool {
    guard let number, let username else { return true }
    return username == "id" + number
  }
}

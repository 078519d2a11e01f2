import Accounts
import HTTP
import Model
import ServiceAPI

/// What comes of a check, as VK wants it with the same call.
enum VKCheckResponse: Equatable {
  /// Further parameters, or none where it is enough that the person has done something.
  case parameters([String: String])
  /// Another token, and whose it is.
  case token(Secret, user: String?)
  /// What was typed or pasted says nothing.
  case nothing

  /// - Parameter failure: what VK has asked with.
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
      // The address that the check ends at, or the token alone.
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

  /// The names and values behind an address's `#`, else behind its `?`.
  private static func fields(of text: String) -> URLQuery {
    for mark in ["#", "?"] where text.contains(mark) {
      return URLQuery(parsing: String(text.drop { String($0) != mark }.dropFirst()))
    }
    return URLQuery(parsing: text)
  }
}

extension VKFailure {
  /// What the person can do about it; nil where there is nothing, or no page to do it on.
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
  /// What a call goes on with after a check.
  enum CheckResult {
    case parameters([String: String])
    case session(Session)
  }

  /// Has the person do what VK wants, until that says something; nil where they do not want to, or
  /// cannot be asked.
  ///
  /// - Parameter isRepeated: whether VK has refused what came of the last check.
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
        // Nobody goes on with another's token.
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

  /// Whether two names of a person, a number and a user name, may be the same's.
  private static func isSame(_ number: String?, _ username: String?) -> Bool {
    guard let number, let username else { return true }
    return username == "id" + number
  }
}

import Model
import ServiceAPI

/// The `error` object of a response.
struct VKFailure: Decodable, Equatable {
  /// The error code of VK's API.
  let code: Int
  let message: String?
  /// The page of a check or a confirmation.
  let page: String?
  /// Whether the page is a CAPTCHA image with letters: the older kind of check.
  var isPicture = false
  /// The ID of the CAPTCHA image, to send with the letters.
  var captcha: String?

  init(code: Int, message: String? = nil, page: String? = nil) {
    self.code = code
    self.message = message
    self.page = page
  }

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    code = try values.required("error_code")
    message = values.text("error_msg")
    let redirect = values.text("redirect_uri")
    page = redirect ?? values.text("captcha_img")
    isPicture = redirect == nil
    let number: Int? = values["captcha_sid"]
    captcha = values.text("captcha_sid") ?? number.map { "\($0)" }
  }

  /// Returns the delay before the next attempt; `nil` if a retry is useless.
  ///
  /// - Parameter attempt: the number of previous retries.
  func pause(before attempt: Int) -> Duration? {
    switch code {
    // Too many calls per second: another program may be using the same key.
    case 6: attempt < 4 ? .milliseconds(400 * (attempt + 1)) : nil
    case 1, 10: attempt < 2 ? .milliseconds(500 << attempt) : nil
    default: nil
    }
  }

  /// Returns the meaning of the code for a call with this subject.
  func cause(_ subject: Problem.Subject) -> Problem.Cause {
    switch (code, subject) {
    // Without permission to like, likes are unavailable.
    case (7, .like), (7, .unlike), (15, .like), (15, .unlike), (27, .like), (27, .unlike),
      (28, .like), (28, .unlike):
      .notOffered
    // The URL of an album was opened, so these codes refer to it, not to the settings.
    case (113, .topic), (114, .topic): .notFound
    case (100, .topic) where ["album_id", "owner_id"].contains { message?.contains($0) == true }:
      .notFound
    default: cause
    }
  }

  /// The meaning of the code, according to VK's API schema.
  var cause: Problem.Cause {
    switch code {
    case 1, 10: .server(status: code)
    case 2: .refused(.application)
    case 5, 1117: endOfSession
    case 6: .refused(.tooFast)
    case 7, 15, 30, 200, 203, 204: .refused(.noAccess(message: message))
    case 9: .refused(.flood)
    case 14: .refused(.robotCheck(page: page.flatMap { WebPage($0) }))
    case 17: .refused(.confirmation(page: page.flatMap { WebPage($0) }))
    case 18, 19: .refused(.ownerGone)
    case 27, 28: .refused(.wrongKey)
    case 29: .refused(.quota)
    case 100 where message?.contains("album_id") == true: .refused(.setting(name: "vk.album"))
    case 100 where message?.contains("owner_id") == true: .refused(.setting(name: "vk.owner"))
    case 113: .refused(.setting(name: "vk.owner"))
    case 114: .refused(.setting(name: "vk.album"))
    default: .badRequest(message: message ?? "error \(code)")
    }
  }
}

extension VKFailure {
  /// The reason why the session has ended.
  ///
  /// Code 5 has several reasons, which differ only in the message.
  private var endOfSession: Problem.Cause {
    let words = message?.lowercased() ?? ""
    if words.contains("another ip") { return .refused(.sessionElsewhere) }
    if words.contains("expired") || code == 1117 { return .refused(.sessionExpired) }
    if words.contains("user is blocked") { return .refused(.accountBlocked) }
    return .unauthorized
  }
}

/// The envelope of each response.
enum VKEnvelope<Answer: Decodable>: Decodable {
  case answer(Answer)
  case failure(VKFailure)

  private enum CodingKeys: CodingKey {
    case error, response
  }

  /// Decodes a response.
  ///
  /// An `error` member takes precedence over others.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if values.contains(.error) {
      self = .failure(try values.decode(VKFailure.self, forKey: .error))
    } else {
      self = .answer(try values.decode(Answer.self, forKey: .response))
    }
  }
}

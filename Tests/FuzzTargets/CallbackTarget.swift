import Accounts
import HTTP
import Model
import ServiceAPI
import VK

/// Requests to the sign-in listener, and pasted texts: the first line is a request target, each
/// further line a header field.
final class CallbackTarget: FuzzTarget {
  private static let port = 7436
  private static let state = "0123456789abcdef"

  func run(_ input: [UInt8]) throws(Finding) {
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let target = lines.first else { return }
    let request = LoopbackServer.Request(target: target, headers: lines.dropFirst().map(header))
    for isOutOfBand in [false, true] {
      var attempt = SignInAttempt(port: Self.port, state: Self.state)
      attempt.isOutOfBand = isOutOfBand
      try check(request, attempt)
      try check(paste: target, attempt)
    }
    for isImplicit in [false, true] { try check(target, request, isImplicit: isImplicit) }
  }

  /// Checks VK's responses, which contain more than a code.
  private func check(
    _ text: String,
    _ request: LoopbackServer.Request,
    isImplicit: Bool
  ) throws(Finding) {
    let answers = { (state: String) in
      VKSignInResponses(
        redirect: "https://oauth.vk.ru/blank.html",
        isImplicit: isImplicit,
        state: state
      )
    }
    let ours = answers(Self.state)
    if case .answer(let answer) = ours.judge(CallbackListener.query(of: request)) {
      try check(answer)
      let other = answers(String(Self.state.reversed()))
      try promise(
        other.judge(CallbackListener.query(of: request)) == .foreign,
        "only this attempt's answers are believed"
      )
    }
    guard case .answer(let answer) = ours.judge(paste: text) else { return }
    try check(answer)
  }

  private func check(_ answer: SignInResponse) throws(Finding) {
    guard case .grant(let grant) = answer else { return }
    let parts = [grant.secret.exposed, grant.device ?? "-", grant.user ?? "-"]
    try promise(
      parts.allSatisfy { part in
        !part.isEmpty && part.utf8.count <= SignInAttempt.codeLimit
          && part.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
      },
      "what is granted is printable and not long"
    )
    try promise(grant.lifetime.map { $0 > 0 && $0.isFinite } ?? true, "a life has a length")
  }

  private func header(_ line: String) -> (name: String, value: String) {
    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
    let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
    return (parts.first?.lowercased() ?? "", value)
  }

  private func check(
    _ request: LoopbackServer.Request,
    _ attempt: SignInAttempt
  ) throws(Finding) {
    let query = CallbackListener.query(of: request)
    if CallbackListener.refusal(of: request, port: Self.port) == nil {
      try promise(
        request.target.split(separator: "?", omittingEmptySubsequences: false)[0]
          == CallbackAddress.usualPath,
        "only callbacks are looked at"
      )
      try promise(request.values("host").count == 1, "a request is for one host")
    }
    guard case .answer(let answer) = attempt.judge(query) else { return }
    try promise(query["state"] == Self.state, "only this attempt's answers are believed")
    try check(answer, attempt)
  }

  private func check(paste: String, _ attempt: SignInAttempt) throws(Finding) {
    guard case .answer(let answer) = attempt.judge(paste: paste) else { return }
    try check(answer, attempt)
    if case .code(let code, SignInAttempt.outOfBandRedirect) = answer {
      try promise(attempt.isOutOfBand, "a copied code is taken where one was asked for")
      try promise(!code.exposed.isEmpty, "a code is not empty")
    } else {
      var other = SignInAttempt(port: Self.port, state: String(Self.state.reversed()))
      other.isOutOfBand = attempt.isOutOfBand
      try promise(other.judge(paste: paste) != .answer(answer), "an address is of one attempt")
    }
  }

  private func check(_ answer: SignInResponse, _ attempt: SignInAttempt) throws(Finding) {
    switch answer {
    case .code(let code, let redirect):
      try promise(
        code.exposed.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
          && (1...SignInAttempt.codeLimit).contains(code.exposed.utf8.count),
        "a code is printable and not long"
      )
      try promise(
        [attempt.redirect, SignInAttempt.outOfBandRedirect].contains(redirect),
        "a code is exchanged with its own redirect"
      )
    case .failure(.signInFailed(let message)):
      try promise((message ?? "").count <= SignInAttempt.messageLimit, "few words are told")
    case .grant: throw Finding("a code is all that is asked for")
    case .failure: break
    }
  }
}

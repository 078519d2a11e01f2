import Localization
import Model

/// Every cause a problem can have, with values that can be found again in its texts.
enum ProblemSamples {
  static let subjects: [Problem.Subject] = [
    .signIn, .signOut, .session, .feed, .picture, .like, .unlike, .details, .profile, .avatar,
    .save, .browser, .clipboard, .configuration, .search, .favourites, .download, .gallery,
    .storage, .export,
  ]

  private static let host = "api.unsplash.com"
  private static let path = "/home/anna/.config/imagefeed/config.toml"

  static let causes: [Problem.Cause] = [
    .unresolvedHost(host), .connectionRefused(host: host), .connectionLost(host: host),
    .timedOut(host: host), .insecure(host: host, reason: "certificate has expired"),
    .proxy(reason: "CONNECT answered 407"), .refusedAddress("http://192.168.0.7/photos"),
    .transfer(host: host, reason: "HTTP/2 stream error"),
    .badRequest(message: "per_page is missing"), .badRequest(message: nil), .unauthorized,
    .forbidden(message: "scope write_likes"), .forbidden(message: nil), .notFound, .gone,
    .rateLimited(minutes: 12), .rateLimited(minutes: nil), .server(status: 503),
    .unexpectedStatus(418), .notOffered,
    .tooLarge(limit: 67_108_864), .htmlInsteadOfData(host: host), .malformedAnswer,
    .undecodablePicture, .truncatedPicture, .hugePicture(megapixels: 121),
    .notConfigured, .accessDenied, .stateMismatch, .invalidClient, .invalidGrant, .signInTimedOut,
    .portBusy(7436), .portUnusable(80, reason: "Permission denied"), .notACallback,
    .signInFailed(message: "server_error"), .signInFailed(message: nil),
    .missingLibrary(name: "libcurl", reason: "libcurl.so.4: cannot open shared object file"),
    .diskFull(path: path), .notPermitted(path: path), .readOnly(path: path),
    .disk(path: path, reason: "Input/output error"), .missingFile(path: path), .inUse(path: path),
    .notAFile(path: path), .noBrowser,
    .commandFailed(command: "firefox"), .noProgram(name: "feh"),
    .configurationSyntax(path: path, line: 17, detail: "unterminated string"),
    .configurationKey(path: path, key: "unsplash.acess_key", line: 17),
    .configurationType(path: path, key: "redirect_port", line: 17, expected: "port"),
    .configurationType(
      path: "environment",
      key: "IMAGEFEED_REDIRECT_PORT",
      line: 0,
      expected: "port"
    ),
  ]

  /// The values of a cause that its texts have to show.
  ///
  /// A new cause does not compile here until somebody says which they are; it then belongs into
  /// `causes` as well.
  static func values(_ cause: Problem.Cause) -> [String] {
    switch cause {
    case .unresolvedHost(let host), .connectionRefused(let host), .connectionLost(let host),
      .timedOut(let host), .htmlInsteadOfData(let host):
      [host]
    case .insecure(let host, let reason), .transfer(let host, let reason): [host, reason]
    case .proxy(let reason): [reason]
    case .missingLibrary(let name, let reason): [name, reason]
    case .refusedAddress(let address): [address]
    case .badRequest(let message), .forbidden(let message), .signInFailed(let message):
      [message].compactMap(\.self)
    case .rateLimited(let minutes): [minutes.map(String.init)].compactMap(\.self)
    case .server(let status), .unexpectedStatus(let status): [String(status)]
    case .tooLarge: ["67"]
    case .hugePicture(let megapixels): [String(megapixels)]
    case .portBusy(let port), .portUnusable(let port, _): [String(port)]
    case .diskFull(let path), .notPermitted(let path), .readOnly(let path), .disk(let path, _),
      .missingFile(let path), .inUse(let path), .notAFile(let path):
      [path]
    case .commandFailed(let command): [command]
    case .noProgram(let name): [name]
    case .configurationSyntax(let path, let line, let detail): [path, String(line), detail]
    case .configurationKey(let path, let key, let line): [path, key, String(line)]
    case .configurationType(let path, let key, let line, _):
      line > 0 ? [path, key, String(line)] : [key]
    case .unauthorized, .notFound, .gone, .notOffered, .malformedAnswer, .undecodablePicture,
      .truncatedPicture, .notConfigured, .accessDenied, .stateMismatch, .invalidClient,
      .invalidGrant, .signInTimedOut, .notACallback, .noBrowser:
      []
    }
  }
}

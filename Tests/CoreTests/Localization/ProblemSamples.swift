import Harness
import Localization
import Model

/// Every cause of a problem, with values that can be recognized in its texts.
enum ProblemSamples {
  static let subjects: [Problem.Subject] = [
    .signIn, .signOut, .session, .feed, .picture, .like, .unlike, .details, .profile, .avatar,
    .save, .browser, .clipboard, .configuration, .search, .favourites, .download, .gallery,
    .storage, .pictureCache, .share, .webPage,
  ]

  private static let host = "api.unsplash.com"
  private static let page: WebPage = "https://m.vk.ru/login?act=security_check"
  private static let path = "/home/anna/.config/imagefeed/config.toml"

  static let causes: [Problem.Cause] = [
    .stalePage, .unresolvedHost(host), .connectionRefused(host: host), .connectionLost(host: host),
    .timedOut(host: host), .insecure(host: host, reason: "certificate has expired"),
    .certificate(host: host, .expired, authorities: ["/etc/ssl/company.pem"]),
    .certificate(host: host, .notYetValid, authorities: []),
    .certificate(host: host, .unknownAuthority, authorities: ["/etc/cert.pem", "/etc/certs"]),
    .certificate(host: host, .selfSigned, authorities: ["/etc/ssl/company.pem"]),
    .certificate(host: host, .otherHost, authorities: ["/etc/ssl/company.pem"]),
    .certificate(host: host, .other("invalid CA certificate"), authorities: []),
    .authorities(path: path, setting: "ca_file", .unreadable(reason: "Is a directory")),
    .authorities(path: path, setting: "CURL_CA_BUNDLE", .noCertificate),
    .authorities(path: path, setting: "SSL_CERT_DIR", .noHashedName),
    .proxy(reason: "CONNECT answered 407"), .refusedAddress("http://192.168.0.7/photos"),
    .transfer(host: host, reason: "HTTP/2 stream error"),
    .badRequest(message: "per_page is missing"), .badRequest(message: nil), .unauthorized,
    .forbidden(message: "scope write_likes"), .forbidden(message: nil), .notFound, .gone,
    .rateLimited(minutes: 12), .rateLimited(minutes: nil),
    .tooManyRequests(minutes: 7), .tooManyRequests(minutes: nil),
    .tooManyRequests(minutes: 3, lacksContact: true), .server(status: 503),
    .unexpectedStatus(418), .notOffered, .refused(.application), .refused(.tooFast),
    .refused(.flood), .refused(.quota), .refused(.noAccess(message: "Access denied")),
    .refused(.noAccess(message: nil)), .refused(.wrongKey), .refused(.ownerGone),
    .refused(.robotCheck(page: page)), .refused(.robotCheck(page: nil)),
    .refused(.confirmation(page: page)), .refused(.confirmation(page: nil)),
    .refused(.setting(name: "vk.album")), .refused(.sessionExpired), .refused(.sessionElsewhere),
    .refused(.accountBlocked), .refused(.signInClosed), .refused(.serviceKey), .refused(.redirect),
    .tooLarge(limit: 67_108_864), .htmlInsteadOfData(host: host), .malformedAnswer,
    .unconfirmed, .undecodablePicture, .truncatedPicture, .hugePicture(megapixels: 121),
    .unsupportedPicture(format: "WebP"),
    .notConfigured, .accessDenied, .stateMismatch, .invalidClient, .invalidGrant, .signInTimedOut,
    .portBusy(7436), .portUnusable(80, reason: "Permission denied"), .notACallback,
    .signInFailed(message: "server_error"), .signInFailed(message: nil), .nothingPasted,
    .missingLibrary(name: "libcurl", reason: "libcurl.so.4: cannot open shared object file"),
    .diskFull(path: path), .noMoreFiles(path: path), .notPermitted(path: path),
    .readOnly(path: path), .disk(path: path, reason: "Input/output error"),
    .missingFile(path: path), .inUse(path: path), .notAFile(path: path), .noBrowser,
    .commandFailed(command: "firefox"), .noProgram(name: "feh"),
    .keyring(.noDesktop), .keyring(.noLibrary(reason: "libsecret-1.so.0: cannot open")),
    .keyring(.absent), .keyring(.locked), .keyring(.refused(reason: "Object does not exist")),
    .keyring(.noAnswer),
    .configurationSyntax(path: path, line: 17, mistake: .notAValue(key: "theme")),
    .configurationKey(path: path, key: "unsplash.acess_key", line: 17),
    .configurationType(path: path, key: "redirect_port", line: 17, expected: "port"),
    .configurationBinding(path: path, line: 17, .unknownCommand("liek")),
    .configurationBinding(path: path, line: 17, .unknownKey("Strg+x")),
    .configurationBinding(path: path, line: 17, .taken(key: "d", by: "download", place: "feed")),
    .configurationType(
      path: "environment",
      key: "IMAGEFEED_REDIRECT_PORT",
      line: 0,
      expected: "port"
    ),
  ]

  /// Returns the values of a cause that its texts must show.
  ///
  /// A new cause doesn't compile until its values are listed here; it also belongs in `causes`.
  static func values(_ cause: Problem.Cause) -> [String] {
    switch cause {
    case .unresolvedHost(let host), .connectionRefused(let host), .connectionLost(let host),
      .timedOut(let host), .htmlInsteadOfData(let host):
      [host]
    case .insecure(let host, let reason), .transfer(let host, let reason): [host, reason]
    case .certificate(let host, .other(let reason), let authorities): [host, reason] + authorities
    case .certificate(let host, _, let authorities): [host] + authorities
    case .authorities(let path, let setting, _): [path, setting]
    case .proxy(let reason): [reason]
    case .missingLibrary(let name, let reason): [name, reason]
    case .keyring(.noLibrary(let reason)), .keyring(.refused(let reason)): [reason]
    case .keyring: []
    case .refusedAddress(let address): [address]
    case .badRequest(let message), .forbidden(let message), .signInFailed(let message):
      [message].compactMap(\.self)
    case .rateLimited(let minutes), .tooManyRequests(let minutes, _):
      [minutes.map(String.init)].compactMap(\.self)
    case .server(let status), .unexpectedStatus(let status): [String(status)]
    case .tooLarge: ["67"]
    case .unsupportedPicture(let format): [format]
    case .hugePicture(let megapixels): [String(megapixels)]
    case .portBusy(let port), .portUnusable(let port, _): [String(port)]
    case .diskFull(let path), .noMoreFiles(let path), .notPermitted(let path),
      .readOnly(let path), .disk(let path, _), .missingFile(let path), .inUse(let path),
      .notAFile(let path):
      [path]
    case .commandFailed(let command): [command]
    case .noProgram(let name): [name]
    case .configurationSyntax(let path, let line, _): [path, String(line), "theme"]
    case .configurationKey(let path, let key, let line): [path, key, String(line)]
    case .configurationType(let path, let key, let line, _):
      line > 0 ? [path, key, String(line)] : [key]
    case .configurationBinding(let path, let line, .unknownCommand(let name)):
      [path, String(line), name, "imagefeed keys"]
    case .configurationBinding(let path, let line, .unknownKey(let name)):
      [path, String(line), name, "f, F5, Ctrl+X"]
    case .configurationBinding(let path, let line, .taken(let key, let command, _)):
      [path, String(line), key, command]
    case .refused(.noAccess(let message)): [message].compactMap(\.self)
    case .refused(.robotCheck(let page)), .refused(.confirmation(let page)):
      [page?.text].compactMap(\.self)
    case .refused(.setting(let name)): [name]
    case .refused(.sessionElsewhere): ["IP"]
    case .refused(.signInClosed): ["sign_in", "vkid"]
    case .refused(.redirect): ["redirect_uri"]
    case .refused: []
    case .stalePage, .unauthorized, .notFound, .gone, .notOffered, .malformedAnswer, .unconfirmed,
      .undecodablePicture,
      .truncatedPicture, .notConfigured, .accessDenied, .stateMismatch, .invalidClient,
      .invalidGrant, .signInTimedOut, .nothingPasted, .notACallback, .noBrowser:
      []
    }
  }
}

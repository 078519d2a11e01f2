import Glibc
import Model

/// What a person can set, as read once from `config.toml` and the environment.
package struct Configuration: Equatable, Sendable {
  /// The registered application at Unsplash and where its service is.
  package struct Unsplash: Equatable, Sendable {
    package var accessKey: Secret?
    package var secretKey: Secret?
    /// Without a trailing slash, like `webURL`.
    package var apiURL = "https://api.unsplash.com"
    package var webURL = "https://unsplash.com"
    /// Whether codes can be bound to their sign-in.
    ///
    /// Unsplash documents no PKCE, and ignores a challenge: clients that send one, and no verifier,
    /// get their token. Its server is Doorkeeper, which refuses a verifier where PKCE is off.
    package var acceptsPKCE = false

    package init() {}

    /// The demo service as it is known to the program; its keys are public and guard nothing.
    ///
    /// - Parameter baseURL: of the running service, without a trailing slash.
    package static func demo(baseURL: String) -> Unsplash {
      var demo = Unsplash()
      demo.accessKey = Secret("demo-access-key")
      demo.secretKey = Secret("demo-secret-key")
      demo.apiURL = baseURL
      demo.webURL = baseURL
      demo.acceptsPKCE = true
      return demo
    }

    /// Under which the sessions of this service are kept; those of a demo have `SessionKey.demo`.
    package var sessionKey: SessionKey { SessionKey(service: .unsplash, baseURL: apiURL) }

    /// How to sign in.
    ///
    /// The permissions are what the program does: read, the own profile, likes.
    package var oauth: OAuthService {
      OAuthService(
        loginPage: webURL + "/oauth/authorize",
        tokenEndpoint: webURL + "/oauth/token",
        scopes: ["public", "read_user", "write_likes"],
        acceptsPKCE: acceptsPKCE
      )
    }

    /// Whether signing in can be tried at all.
    package var isComplete: Bool { accessKey != nil && secretKey != nil }
  }

  package enum Language: String, CaseIterable, Sendable {
    case auto, english = "en", russian = "ru"
  }

  package enum Theme: String, CaseIterable, Sendable {
    case auto, dark, light
  }

  package enum Colors: String, CaseIterable, Sendable {
    case auto, trueColor = "24bit", palette256 = "256", palette16 = "16", monochrome = "mono"
  }

  package enum Graphics: String, CaseIterable, Sendable {
    case auto, kitty
    case kittyDirect = "kitty-direct"
    case iterm2, sixel, symbols, off = "none"
  }

  package var unsplash = Unsplash()
  /// The port of `http://localhost:PORT/callback`, as it is registered at the service.
  package var redirectPort = 7436
  package var language = Language.auto
  package var theme = Theme.auto
  package var colors = Colors.auto
  package var graphics = Graphics.auto
  /// The folder photographs are saved to, nil for the pictures folder of the desktop.
  package var pictures: String?
  /// MiB of pictures that the extended edition keeps on disk; 0 for none.
  package var pictureCache = 256
  /// How many downloads the extended edition runs at a time.
  package var downloads = 3
  /// The person's own commands for photographs, in the file's order.
  package var shareCommands: [ShareCommand] = []

  package init() {}

  /// Reads the file, then the environment over it.
  ///
  /// - Parameter path: the file the person named, which must exist; nil for the usual place, where
  ///   none need be.
  package static func load(
    path: String?,
    xdg: XDG,
    environment: [String: String]
  ) throws(Problem) -> Configuration {
    var configuration = Configuration()
    if let file = try ConfigurationFile(path: path ?? xdg.configFile) {
      try file.apply(to: &configuration, xdg: xdg)
    } else if let path {
      throw Problem(.configuration, .init(errno: ENOENT, path: path))
    }
    for setting in Setting.all {
      guard let variable = setting.variable, let text = environment[variable], !text.isEmpty else {
        continue
      }
      let isNumber = setting.expected == .port
      let value = isNumber ? Int(text).map(Setting.Value.integer) : .string(text)
      guard let value, setting.apply(&configuration, value, xdg) else {
        throw Problem(
          .configuration,
          .configurationType(
            path: Self.environmentPath,
            key: variable,
            line: 0,
            expected: setting.expected.code
          )
        )
      }
    }
    return configuration
  }

  /// The path an error names when the value came from a variable; its line is 0.
  package static let environmentPath = "environment"
}

import AppCore

/// A language the program speaks.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case russian = "ru"

  /// The language of the environment: `LC_ALL`, else `LC_MESSAGES`, else `LANG`; else English.
  ///
  /// The first variable that is set and not empty decides, as POSIX has it.
  package init(environment: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    // language[_territory][.codeset][@modifier]; glibc also has the alias "russian".
    let language = locale.lowercased().prefix { $0.isLetter }
    self = language == "ru" || language == "russian" ? .russian : .english
  }
}

/// Every text a person reads, in one language.
///
/// English texts are ASCII alone, so that they stand in any locale, unless `hasUnicode` is set.
package struct Texts: Equatable, Sendable {
  package let language: Language
  /// Where texts that mention a key look it up.
  package var keys: KeyMap
  /// Whether the keys with arrows can be shown as such.
  package var hasArrows = true
  /// The space inside numbers and before units; U+00A0 on a screen, so that no line ends there.
  package var numberSpace = " "
  /// Whether English texts use characters beyond ASCII, such as curly quotes.
  ///
  /// Screens do. Output of commands is ASCII, for scripts and for terminals of any encoding.
  package var hasUnicode = false
  /// Whether the person has set where the service is, so that advice may mention it.
  package var hasOwnAddresses = false
  /// The way in that Enter takes on the sign-in screen.
  package var signInOption = AppState.SignInOption.browser
  /// Whether the service's topics are albums.
  package var hasAlbums = false

  package init(_ language: Language) { self.init(language, keys: .standard) }

  package init(_ language: Language, keys: KeyMap) {
    self.language = language
    self.keys = keys
  }

  /// A command's key as it is written on the keyboard; nil where it has none.
  package func key(of command: Command) -> String? {
    keys.keys(of: command).first.map { key($0) }
  }

  /// The key to be shown at a place: where letters are text, one that is none, if there is one.
  package func key(of command: Command, at place: Place) -> String? {
    keys.keys(of: command, at: place).first.map { key($0) } ?? key(of: command)
  }

  /// A sentence with a command's key in it; nil where it has none.
  func with(_ command: Command, _ sentence: (String) -> String) -> String? {
    key(of: command).map(sentence)
  }

  /// A text about topics, or about albums where those are what the service has.
  func topical(_ topics: @autoclosure () -> String, albums: @autoclosure () -> String) -> String {
    hasAlbums ? albums() : topics()
  }

  /// A text in the quotes of the language.
  func quote(_ text: String) -> String {
    say(hasUnicode ? "“\(text)”" : "\"\(text)\"", "«\(text)»")
  }

  /// One of two texts; that each has both is checked at compile time.
  func say(
    _ english: @autoclosure () -> String,
    _ russian: @autoclosure () -> String
  ) -> String {
    switch language {
    case .english: english()
    case .russian: russian()
    }
  }
}

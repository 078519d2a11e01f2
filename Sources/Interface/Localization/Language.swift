import AppCore
import Canvas

/// A language of the interface.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case russian = "ru"

  /// Determines the language from the environment: `LC_ALL`, else `LC_MESSAGES`, else `LANG`;
  /// English by default, and in a locale without UTF-8, which has no Cyrillic letters or encodes
  /// them in another way.
  ///
  /// The first variable that is set and not empty decides, as in POSIX.
  package init(environment: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    // The format is language[_territory][.codeset][@modifier]; glibc also has the alias "russian".
    let language = locale.lowercased().prefix { $0.isLetter }
    let isRussian = language == "ru" || language == "russian"
    self = isRussian && LocaleCharacters.areUTF8(environment) ? .russian : .english
  }
}

/// The texts of the interface, in one language.
///
/// English texts are pure ASCII, so that they can be shown in any locale, unless `hasUnicode` is
/// set.
package struct Texts: Equatable, Sendable {
  package let language: Language
  /// The key bindings, for texts that mention a key.
  package var keys: KeyMap
  /// Whether arrow keys are shown as arrows.
  package var hasArrows = true
  /// The space inside numbers and before units.
  ///
  /// Screens set U+00A0, which prevents a line break there.
  package var numberSpace = " "
  /// Whether English texts use characters beyond ASCII, such as curly quotes.
  ///
  /// Screens use them. The output of commands is ASCII, for scripts and for terminals of any
  /// encoding.
  package var hasUnicode = false
  /// Whether the user has configured the service's URLs, so that advice may mention them.
  package var hasOwnAddresses = false
  /// The option that Enter chooses on the sign-in screen.
  package var signInOption = AppState.SignInOption.browser
  /// Whether the service has albums in place of topics.
  package var hasAlbums = false
  /// The command that signs in at the service in use.
  package var loginCommand = "imagefeed login"

  package init(_ language: Language) { self.init(language, keys: .standard) }

  package init(_ language: Language, keys: KeyMap) {
    self.language = language
    self.keys = keys
  }

  /// Returns a command's key as it is written on the keyboard; `nil` if it has none.
  package func key(of command: Command) -> String? {
    keys.keys(of: command).first.map { key($0) }
  }

  /// Returns the name of a command's key for texts at a place; `nil` if the command has no key.
  ///
  /// Letters are typed as text at places with an input line. A key that isn't a letter is preferred
  /// there.
  package func key(of command: Command, at place: Place) -> String? {
    keys.keys(of: command, at: place).first.map { key($0) } ?? key(of: command)
  }

  /// Returns a sentence that mentions a command's key; `nil` if the command has no key.
  ///
  /// - Parameter sentence: returns the sentence for the name of the key.
  func with(_ command: Command, _ sentence: (String) -> String) -> String? {
    key(of: command).map(sentence)
  }

  /// Returns the first text, or the second one if the service has albums in place of topics.
  func topical(_ topics: @autoclosure () -> String, albums: @autoclosure () -> String) -> String {
    hasAlbums ? albums() : topics()
  }

  /// Returns a text in the quotation marks of the language.
  func quote(_ text: String) -> String {
    say(hasUnicode ? "“\(text)”" : "\"\(text)\"", "«\(text)»")
  }

  /// Returns the text in the language of the interface.
  ///
  /// A text with only one language doesn't compile.
  package func say(
    _ english: @autoclosure () -> String,
    _ russian: @autoclosure () -> String
  ) -> String {
    switch language {
    case .english: english()
    case .russian: russian()
    }
  }
}

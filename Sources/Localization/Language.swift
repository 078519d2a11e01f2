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
/// English texts are ASCII alone, so that they stand in any locale.
package struct Texts: Equatable, Sendable {
  package let language: Language

  package init(_ language: Language) { self.language = language }

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

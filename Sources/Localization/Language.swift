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
    self = locale.lowercased().hasPrefix("ru") ? .russian : .english
  }
}

/// Every text a person reads, in one language.
package struct Texts: Sendable {
  package let language: Language

  package init(_ language: Language) { self.language = language }
}

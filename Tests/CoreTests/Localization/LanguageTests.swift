import Localization
import Testing

@Suite struct LanguageTests {
  @Test(
    arguments: [
      ([:], .english),
      (["LANG": "ru_RU.UTF-8"], .russian),
      (["LANG": "en_GB.UTF-8"], .english),
      (["LANG": "C"], .english),
      (["LANG": "en_US", "LC_MESSAGES": "ru_RU"], .russian),
      (["LANG": "ru_RU", "LC_MESSAGES": "de_DE"], .english),
      (["LANG": "ru_RU", "LC_MESSAGES": "ru_RU", "LC_ALL": "C"], .english),
      (["LANG": "C", "LC_MESSAGES": "C", "LC_ALL": "ru_UA.KOI8-U"], .russian),
      (["LANG": "ru_RU", "LC_MESSAGES": "", "LC_ALL": ""], .russian),
      (["LANG": "en_US", "LC_MESSAGES": "ru", "LC_ALL": ""], .russian),
      (["LANG": "ru@petr1708"], .russian),
      (["LANG": "russian"], .russian),
      (["LANG": "rue_UA"], .english),
      (["LC_CTYPE": "ru_RU.UTF-8"], .english),
    ] as [([String: String], Language)]
  )
  func `the first variable that names a language decides`(
    environment: [String: String],
    expected: Language
  ) {
    #expect(Language(environment: environment) == expected)
  }

  @Test func `a language is named as on the command line`() {
    #expect(Language(rawValue: "en") == .english)
    #expect(Language(rawValue: "ru") == .russian)
    #expect(Language(rawValue: "de") == nil)
  }
}

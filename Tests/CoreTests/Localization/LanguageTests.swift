import Localization
import Testing

@Suite struct LanguageTests {
  @Test(
    arguments: [
      ([:], .english),
      (["LANG": "ru_RU.UTF-8"], .russian),
      (["LANG": "en_GB.UTF-8"], .english),
      (["LANG": "C"], .english),
      (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ru_RU"], .russian),
      (["LANG": "ru_RU.UTF-8", "LC_MESSAGES": "de_DE"], .english),
      (["LANG": "ru_RU.UTF-8", "LC_MESSAGES": "ru_RU", "LC_ALL": "C"], .english),
      (["LANG": "C", "LC_MESSAGES": "C", "LC_ALL": "ru_UA.utf8"], .russian),
      (["LANG": "ru_RU.UTF-8", "LC_MESSAGES": "", "LC_ALL": ""], .russian),
      (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ru", "LC_ALL": ""], .russian),
      (["LANG": "ru.UTF-8@petr1708"], .russian),
      (["LANG": "russian", "LC_CTYPE": "C.UTF-8"], .russian),
      // Without UTF-8, as the program.
      (["LC_ALL": "ru_RU.KOI8-R"], .english),
      (["LANG": "ru_RU.CP1251", "LC_MESSAGES": "ru_RU.UTF-8"], .english),
      (["LANG": "ru_RU.UTF-8", "LC_CTYPE": "ru_RU.ISO-8859-5"], .english),
      (["LANG": "ru_RU"], .english), (["LANG": "russian"], .english),
      (["LC_MESSAGES": "ru_RU.UTF-8"], .english),
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

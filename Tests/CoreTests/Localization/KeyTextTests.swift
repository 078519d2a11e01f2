import AppCore
import Canvas
import Localization
import Model
import Testing

/// Texts never contain a fixed key.
///
/// Each text names the key that a command has, or omits it.
@Suite struct KeyTextTests {
  /// A key map that gives every command a key that no text contains.
  private static let others = KeyMap(
    changing: Dictionary(
      uniqueKeysWithValues: Command.allCases.enumerated().map { index, command in
        (command, [Key(.function(100 + index))])
      }
    )
  )
  private static let none = KeyMap(
    changing: Dictionary(uniqueKeysWithValues: Command.allCases.map { ($0, []) })
  )

  /// Returns all sentences of the program that mention a key.
  private static func sentences(_ texts: Texts) -> [(String, [Command])] {
    [
      (texts[.emptyFavouritesAdvice], [.like]), (texts[.emptyGalleryAdvice], [.download]),
      (texts[.noDownloadsAdvice], [.download]),
      (texts.problem(Problem(.picture, .notFound)).advice, [.refresh]),
      (texts.problem(Problem(.picture, .undecodablePicture)).advice, [.share]),
      (texts.problem(Problem(.signIn, .notConfigured)).advice, [.refresh, .tryDemo]),
      (
        texts.problem(
          Problem(.configuration, .configurationKey(path: "/c", key: "x", line: 1))
        ).advice, [.refresh]
      ),
    ]
  }

  @Test(arguments: Language.allCases)
  func `a text names the key that its command has`(language: Language) {
    for map in [KeyMap.standard, Self.others] {
      let texts = Texts(language, keys: map)
      for (sentence, commands) in Self.sentences(texts) {
        for command in commands {
          let key = texts.key(of: command) ?? "none"
          let words = sentence.split { !$0.isLetter && !$0.isNumber }
          #expect(words.contains { $0 == key }, "\(sentence)")
        }
      }
    }
  }

  @Test(arguments: Language.allCases)
  func `a text omits the key if its command has none`(language: Language) {
    let texts = Texts(language, keys: Self.none)
    for (sentence, _) in Self.sentences(texts) {
      #expect(TextChecks.faults(sentence, in: language) == [])
      #expect(!sentence.contains("клавиш") && !sentence.contains(": press"), "\(sentence)")
    }
  }

  @Test(arguments: Language.allCases)
  func `no label, reason or advice names a key that was removed`(language: Language) {
    let texts = Texts(language, keys: Self.none)
    let all =
      Label.allCases.map { texts[$0] }
      + ProblemSamples.subjects.flatMap { subject in
        // A problem with the key map itself names keys.
        ProblemSamples.causes.filter {
          if case .configurationBinding = $0 { false } else { true }
        }.map { texts.problem(Problem(subject, $0)) }
          .map { $0.advice + " " + $0.explanation }
      }
    let keys = Set(Command.allCases.flatMap(\.definition.keys).map { texts.key($0) })
      .filter { $0.count == 1 && $0.first?.isLetter == true && $0.first?.isASCII == true }
    for text in all {
      let words = text.split { !$0.isLetter && !$0.isNumber && !"/._-'".contains($0) }
      #expect(words.allSatisfy { !keys.subtracting(["a", "A"]).contains(String($0)) }, "\(text)")
    }
  }

  @Test func `a key is found by its name in either language, in any case`() {
    let keys = Set(Command.allCases.flatMap(\.definition.keys))
    for texts in TextChecks.languages {
      for key in keys {
        #expect(Texts.key(named: texts.key(key)) == key)
        #expect(Texts.key(named: texts.key(key, ascii: true)) == key)
      }
    }
    let names: [(String, Key?)] = [
      ("F5", Key(.function(5))), ("f12", Key(.function(12))), ("f", .character("f")),
      ("F", .character("F")), ("+", .character("+")), ("Ctrl+x", .control("x")),
      ("ctrl+X", .control("x")), ("Alt+x", Key(.character("x"), .alt)),
      ("Alt+X", Key(.character("X"), .alt)), ("Ctrl+Alt+Del", Key(.delete, [.control, .alt])),
      ("Shift+Tab", Key(.backTab)), ("shift+up", Key(.up, .shift)), ("space", .character(" ")),
      ("пробел", .character(" ")), ("вверх", Key(.up)), ("↑", Key(.up)), ("ж", .character("ж")),
      ("Escape", Key(.escape)), ("PageDown", Key(.pageDown)), ("Alt++", Key(.character("+"), .alt)),
      // Keys that terminals can't distinguish.
      ("Ctrl+I", Key(.tab)), ("Ctrl+M", Key(.enter)), ("Ctrl+H", Key(.backspace)),
      ("Ctrl+[", Key(.escape)), ("Ctrl+Space", .control(" ")),
      ("", nil), ("F13", nil), ("F0", nil), ("Shift+a", nil), ("Ctrl+1", nil), ("Ctrl+", nil),
      ("Strg+x", nil), ("ff", nil), ("Ctrl+Ctrl+x", nil), ("\u{1B}", nil), ("\u{202E}", nil),
      ("\n", nil),
    ]
    for (name, key) in names { #expect(Texts.key(named: name) == key, "\(name)") }
  }
}

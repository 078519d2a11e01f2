import AppCore
import Canvas
import Localization
import Testing

@Suite struct CommandTextTests {
  @Test(arguments: Language.allCases, Command.allCases)
  func `a command has a short name and a line of help`(language: Language, command: Command) {
    for place in Place.allCases.map(Optional.some) + [nil] {
      let text = Texts(language).command(command, at: place)
      #expect(TextChecks.faults(text.name, in: language) == [])
      #expect(TextChecks.faults(text.description, in: language) == [])
      #expect(text.name.split(separator: " ").count <= 2)
      #expect(text.name.count <= 17, "\(text.name)")
      #expect(text.description.count <= 50, "\(text.description)")
      #expect(!text.description.hasSuffix("."))
    }
  }

  @Test(arguments: Language.allCases, Place.allCases)
  func `names in a hint line differ`(language: Language, place: Place) {
    let names = Command.hints(at: place).map { Texts(language).command($0, at: place).name }
    #expect(Set(names).count == names.count, "\(names)")
  }

  @Test func `Enter is named by what it does`() {
    let texts = Texts(.english)
    #expect(texts.command(.open).name == "open")
    #expect(texts.command(.open, at: .feed).name == "open")
    #expect(texts.command(.open, at: .signIn).name == "choose")
    #expect(texts.command(.open, at: .alert).name == "choose")
    #expect(texts.command(.back, at: .signInWaiting).name == "cancel")
    #expect(texts.command(.help).name == "help")
  }

  @Test(arguments: Language.allCases)
  func `every place has its own heading`(language: Language) {
    let headings = Place.allCases.map(Texts(language).place)
    for heading in headings { #expect(TextChecks.faults(heading, in: language) == []) }
    #expect(Set(headings).count == headings.count)
  }

  @Test func `keys are written as on the keyboard`() {
    let texts = Texts(.english)
    #expect(texts.key(Key(.enter)) == "Enter")
    #expect(texts.key(Key(.escape)) == "Esc")
    #expect(texts.key(.character("G")) == "G")
    #expect(texts.key(.character(" ")) == "Space")
    #expect(Texts(.russian).key(.character(" ")) == "Пробел")
    #expect(texts.key(.control("l")) == "Ctrl+L")
    #expect(texts.key(Key(.backTab)) == "Shift+Tab")
    #expect(texts.key(Key(.backTab, .shift)) == "Shift+Tab")
    #expect(texts.key(Key(.left, [.alt, .shift])) == "Alt+Shift+←")
    #expect(texts.key(Key(.function(5))) == "F5")
  }

  @Test func `no two keys of the table look alike, and all can be written in ASCII`() {
    let keys = Set(Command.allCases.flatMap(\.definition.keys))
    for texts in TextChecks.languages {
      #expect(Set(keys.map { texts.key($0) }).count == keys.count)
      #expect(Set(keys.map { texts.key($0, ascii: true) }).count == keys.count)
    }
    #expect(keys.allSatisfy { Texts(.english).key($0, ascii: true).allSatisfy(\.isASCII) })
  }
}

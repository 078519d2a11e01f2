import AppCore
import Localization
import Model
import Testing

/// Marks that differ between the screen and the output of commands.
@Suite struct QuoteTests {
  @Test func `English quotes are curly on the screen and ASCII in other output`() {
    var texts = Texts(.english)
    #expect(texts.nothingFound("fog") == "Nothing found for \"fog\"")
    texts.hasUnicode = true
    #expect(texts.nothingFound("fog") == "Nothing found for “fog”")
    #expect(texts.origin(.search(SearchQuery("fog"))) == "“fog”")
    let refused = Problem(.feed, .badRequest(message: "no such page"))
    #expect(texts.problem(refused).explanation.hasSuffix(": “no such page”."))
    #expect(Texts(.russian).nothingFound("fog") == "По запросу «fog» ничего не найдено")
  }

  @Test func `shortened text ends with an ellipsis if it can be shown`() {
    func explanation(_ texts: Texts) -> String {
      let message = String(repeating: "a", count: 50) + " " + String(repeating: "b", count: 50)
      return texts.problem(Problem(.feed, .badRequest(message: message))).explanation
    }
    var texts = Texts(.english)
    #expect(explanation(texts).contains("a...b") && !explanation(texts).contains("…"))
    texts.hasUnicode = true
    #expect(explanation(texts).contains("a…b"))
    #expect(explanation(Texts(.russian)).contains("a…b"))
  }

  @Test func `a name keeps its full stops, and another program's message loses its last one`() {
    for language in Language.allCases {
      let texts = Texts(language)
      for name in ["..", "x/..", "a."] {
        #expect(texts.shell(.notAnID(name)).contains(name))
        let key = Problem.Cause.configurationBinding(path: "/c", line: 1, .unknownKey(name))
        #expect(texts.diagnostic(Problem(.configuration, key)).contains(name))
      }
      let refused = Problem(.feed, .badRequest(message: "no such page.\nmore"))
      let text = texts.problem(refused).explanation
      #expect(text.contains("no such page") && !text.contains("no such page."))
    }
  }
}

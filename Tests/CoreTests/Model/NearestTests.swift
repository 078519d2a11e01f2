import Model
import Testing

@Suite struct NearestTests {
  @Test(arguments: [
    ("serach", "search"), ("shwo", "show"), ("hpoto", "photo"), ("confg", "config"),
    ("Search", "search"), ("x", nil), ("gallery", nil),
    ("", nil), ("searchsearch", nil),
  ])
  func `a misspelt word gets the most similar one`(word: String, found: String?) {
    #expect(["search", "config", "show", "photo"].nearest(to: word) == found)
    #expect([String]().nearest(to: word) == nil)
  }
}

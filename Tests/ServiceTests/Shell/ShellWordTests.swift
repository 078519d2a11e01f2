import Testing

@testable import Files
@testable import Shell

@Suite(.timeLimit(.hang)) struct ShellWordTests {
  @Test(arguments: [
    "/home/ann/config_1.toml", "", "it's", "two words", "$(id)", "`id`", #"back\slash"#, "~", "#",
    "!",
    "*", "\"", "строка", "one\ntwo",
  ])
  func `a shell reads a quoted word as the text`(_ text: String) async {
    let runner = ProgramRunner(environment: [:], watchDuration: .seconds(600))
    let script = "printf %s. " + ShellWord.quoted(text)
    let output = await runner.output(of: ["sh", "-c", script], within: .seconds(600))
    #expect(output == text + ".")
  }

  @Test func `a plain path has no quotes`() {
    #expect(ShellWord.quoted("/home/ann/config_1.toml") == "/home/ann/config_1.toml")
  }
}

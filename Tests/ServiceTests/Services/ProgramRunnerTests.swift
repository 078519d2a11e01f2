import Testing

@testable import Files

@Suite struct ProgramRunnerTests {
  private let runner = ProgramRunner(environment: [:], watchDuration: .seconds(600))

  @Test func `output of any length is read to its end`() async {
    // More than is read at once, and more than a pipe holds.
    for count in [2_000, 20_000] {
      let expected = (1...count).map { "\($0)\n" }.joined()
      #expect(await runner.output(of: ["seq", "\(count)"]) == expected)
    }
    // In pieces, from a program that pauses between them.
    let pieces = "for part in a b c; do printf '%s\\n' $part; kill -s CONT $$; done"
    #expect(await runner.output(of: ["sh", "-c", pieces]) == "a\nb\nc\n")
  }

  @Test func `a program that fails or is missing has no output`() async {
    #expect(await runner.output(of: ["sh", "-c", "echo half; exit 3"]) == nil)
    #expect(await runner.output(of: ["no-such-program"]) == nil)
    #expect(await runner.output(of: []) == nil)
    #expect(await runner.output(of: ["true"]) == "")
  }
}

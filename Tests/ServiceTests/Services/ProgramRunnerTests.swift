import Glibc
import Testing

@testable import Catalogue
@testable import Files
@testable import ServiceAPI
@testable import Settings

@Suite(.timeLimit(.hang)) struct ProgramRunnerTests {
  private let runner = ProgramRunner(environment: [:], watchDuration: .seconds(600))
  private let limit = Duration.seconds(600)

  @Test func `output of any length is read to its end`() async {
    // More than is read at once, and more than a pipe holds.
    for count in [2_000, 20_000] {
      let expected = (1...count).map { "\($0)\n" }.joined()
      #expect(await runner.output(of: ["seq", "\(count)"], within: limit) == expected)
    }
    // In pieces, from a program that pauses between them.
    let pieces = "for part in a b c; do printf '%s\\n' $part; kill -s CONT $$; done"
    #expect(await runner.output(of: ["sh", "-c", pieces], within: limit) == "a\nb\nc\n")
  }

  @Test func `a program doesn't get the variables with keys and tokens`() async throws {
    let keys = SettingList(ServiceCatalogue.all).all.filter { $0.key.hasSuffix("_key") }
    let secrets = keys.compactMap(\.variable) + ["IMAGEFEED_TOKEN", "IMAGEFEED_VK_APP_SECRET"]
    #expect(keys.count == 3 && secrets.count == 5)
    let others = ["IMAGEFEED_SERVICE", "IMAGEFEED_VK_APP_ID", "SSH_KEY"]
    let environment = Dictionary(uniqueKeysWithValues: (secrets + others).map { ($0, "hush") })
    let runner = ProgramRunner(environment: environment, watchDuration: .seconds(600))
    let output = try #require(await runner.output(of: ["/usr/bin/env"], within: limit))
    let names = output.split(separator: "\n").map { String($0.prefix { $0 != "=" }) }
    #expect(names.sorted() == others.sorted())
    // A program that goes on running gets the same environment.
    let script = "test -z \"$IMAGEFEED_UNSPLASH_SECRET_KEY\" && test -n \"$IMAGEFEED_SERVICE\""
    #expect(await runner.run(["/bin/sh", "-c", script]) == .works)
  }

  @Test func `a program that fails or is missing has no output`() async {
    #expect(await runner.output(of: ["sh", "-c", "echo half; exit 3"], within: limit) == nil)
    #expect(await runner.output(of: ["no-such-program"], within: limit) == nil)
    #expect(await runner.output(of: [], within: limit) == nil)
    #expect(await runner.output(of: ["true"], within: limit) == "")
  }

  @Test func `a program that ends has a status and two texts`() async {
    let both = await runner.finish(["sh", "-c", "echo a; echo b >&2; exit 3"], within: limit)
    #expect(both == ProgramRunner.Completion(status: 3, output: "a\n", errors: "b\n"))
    let killed = await runner.finish(["sh", "-c", "kill -s TERM $$"], within: limit)
    #expect(killed == ProgramRunner.Completion(status: 143, output: "", errors: ""))
    #expect(await runner.finish(["no-such-program"], within: limit) == nil)
  }

  @Test func `a program's helpers in the background aren't waited for`() async {
    let script = "sleep 1000 & echo $!"
    let ending = await runner.finish(["sh", "-c", script], within: limit)
    #expect(ending?.status == 0)
    let helper = ending.flatMap { pid_t($0.output.dropLast()) }
    #expect(helper.map { kill($0, SIGKILL) } == 0)
  }

  @Test func `a program that takes too long, or is cancelled, is ended`() async {
    let late = await runner.finish(["sh", "-c", "echo a; sleep 1000"], within: .milliseconds(50))
    #expect(late?.status == .some(nil))
    // Its output never ends.
    let endless = await runner.finish(["yes"], within: .milliseconds(50))
    #expect(endless?.status == .some(nil))
    let task = Task { await runner.finish(["sleep", "1000"], within: limit) }
    task.cancel()
    #expect(await task.value?.status == .some(nil))
  }
}

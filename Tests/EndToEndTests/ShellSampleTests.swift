import Foundation
import Glibc
import Harness
import Testing

/// The samples of `docs/commands.md`, compared with the program's output.
@Suite(.endToEnd) struct ShellSampleTests {
  private struct Sample {
    let command: String
    var output: [String] = []
  }

  /// Returns the commands of all console samples, in order, each with the lines below it.
  private func samples() throws -> [Sample] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/commands.md")
    var samples: [Sample] = []
    var isConsole = false
    for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isConsole = line == "```console"
      } else if isConsole, line.hasPrefix("$ ") {
        samples.append(Sample(command: String(line.dropFirst(2))))
      } else if isConsole, !samples.isEmpty {
        samples[samples.count - 1].output.append(line)
      }
    }
    return samples
  }

  @Test func `the samples show the commands' real output`() throws {
    try Stage.run { stage in
      let samples = try samples()
      #expect(samples.count >= 8)
      mkdir(stage.home.path + "/bin", 0o755)
      symlink(stage.binary, stage.home.path + "/bin/imagefeed")
      let shell = try stage.shell(columns: Self.columns, rows: 50)
      try shell.enter("PATH='\(stage.home.path)/bin':$PATH; cd '\(stage.home.path)'")
      // A command that reads a token from another program has no output here.
      for (number, sample) in samples.enumerated() where !sample.command.hasPrefix("pass ") {
        // The end mark differs from the typed text, and each time.
        try shell.enter("clear; \(sample.command); echo end-$((\(number) + 1))")
        let end = "end-\(number + 1)"
        let text = try eventually("no end of \(sample.command)", pause: { _ in poll(nil, 0, 20) }) {
          let text = try shell.terminal.text()
          return text.split(separator: "\n").contains { $0.hasPrefix(end) } ? text : nil
        }
        let lines = text.components(separatedBy: "\n").prefix { !$0.hasPrefix(end) }
        var (real, said) = (whole(Array(lines)), whole(sample.output))
        // Files are printed in the order they are completed.
        if sample.command.contains("download") { (real, said) = (real.sorted(), said.sorted()) }
        #expect(real == said, "\(sample.command)")
      }
    }
  }

  /// Returns the examples of tables and of blocks for shells.
  private func examples() throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/commands.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let cells = text.matches(of: /\| `(imagefeed [^`]*)` \|\n/).map { String($0.1) }
    let lines = text.components(separatedBy: "\n").filter { $0.hasPrefix("imagefeed ") }
    return cells.map { $0.replacing("\\|", with: "|") } + lines
  }

  @Test func `every example works and prints something`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let photo = "QnOwe0QrpbL"
      let begin = "imagefeed() { \"$imagefeed\" \"$@\"; }; less() { cat; }; "
      let prepared = try script.run(
        """
        for more in '' --demo '--demo --service vk'; do $imagefeed login $more < /dev/null; done
        $imagefeed like \(photo); $imagefeed download \(photo)
        mkdir photos; cp data/imagefeed/gallery/*.jpg photos; cp photos/*.jpg holiday.jpg
        """
      )
      #expect(prepared.text.contains(photo))
      // They need a screen, a desktop or an answer, or change what the others need.
      let others = [
        "imagefeed open", "imagefeed history", "wallpaper", "imagefeed login", "imagefeed logout",
        "imagefeed demo-server", "imagefeed config set", "imagefeed config unset",
        "imagefeed gallery remove", "imagefeed gallery export",
      ]
      let hasJQ = try script.run("jq --version").status == 0
      let examples = try examples().filter { example in
        !others.contains(where: example.contains) && (hasJQ || !example.contains("jq "))
      }
      #expect(examples.count > 25)
      for example in examples {
        let result = try script.run(begin + "{ \(example); } 2>&1")
        #expect(result.status == 0 && !result.output.isEmpty, "\(example): \(result.text)")
        #expect(!result.text.contains("Nothing found"), "\(example)")
      }
    }
  }

  private static let columns = 100

  /// Joins lines that wrapped at the terminal's width.
  private func whole(_ lines: [String]) -> [String] {
    var result: [String] = []
    var isOpen = false
    for line in lines.map(plain) {
      if isOpen { result[result.count - 1] += line } else { result.append(line) }
      isOpen = line.count == Self.columns
    }
    while result.last?.isEmpty == true { result.removeLast() }
    return result
  }

  /// Removes the parts of a line that vary between runs: the demo service's port and trailing
  /// blanks.
  private func plain(_ line: String) -> String {
    var line = line.replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1")
    while line.last == " " { line.removeLast() }
    return line
  }
}

import ArgumentParser
import Canvas
import Glibc
import Localization
import Model
import Runtime

/// A run of the interactive program, which starts without a subcommand.
struct ProgramRun {
  let options: Program.Options
  let texts: Texts
  /// The database, if it is already being opened.
  let opening: StoreOpener?

  /// The option that shows the demo.
  static let demoFlag = "--demo"

  /// Whether these arguments probably show the feed and its cached data.
  ///
  /// Parsing the arguments takes as long as opening the database. After a wrong guess, the database
  /// is opened later or unnecessarily, without other consequences.
  static func isLikely(_ arguments: [String]) -> Bool {
    let commands = Imagefeed.configuration.subcommands.map { $0._commandName }
    let others = ["-h", "--help", "--version", "--generate-completion-script"] + commands
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && !arguments.contains { others.contains($0) || $0.hasSuffix(Edition.basic.rawValue) }
  }

  /// Shows the feed and ends the process with its status.
  func run() -> Never {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      Output.fail(texts.cli(.notATerminal), status: 2)
    }
    Limits.require(Limits.program, texts)
    var program = Program(
      options: options,
      environment: ThisProcess.environment,
      start: EntryPoint.began,
      opening: opening
    )
    do throws(Program.Failure) {
      guard let signals = ThisProcess.signals else { _exit(1) }
      while true {
        let ending = try program.run(signals: signals)
        if !ending.unwritten.isEmpty {
          let message = CommandLineMessage.notWritten(ending.unwritten, path: ending.database)
          Output.printError(TextSanitizer.printed(texts.cli(message)))
        }
        switch ending.exit {
        case .quit: _exit(ending.unwritten.isEmpty ? 0 : 1)
        case .hangUp: _exit(1)
        case .signal(let number): CommandRun.end(by: number)
        case .service(let service): program = program.switched(to: service)
        case .link(let service, let address): program = program.followed(to: service, address)
        case .demo(let service): program = program.enteringDemo(of: service)
        }
      }
    } catch {
      switch error {
      case .problem(let problem): Output.fail(texts.cli(.problem(problem)), status: 2)
      case .terminal(let error): Output.fail(texts.cli(error.message), status: 2)
      case .trace(let path, let reason):
        Output.fail(texts.cli(.fileNotWritable(path: path, reason: reason)), status: 2)
      }
    }
  }
}

import ArgumentParser
import Glibc
import Localization
import Model
import Platform
import Runtime

/// The entry point of the executable: checks the arguments, selects the command and runs it.
package enum EntryPoint {
  /// The start time of `main`.
  static let began = MonotonicTime.now

  package static func main() {
    _ = began
    Output.reserveStandardDescriptors()
    // A write beyond the limit for file sizes is an error to report. It must not end the process.
    signal(SIGXFSZ, SIG_IGN)
    refuseManyArguments()
    refuseDamagedArguments()
    refuseDamagedFolders()
    let ordered = ordered(Array(CommandLine.arguments.dropFirst()))
    let arguments = checkingHelp(DashedID.marked(ordered))
    if arguments.first?.hasPrefix("---") != true,
      arguments.prefix(while: { $0 != "--" }).contains("--version")
    {
      return Output.print(BuildReport().line(Output.texts))
    }
    // Drawing a small picture takes as long as the rest of a launch, and needs none of it.
    if arguments.first == ShowCommand.name { PictureShow.runPlain(arguments.dropFirst()) }
    _ = ThisProcess.environment
    // The parser accepts any width, and crashes if its indented columns don't fit.
    setenv("COLUMNS", "\(max(40, Output.columns))", 1)
    // ncurses reads LINES and COLUMNS first, and doesn't accept values below 1.
    unsetenv("LINES")
    _ = Limits.current
    // No other thread exists yet, so every thread inherits the signal mask. The loop reads the
    // signals.
    guard ThisProcess.signals != nil else {
      Output.fail("imagefeed: signalfd: \(String(cString: strerror(errno)))")
    }
    _ = opening
    // With equal names, the parser would assign a command's options to the program.
    if let own = path(of: arguments.prefix(1), among: Imagefeed.ownCommands).first {
      run(own, Array(arguments.dropFirst()))
    } else {
      run(Imagefeed.self, arguments)
    }
  }

  /// The maximum number of arguments.
  ///
  /// The parser's time grows with their square: a second for this many.
  private static let maxArguments = 5_000

  private static func refuseManyArguments() {
    guard CommandLine.argc > maxArguments + 1 else { return }
    Output.fail(.tooManyArguments(maxArguments), Output.texts)
  }

  /// Ends the process if an argument isn't valid UTF-8, because the repaired text would name
  /// another file.
  private static func refuseDamagedArguments() {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index],
        String(validatingCString: bytes) == nil
      else { continue }
      Output.fail(.damagedText(String(cString: bytes)), Output.texts)
    }
  }

  /// Ends the process if a folder's variable isn't valid UTF-8, because the repaired text would
  /// name another folder.
  private static func refuseDamagedFolders() {
    let names = ["CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "PICTURES_DIR"]
    for name in ["HOME"] + names.map({ "XDG_" + $0 }) {
      guard let path = ThisProcess.environment[name], path.contains("\u{FFFD}") else { continue }
      Output.fail(.damagedText(name + "=" + path), Output.texts)
    }
  }

  /// Returns the arguments with options that precede a command moved after its name.
  ///
  /// Otherwise the parser would assign these options to the program, and the command wouldn't
  /// receive them.
  static func ordered(_ arguments: [String]) -> [String] {
    var rest = arguments[...]
    while let option = rest.first, option.hasPrefix("--"), option.count > 2 {
      rest.removeFirst()
      // Options with three dashes are the parser's own, used by completion scripts.
      guard option != "--help", option != "--version", !option.hasPrefix("---") else {
        return arguments
      }
      if DashedID.takesValue(option) { rest = rest.dropFirst() }
    }
    let options = arguments[..<rest.startIndex]
    // Without such options, skip the lookup, which creates the texts of all commands.
    guard !options.isEmpty else { return arguments }
    let names = rest.prefix(path(of: rest).count)
    return names.isEmpty ? arguments : Array(names + options + rest.dropFirst(names.count))
  }

  /// Returns the arguments without `help` if a word after it names no command.
  ///
  /// The parser then reports the word, which its own `help` ignores.
  private static func checkingHelp(_ arguments: [String]) -> [String] {
    guard arguments.first == "help" else { return arguments }
    var (words, before): ([String], String) = ([], "")
    for word in arguments.dropFirst() {
      if !word.hasPrefix("-"), !DashedID.takesValue(before) { words.append(word) }
      before = word
    }
    return words == ["help"] || path(of: words[...]).count == words.count ? arguments : words
  }

  /// Returns the commands that the words at the beginning name: `config` and its `get` for
  /// `config get key`.
  private static func path(
    of words: ArraySlice<String>,
    among commands: [any ParsableCommand.Type] = Imagefeed.configuration.subcommands
  ) -> [any ParsableCommand.Type] {
    guard let word = words.first, let command = commands.first(where: { $0.names.contains(word) })
    else { return [] }
    return [command] + path(of: words.dropFirst(), among: command.configuration.subcommands)
  }

  /// Returns a message of the parser whose reference to the help begins with the program's name.
  ///
  /// The parser omits that name for a command that is parsed without the program's own options.
  private static func namingProgram(
    in message: String,
    of command: any ParsableCommand.Type
  ) -> String {
    guard let program = command.configuration._superCommandName else { return message }
    let name = command._commandName
    return message.replacing("  See '\(name) ", with: "  See '\(program) \(name) ")
  }

  /// Runs a command.
  ///
  /// The parser's own messages are printed like other output.
  private static func run(_ command: any ParsableCommand.Type, _ arguments: [String]) {
    do {
      var command = try parsed(command, arguments)
      try command.run()
    } catch {
      // Invalid arguments aren't a failed launch.
      opening?.launchGuard.finish()
      let status = command.exitCode(for: error)
      if arguments.first != "help" { refuseUnknownCommand(command, arguments) }
      let full = command.fullMessage(for: error)
      let shown = SecretArguments.hidden(in: full, of: CommandLine.arguments)
      let message = ParserMessage.translated(namingProgram(in: shown, of: command))
      let text = CompletionScript.hardened(DashedID.shown(message), arguments)
      if status.isSuccess {
        Output.print(text)
      } else {
        Output.printError(text)
      }
      // The parser's own status for usage errors is from sysexits.h.
      Glibc.exit(status == .validationFailure ? CommandStatus.usage.rawValue : status.rawValue)
    }
  }

  /// Ends the process with a message if a word names no command where there are only commands.
  private static func refuseUnknownCommand(
    _ command: any ParsableCommand.Type,
    _ arguments: [String]
  ) {
    let words = arguments.prefix { !$0.hasPrefix("-") }
    let path = path(of: words, among: command.configuration.subcommands)
    let level = (path.last ?? command).configuration.subcommands
    guard !level.isEmpty, let word = words.dropFirst(path.count).first else { return }
    let nearest = level.flatMap { $0.names }.nearest(to: word)
    Output.fail(.unknownCommand(word, nearest: nearest), Output.texts)
  }

  /// Returns a command with its arguments.
  ///
  /// - Throws: The parser's error: an unknown option before another option's wrong value.
  private static func parsed(
    _ command: any ParsableCommand.Type,
    _ arguments: [String]
  ) throws -> any ParsableCommand {
    do { return try command.parseAsRoot(arguments) } catch {
      _ = try ArgumentRules.$areIgnored.withValue(true) { try command.parseAsRoot(arguments) }
      throw error
    }
  }

  /// The opening of the database on its own thread, which the first access starts.
  ///
  /// `nil` if the arguments don't start the program, or if the system's limits don't allow it to
  /// start.
  static let opening =
    ProgramRun.isLikely(Array(CommandLine.arguments.dropFirst()))
      && Limits.current.shortage(Limits.program) == nil
    ? StoreOpener(
      environment: ThisProcess.environment,
      isDemo: CommandLine.arguments.contains(ProgramRun.demoFlag)
    ) : nil
}

extension ParsableCommand {
  /// The words for the command.
  fileprivate static var names: [String] { [_commandName] + configuration.aliases }
}

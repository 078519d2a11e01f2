import Glibc
import Localization
import Platform

/// The environment and signals of this process.
enum ThisProcess {
  /// The environment that the program was started with.
  ///
  /// A missing, empty or relative `HOME` has the value of the user's entry in the password
  /// database, as in a shell.
  static let environment = readEnvironment()

  /// Whether the terminal only prints text, such as an editor's, so that lists replace screens.
  static var isOnDumbTerminal: Bool { environment["TERM"] == "dumb" }

  /// The language of `--lang`, else of the environment, known before the arguments are parsed.
  static let language = language(of: CommandLine.arguments, environment)

  /// Returns the language that arguments ask for, else that of the environment.
  ///
  /// Invalid values are left to the parser of the arguments, which rejects them.
  static func language(
    of arguments: [String],
    _ environment: [String: String]
  ) -> Language {
    let option = "--lang"
    let values =
      zip(arguments, arguments.dropFirst()).compactMap { $0 == option ? $1 : nil }
      + arguments.compactMap {
        $0.hasPrefix(option + "=") ? String($0.dropFirst(option.count + 1)) : nil
      }
    return values.lazy.compactMap(Language.init(rawValue:)).first
      ?? Language(environment: environment)
  }

  private static func readEnvironment() -> [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let pair = entry.pointee {
      let text = String(cString: pair)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry += 1
    }
    if result["HOME"]?.hasPrefix("/") != true, let user = getpwuid(getuid()),
      let home = user.pointee.pw_dir
    {
      result["HOME"] = String(cString: home)
    }
    return result
  }

  /// Reads until the end of a descriptor, an error, or a limit in bytes.
  static func readAll(_ descriptor: Int32, atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = read(descriptor, &chunk, atMost: limit - bytes.count)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Reads the next bytes, and waits for them even if the descriptor doesn't block.
  ///
  /// Another process may have made it non-blocking, such as another job of the shell.
  ///
  /// - Returns: The number of bytes; 0 at the end and -1 after an error.
  static func read(_ descriptor: Int32, _ chunk: inout [UInt8], atMost limit: Int = .max) -> Int {
    while true {
      let count = Glibc.read(descriptor, &chunk, min(chunk.count, limit))
      if count >= 0 { return count }
      if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        return -1
      }
    }
  }

  /// The descriptor of the signals that the program handles itself; `nil` if it can't be created.
  ///
  /// The first use blocks these signals. SIGHUP isn't one of them if `nohup` has set it to be
  /// ignored.
  static let signals = try? SignalDescriptor(
    [SIGWINCH, SIGINT, SIGTERM, SIGTSTP, SIGCONT]
      + (SignalDescriptor.isIgnored(SIGHUP) ? [] : [SIGHUP])
  )
}

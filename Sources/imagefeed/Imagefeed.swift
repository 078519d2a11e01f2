import AppCore
import ArgumentParser
import Canvas
import Glibc
import Localization
import Logging
import Platform
import Runtime
import Services

/// The command line; each subcommand hands over to the part of the program that does the work.
@main
struct Imagefeed: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imagefeed",
    abstract: "An endless feed of photographs in your terminal.",
    discussion: "Without a subcommand the feed is shown; ? lists its keys.",
    version: version,
    subcommands: [DemoService.self, Checkup.self, Credits.self, Render.self]
  )

  @OptionGroup var options: CommonOptions

  static let version = "0.1.0"

  /// When main began.
  static let began = MonotonicTime.now

  static func main() {
    _ = began
    // Before any thread exists: every thread inherits the mask, and the loop reads the signals.
    guard signals != nil else { fail("imagefeed: signalfd: \(String(cString: strerror(errno)))") }
    let arguments = Array(CommandLine.arguments.dropFirst())
    _ = opening
    // Options of the program itself would be taken for it where they have the same names.
    if arguments.first == Render.configuration.commandName {
      Render.main(Array(arguments.dropFirst()))
    } else {
      start(arguments)
    }
  }

  /// What `main(_:)` does, but that arguments which make no sense leave no mark of a failed start.
  private static func start(_ arguments: [String]) {
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      opening?.mark.finish()
      exit(withError: error)
    }
  }

  /// The signals that the program takes in its own time.
  static let signals = try? SignalDescriptor([
    SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT,
  ])

  /// The database, begun to be opened by main's first look at this, where it will be needed.
  private static let opening =
    Show.isLikely(Array(CommandLine.arguments.dropFirst()))
    ? StoreOpening(environment: environment) : nil

  func run() throws { Show(options: options, opening: Self.opening).run() }

  /// The environment as a dictionary.
  static var environment: [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let pair = entry.pointee {
      let text = String(cString: pair)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry += 1
    }
    return result
  }

  /// Ends the process with a line on standard error.
  static func fail(_ message: String, status: Int32 = 1) -> Never {
    write(Array((message + "\n").utf8), to: STDERR_FILENO)
    Glibc.exit(status)
  }

  /// Everything up to the end of a descriptor.
  static func readAll(_ descriptor: Int32, atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Writes all bytes, however the descriptor takes them; a closed one ends the output quietly.
  static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32 = STDOUT_FILENO) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor,
        UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        rest.count
      )
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

import Foundation
import Glibc
import Platform

/// The result of a program, and functions that run programs.
package enum Subprocess {
  package struct Result {
    /// The exit status, or 128 plus the number of the signal that ended the program.
    package let status: Int32
    /// The bytes of standard output.
    package let output: [UInt8]
    package var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs a program found through PATH and collects its output.
  package static func run(_ arguments: [String], environment: [String: String]) throws -> Result {
    let (reader, writer) = try pipe()
    let child: pid_t
    do {
      defer { close(writer) }
      child = try start(arguments, environment: environment, output: writer)
    }
    defer { close(reader) }
    var output: [UInt8] = []
    while let bytes = readSome(reader) { output += bytes }
    return Result(status: wait(for: child), output: output)
  }

  /// Runs a program that must succeed, and returns its output.
  @discardableResult
  package static func text(_ arguments: [String], environment: [String: String]) throws -> String {
    let result = try run(arguments, environment: environment)
    guard result.status == 0 else {
      let line = arguments.joined(separator: " ")
      throw Failure("status \(result.status) of: \(line)\n\(result.text)")
    }
    return result.text
  }

  /// Returns a program's exit status and its peak resident memory in MiB.
  ///
  /// GNU time forks before it starts the program, so that the memory of the test process doesn't
  /// count.
  package static func peak(
    _ arguments: [String],
    environment: [String: String]
  ) throws -> (status: Int32, mebibytes: Double) {
    let file =
      NSTemporaryDirectory() + "imagefeed-peak-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    defer { unlink(file) }
    let command = ["time", "-q", "-f", "%M", "-o", file] + arguments
    let status = try wait(for: start(command, environment: environment))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    guard let kilobytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure("time printed: \(text)")
    }
    return (status, kilobytes / 1024)
  }

  package static func start(
    _ arguments: [String],
    environment: [String: String],
    output: Int32 = -1
  ) throws -> pid_t {
    let variables = environment.map { "\($0.key)=\($0.value)" }
    // The program's own function removes its keys from the environment, so env(1) adds them.
    let keys = variables.filter { $0.hasPrefix("IMAGEFEED_") && $0.contains("_KEY=") }
    return try Spawn.start(
      keys.isEmpty ? arguments : ["/usr/bin/env"] + keys + located(arguments),
      environment: variables,
      output: output,
      error: STDERR_FILENO
    )
  }

  /// Returns a command with the path of its program, which env(1) would search in the child's PATH.
  private static func located(_ arguments: [String]) -> [String] {
    guard let name = arguments.first, !name.contains("/") else { return arguments }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let path = folders.map { String($0) + "/" + name }.first { access($0, X_OK) == 0 }
    return [path ?? name] + arguments.dropFirst()
  }

  /// Waits until a child process has ended.
  @discardableResult
  package static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  /// Returns a pipe.
  ///
  /// A child process receives only the ends that are passed to it.
  package static func pipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Failure("pipe: errno \(errno)") }
    return (ends[0], ends[1])
  }

  /// Returns the next bytes; `nil` at the end of the input.
  package static func readSome(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { return Array(buffer.prefix(count)) }
      if count < 0, errno == EINTR { continue }
      return nil
    }
  }
}

import Disk
import Foundation
import Glibc
import Platform

/// A runner of the desktop's programs, which may outlive this process.
struct ProgramRunner: Sendable {
  /// The result of starting a program and watching it.
  enum Outcome {
    /// The program doesn't exist.
    case missing
    /// The program can't be started, or ended with an error within the watched time.
    case failed
    /// The program ended without an error within the watched time.
    case works
    /// The program is still running after the watched time.
    case runs
  }

  /// The environment of the programs, including the PATH to search.
  let environment: [String: String]
  /// The time within which a program may fail.
  ///
  /// A program that is still running after that has started successfully.
  let watchDuration: Duration

  /// Starts a program and watches it for `watchDuration`.
  ///
  /// The program's output is discarded. The program keeps running afterwards.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - input: The file for its standard input; `nil` for none.
  func run(_ command: [String], input: String? = nil) async -> Outcome {
    guard let command = resolved(command) else { return .missing }
    var descriptor: Int32 = -1
    if let input {
      guard let file = try? RegularFile.open(input, O_RDONLY) else { return .failed }
      descriptor = file
    }
    defer { if descriptor >= 0 { close(descriptor) } }
    let child: pid_t
    do throws(Spawn.Failure) {
      child = try Spawn.start(command, environment: variables, input: descriptor)
    } catch {
      return error.code == ENOENT ? .missing : .failed
    }
    let (exits, exit) = AsyncStream.makeStream(of: Int32.self)
    reap(child) { status in
      exit.yield(status)
      exit.finish()
    }
    return await withTaskGroup(of: Outcome.self) { group in
      group.addTask {
        for await status in exits { return status == 0 ? .works : .failed }
        return .works
      }
      group.addTask {
        try? await Task.sleep(for: watchDuration)
        return .runs
      }
      defer { group.cancelAll() }
      return await group.next() ?? .runs
    }
  }

  /// Whether a program is in a folder of PATH or, if named by a path, exists there.
  func finds(_ program: String) -> Bool {
    program.contains("/") ? access(program, X_OK) == 0 : path(of: program) != nil
  }

  /// Returns the command with its program's path; `nil` if there is no such program.
  func resolved(_ command: [String]) -> [String]? {
    guard let name = command.first, !name.isEmpty else { return nil }
    if name.contains("/") { return command }
    return path(of: name).map { [$0] + command.dropFirst() }
  }

  private func path(of program: String) -> String? {
    let folders = (environment["PATH"] ?? Self.standardPath).split(separator: ":")
    return folders.lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  /// The folders that the C library searches without a PATH.
  private static let standardPath = "/bin:/usr/bin"

  /// The environment as `NAME=value` texts.
  var variables: [String] { environment.map { $0.key + "=" + $0.value } }
}

/// Waits for a child process, so that it doesn't remain as a zombie.
///
/// Calls back with the wait status, on a separate thread that a browser may occupy for hours.
func reap(_ child: pid_t, _ ended: @escaping @Sendable (Int32) -> Void) {
  let thread = Thread { ended(wait(child)) }
  thread.stackSize = 128 << 10
  thread.start()
}

private func wait(_ child: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0, errno == EINTR {}
  return status
}

/// Blocking work, run outside of the threads that tasks share.
enum BlockingWork {
  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(returning: Result(catching: body))
      }
    }
    return try result.get()
  }

  /// Returns a file's size and SHA-256: see `FileSystem.hash`.
  static func hash(
    of path: String
  ) async throws(FileSystem.Failure) -> (size: Int64, hash: String) {
    try await run { () throws(FileSystem.Failure) in try FileSystem.hash(of: path) }
  }
}

import Disk
import Foundation
import Glibc
import Platform

/// Runs programs of the person's desktop, which may outlive us.
struct ProgramRunner: Sendable {
  enum Outcome {
    /// There is no such program.
    case missing
    case failed
    case works
    /// It has not ended yet.
    case runs
  }

  /// What programs get, and where they are looked up.
  let environment: [String: String]
  /// The time within which a program may fail.
  ///
  /// A program that still runs then has started successfully.
  let watchDuration: Duration

  /// Starts a program, which gets /dev/null as its output.
  ///
  /// - Parameter input: a file it reads as its standard input; nil for none.
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

  /// Whether a program is in one of the folders of PATH; one that is named by its path, there.
  func finds(_ program: String) -> Bool {
    program.contains("/") ? access(program, X_OK) == 0 : path(of: program) != nil
  }

  /// The command with its program's path; nil where there is no such program.
  func resolved(_ command: [String]) -> [String]? {
    guard let name = command.first, !name.isEmpty else { return nil }
    if name.contains("/") { return command }
    return path(of: name).map { [$0] + command.dropFirst() }
  }

  private func path(of program: String) -> String? {
    let folders = (environment["PATH"] ?? Self.standardPath).split(separator: ":")
    return folders.lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  /// Where the C library looks without a PATH.
  private static let standardPath = "/bin:/usr/bin"

  /// The environment as `NAME=value` texts.
  var variables: [String] { environment.map { $0.key + "=" + $0.value } }
}

/// Waits for a child process, so that it does not stay behind as a zombie.
///
/// Calls back with the wait status, from a thread of its own that a browser may keep for hours.
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

/// Runs work that blocks its thread away from the threads that tasks share.
enum BlockingWork {
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { continuation.resume(returning: body()) }
    }
  }

  /// A file's bytes, counted, and their SHA-256: see `FileSystem.hash`.
  static func hash(
    of path: String
  ) async throws(FileSystem.Failure) -> (size: Int64, hash: String) {
    let result: Result<(size: Int64, hash: String), FileSystem.Failure> = await run {
      do throws(FileSystem.Failure) { return .success(try FileSystem.hash(of: path)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

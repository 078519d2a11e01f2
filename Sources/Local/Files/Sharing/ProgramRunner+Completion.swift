import Glibc
import Platform

extension ProgramRunner {
  /// The result of a program that was run to its end.
  struct Completion: Equatable {
    /// The exit status, or 128 plus the number of the signal that ended the program.
    ///
    /// `nil` if the program was killed because it took too long or the task was cancelled.
    var status: Int32?
    /// The text on standard output, at most 256 KiB.
    var output: String
    /// The text on standard error, at most 256 KiB.
    var errors: String
  }

  /// Runs a program and waits until it exits.
  ///
  /// After the time limit, or if the task is cancelled, the program and the other processes of its
  /// group are killed. Background processes that it leaves behind aren't waited for.
  ///
  /// - Parameter command: The program and its arguments.
  /// - Returns: `nil` if the program doesn't exist or can't be started.
  func finish(_ command: [String], within limit: Duration) async -> Completion? {
    guard let command = resolved(command), let cancel = try? WakeDescriptor() else { return nil }
    let variables = variables
    return await withTaskCancellationHandler {
      await BlockingWork.run {
        let run = try? ProgramRun(command, environment: variables)
        return run?.ending(by: .now + limit, unless: cancel)
      }
    } onCancel: {
      cancel.wake()
    }
  }

  /// Returns the standard output of a program; `nil` if it can't be started, fails or takes too
  /// long.
  func output(of command: [String], within limit: Duration) async -> String? {
    guard let ending = await finish(command, within: limit), ending.status == 0 else { return nil }
    return ending.output
  }
}

/// A running program whose output is read.
private final class ProgramRun {
  private let child: pid_t
  private let output: OutputPipe
  private let errors: OutputPipe
  private let exit: WakeDescriptor
  private let status: Lock<Int32>

  init(_ command: [String], environment: [String]) throws {
    output = try OutputPipe()
    errors = try OutputPipe()
    exit = try WakeDescriptor()
    status = Lock(0)
    child = try Spawn.start(
      command,
      environment: environment,
      output: output.end,
      error: errors.end
    )
    output.closeEnd()
    errors.closeEnd()
    reap(child) { [status, exit] value in
      status.withLock { $0 = value }
      exit.wake()
    }
  }

  /// Waits until the program exits, and reads its output meanwhile.
  ///
  /// At the deadline or after a cancellation, the program is killed.
  func ending(
    by deadline: MonotonicTime,
    unless cancel: WakeDescriptor
  ) -> ProgramRunner.Completion {
    var isForced = false
    while true {
      var ready = [exit.descriptor, cancel.descriptor, output.descriptor, errors.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // After the kill, the loop waits only for the exit.
      if isForced { ready[1].fd = -1 }
      let rest = Int32(clamping: Int(deadline.milliseconds(since: .now).rounded(.up)))
      let count = poll(&ready, nfds_t(ready.count), isForced ? -1 : max(0, rest))
      if count < 0, errno == EINTR { continue }
      if ready[2].revents != 0 { output.read() }
      if ready[3].revents != 0 { errors.read() }
      if ready[0].revents != 0 { break }
      // A program that writes without a pause never lets `poll` time out.
      if count < 0 || deadline <= .now || ready[1].revents != 0, !isForced {
        isForced = true
        // The program leads its own session.
        kill(-child, SIGKILL)
      }
    }
    output.read()
    errors.read()
    return ProgramRunner.Completion(
      status: isForced ? nil : status.withLock { Self.exitStatus($0) },
      output: output.text,
      errors: errors.text
    )
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}

/// A pipe from a program.
private final class OutputPipe {
  /// The read end; -1 after the program has closed the write end.
  private(set) var descriptor: Int32
  /// The write end, for the program; -1 after `closeEnd()`.
  private(set) var end: Int32
  private var bytes: [UInt8] = []

  /// The maximum number of bytes that are stored; further ones are dropped.
  private static let maxOutputBytes = 256 << 10

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw DescriptorError(code: errno) }
    (descriptor, end) = (ends[0], ends[1])
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if end >= 0 { close(end) }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Closes this process's copy of the write end, so that the read end notices the program's exit.
  func closeEnd() {
    close(end)
    end = -1
  }

  /// Reads the available bytes without waiting, but at most sixteen times what a pipe holds,
  /// because a program may write faster than this process reads.
  func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for _ in 0..<16 where descriptor >= 0 {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytes += buffer[..<min(count, max(0, Self.maxOutputBytes - bytes.count))]
      } else if count == 0 {
        close(descriptor)
        descriptor = -1
      } else if errno != EINTR {
        return
      }
    }
  }
}

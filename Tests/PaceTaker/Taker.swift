import Glibc
import HTTP
import Platform

/// A process that reserves slots of a shared rate limit, like another instance of the program.
///
/// Usage: `pace-taker FILE COUNT`.
///
/// Prints the time of each slot, in nanoseconds of the monotonic clock.
@main
enum Taker {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]) else { exit(2) }
    let rateLimiter = RateLimiter(1, in: .milliseconds(340), path: arguments[1])
    for _ in 0..<count {
      let now = MonotonicTime.now
      let turn = now + rateLimiter.reserve(at: now)
      let line = Array("\(turn.nanoseconds)\n".utf8)
      _ = Glibc.write(STDOUT_FILENO, line, line.count)
    }
  }
}

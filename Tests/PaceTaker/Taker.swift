import Glibc
import Platform
import VK

/// Takes turns at a service that several windows share, as a window of its own.
///
///     pace-taker FILE COUNT
///
/// Prints the time of each turn, in nanoseconds of the monotonic clock.
@main
enum Taker {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]) else { exit(2) }
    let rateLimiter = VKRateLimiter(path: arguments[1])
    for _ in 0..<count {
      let now = MonotonicTime.now
      let turn = now + rateLimiter.reserve(at: now)
      let line = Array("\(turn.nanoseconds)\n".utf8)
      _ = Glibc.write(STDOUT_FILENO, line, line.count)
    }
  }
}

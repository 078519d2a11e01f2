import CPlatform
import Glibc

/// The start of programs that may outlive this process, such as browsers and viewers.
package enum Spawn {
  package struct Failure: Error, Equatable {
    /// The `errno` of the failed start.
    package let code: Int32
  }

  /// Starts a program, found through PATH, in a new session.
  ///
  /// The program gets default signal actions, /dev/null on 0–2 unless given, and no other
  /// descriptors. Variables with the program's keys and tokens are removed from its environment.
  ///
  /// - Parameters:
  ///   - arguments: The program's name and its arguments. No shell is involved.
  ///   - environment: The whole environment, as `NAME=value` texts.
  /// - Returns: The process ID, which the caller must reap with `waitpid`.
  package static func start(
    _ arguments: [String],
    environment: [String],
    input: Int32 = -1,
    output: Int32 = -1,
    error: Int32 = -1
  ) throws(Failure) -> pid_t {
    guard let file = arguments.first else { throw Failure(code: ENOENT) }
    var pid: pid_t = 0
    let argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let envp: [UnsafeMutablePointer<CChar>?] =
      environment.filter { !isSecret($0) }.map { strdup($0) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    let code = cplatform_spawn(file, argv, envp, input, output, error, &pid)
    guard code == 0 else { throw Failure(code: code) }
    return pid
  }

  /// Whether a variable has a key, a secret or a token of the program, by its name.
  private static func isSecret(_ variable: String) -> Bool {
    let name = variable.prefix { $0 != "=" }
    return name.hasPrefix("IMAGEFEED_")
      && (name.hasSuffix("_KEY") || name.hasSuffix("_SECRET") || name.contains("TOKEN"))
  }
}

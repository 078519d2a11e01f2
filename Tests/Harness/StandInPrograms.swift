import Foundation
import Glibc

/// Programs of a test's own that record their arguments, for `PATH`.
package struct StandInPrograms: Sendable {
  /// The folder of the programs, for `PATH`.
  package let folder: String
  private let record: String

  /// - Parameter folder: the programs are in `bin` there.
  package init(in folder: String) throws {
    self.folder = folder + "/bin"
    record = folder + "/calls"
    try FileManager.default.createDirectory(
      atPath: self.folder,
      withIntermediateDirectories: true
    )
  }

  /// Makes a program.
  ///
  /// - Parameter script: what a shell runs after the arguments are recorded; only its own commands
  ///   and those named by their paths.
  package func add(_ name: String, _ script: String = "") throws {
    let path = folder + "/" + name
    let text = """
      #!/bin/sh
      { printf '%s\\037' '\(name)' "$@"; printf '\\036'; } >> '\(record)'
      \(script)

      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    makeExecutable(path)
  }

  /// Makes `gsettings` for a schema that keeps what it is given.
  ///
  /// - Parameters:
  ///   - values: the first ones by key.
  ///   - keys: the keys that there are.
  package func addSettings(_ values: [String: String]) throws {
    for (key, value) in values {
      try (value + "\n").write(toFile: "\(folder)/\(key).value", atomically: true, encoding: .utf8)
    }
    try add(
      "gsettings",
      """
      file="${0%/*}/$3.value"
      [ -e "$file" ] || { echo "No such key \\"$3\\"" >&2; exit 1; }
      case $1 in
        get) /bin/cat "$file";;
        set) printf '%s\\n' "$4" > "$file";;
      esac
      """
    )
  }

  /// Returns the current value of a key of `addSettings`.
  package func setting(_ key: String) throws -> String {
    let text = try String(contentsOfFile: "\(folder)/\(key).value", encoding: .utf8)
    return String(text.dropLast())
  }

  /// Returns the name and the arguments of every call.
  package func calls() throws -> [[String]] {
    guard let data = FileManager.default.contents(atPath: record) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\u{1E}").map { call in
      call.split(separator: "\u{1F}", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  /// Forgets all calls.
  package func clear() { unlink(record) }
}

/// Lets a file be run that was written just now.
///
/// A process that another test started in that moment may still have the file open for writing, and
/// then it cannot be run ("text file busy"). A read lease is given once nobody has.
package func makeExecutable(_ path: String) {
  chmod(path, 0o755)
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  defer { close(descriptor) }
  // F_SETLEASE of <fcntl.h>, which Glibc's module lacks.
  let setLease: Int32 = 1024
  while fcntl(descriptor, setLease, F_RDLCK) < 0, errno == EAGAIN { sched_yield() }
}

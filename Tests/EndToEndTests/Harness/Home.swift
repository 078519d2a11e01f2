import Foundation
import Glibc

/// A person's files and environment, with nothing of the machine's own.
struct Home {
  let path: String

  init() throws {
    var template = Array("/tmp/imagefeed-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure("mkdtemp: errno \(errno)") }
    path = String(cString: made)
    for folder in ["config/imagefeed", "data", "cache", "state", "run", "pictures"] {
      try FileManager.default.createDirectory(
        atPath: path + "/" + folder,
        withIntermediateDirectories: true
      )
    }
  }

  var pictures: String { path + "/pictures" }
  var credentials: String { path + "/data/imagefeed/credentials.json" }
  var log: String { path + "/state/imagefeed/imagefeed.log" }

  var environment: [String: String] {
    [
      "HOME": path,
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "LC_ALL": "C.UTF-8",
      "TZ": "UTC",
      "COLORTERM": "truecolor",
      "SHELL": "/bin/bash",
      "XDG_CONFIG_HOME": path + "/config",
      "XDG_DATA_HOME": path + "/data",
      "XDG_CACHE_HOME": path + "/cache",
      "XDG_STATE_HOME": path + "/state",
      "XDG_RUNTIME_DIR": path + "/run",
      "XDG_PICTURES_DIR": pictures,
    ]
  }

  /// Writes a script that `$BROWSER` can name.
  ///
  /// It logs in at the page it is given: looks at it, presses Login, follows the redirect to the
  /// listener, and keeps what it then sees in `callback.html`.
  func browser() throws -> String {
    let script = path + "/browser"
    try """
    #!/bin/sh
    set -e
    printf '%s\\n' "$1" > '\(path)/browser.url'
    curl -fsS "$1" | grep -q Login
    curl -fsSL --data "${1#*\\?}" "${1%%\\?*}" > '\(path)/callback.html'
    """.write(toFile: script, atomically: true, encoding: .utf8)
    chmod(script, 0o755)
    return script
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

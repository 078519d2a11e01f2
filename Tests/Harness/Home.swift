import Foundation
import Glibc

/// A user's files and environment, independent of the computer's own.
package struct Home {
  package let path: String

  package init() throws {
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

  package var pictures: String { path + "/pictures" }
  package var data: String { path + "/data/imagefeed" }
  package var credentials: String { data + "/credentials.json" }
  package var log: String { path + "/state/imagefeed/imagefeed.log" }

  package var environment: [String: String] {
    [
      "HOME": path,
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "LC_ALL": "C.UTF-8",
      "TZ": "UTC",
      "COLORTERM": "truecolor",
      "SHELL": "/bin/bash",
      // Full screen must look the same however long a test takes.
      "IMAGEFEED_BARS": "always",
      "XDG_CONFIG_HOME": path + "/config",
      "XDG_DATA_HOME": path + "/data",
      "XDG_CACHE_HOME": path + "/cache",
      "XDG_STATE_HOME": path + "/state",
      "XDG_RUNTIME_DIR": path + "/run",
      "XDG_PICTURES_DIR": pictures,
    ]
  }

  /// Writes a script for `$BROWSER`, which signs in at the page that is passed to it.
  ///
  /// The script loads the page, presses Login, follows the redirect to the listener, and saves the
  /// response to `callback.html`.
  package func browser() throws -> String {
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

  /// Returns the environment that makes the program use a demo service as the real one.
  package func environment(for demo: DemoProcess) throws -> [String: String] {
    let settings = [
      "IMAGEFEED_UNSPLASH_ACCESS_KEY": "demo-access-key",
      "IMAGEFEED_UNSPLASH_SECRET_KEY": "demo-secret-key",
      "IMAGEFEED_UNSPLASH_API_URL": demo.url,
      "IMAGEFEED_UNSPLASH_WEB_URL": demo.url,
      "IMAGEFEED_REDIRECT_PORT": "\(try freePort())",
      "BROWSER": try browser(),
    ]
    return environment.merging(settings) { $1 }
  }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Returns a port that is currently unused.
  package func freePort() throws -> UInt16 {
    // Ports from 32768 up are assigned by the system. Another test could receive the same one a
    // moment later.
    for _ in 0..<100 {
      let candidate = UInt16.random(in: 10_000..<32_000)
      if isFree(candidate) { return candidate }
    }
    throw Failure("no free port")
  }

  private func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { Glibc.close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}

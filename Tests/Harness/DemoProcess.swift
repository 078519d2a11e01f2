import Foundation
import Glibc
import Platform

/// The demo service in its own process.
package final class DemoProcess {
  /// The state that the service reports.
  package struct State: Decodable {
    /// The number of calls by route.
    package var counts: [String: Int]
    /// The IDs of the liked photos.
    package var likes: [String]
    /// The number of bytes sent of each photo's original file, by the photo's ID.
    package var served: [String: Int]
  }

  /// The base URL, `http://127.0.0.1:PORT`.
  package let url: String
  private let process: pid_t
  private let output: Int32
  private let environment: [String: String]
  private var isClosed = false

  package init(_ binary: String, environment: [String: String], arguments: [String] = []) throws {
    let (reader, writer) = try Subprocess.pipe()
    do {
      defer { Glibc.close(writer) }
      process = try Subprocess.start(
        [binary, "demo-server", "--port", "0"] + arguments,
        environment: environment,
        output: writer
      )
    }
    output = reader
    self.environment = environment
    var line: [UInt8] = []
    while !line.contains(UInt8(ascii: "\n")), let bytes = Subprocess.readSome(reader) {
      line += bytes
    }
    url = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard url.hasPrefix("http://127.0.0.1:") else {
      close()
      throw Failure("the demo service said: \(url)")
    }
  }

  /// Switches on these faults, and all others off.
  package func fault(_ faults: String...) throws { try fault(faults) }

  package func fault(_ faults: [String]) throws {
    let list = faults.map { "\"\($0)\"" }.joined(separator: ",")
    try post("/_demo/faults", "{\"faults\":[\(list)]}")
  }

  /// Releases the responses that are held back.
  package func release() throws { try post("/_demo/release", "") }

  package func state() throws -> State {
    let text = try Subprocess.text(
      ["curl", "-fsS", url + "/_demo/state"],
      environment: environment
    )
    return try JSONDecoder().decode(State.self, from: Data(text.utf8))
  }

  /// Returns the bytes at a URL.
  package func bytes(_ url: String) throws -> [UInt8] {
    let result = try Subprocess.run(["curl", "-fsS", url], environment: environment)
    guard result.status == 0 else { throw Failure("curl: status \(result.status) for \(url)") }
    return result.output
  }

  package func close() {
    guard !isClosed else { return }
    isClosed = true
    kill(process, SIGKILL)
    Subprocess.wait(for: process)
    Glibc.close(output)
  }

  private func post(_ path: String, _ body: String) throws {
    try Subprocess.text(
      ["curl", "-fsS", "-H", "Content-Type: application/json", "--data", body, url + path],
      environment: environment
    )
  }
}

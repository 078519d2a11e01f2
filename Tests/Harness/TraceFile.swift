import Foundation
import Glibc
import Platform

/// A line of the program's trace; which fields there are depends on the event.
package struct TraceLine: Decodable {
  package let t: Double
  package let event: String
  package var monotonicNs: Int64?
  package var n: Int?
  package var screen: String?
  package var buildMs: Double?
  package var writeMs: Double?
  /// Pictures that have a place in the frame, and those of them that show the photograph itself.
  package var wanted: Int?
  package var photos: Int?
  package var cells: Int?
  package var bytes: Int?
  package var name: String?
  package var method: String?
  package var url: String?
  package var status: Int?
  package var ms: Double?
  package var error: String?
  package var photo: String?
  package var stage: String?
  package var decodeMs: Double?
  package var renderMs: Double?
}

/// Follows a trace while the program writes it.
package final class TraceFile {
  package let path: String
  /// Everything read so far.
  package private(set) var lines: [TraceLine] = []
  /// Where the search for the next line begins.
  private var position = 0
  private var unfinished: [UInt8] = []
  private let descriptor: Int32
  private let watch: FileWatch
  private let decoder: JSONDecoder

  /// Creates the file, so that there is something to watch.
  package init(creating path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure("cannot open \(path): errno \(errno)") }
    watch = try FileWatch(path)
    decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
  }

  deinit { close(descriptor) }

  /// Forgets what has happened until now: what is waited for next is newer.
  package func skip() throws {
    try readNew()
    position = lines.count
  }

  /// Waits for the next line of an event that fits.
  @discardableResult
  package func next(
    _ event: String,
    _ expectation: String = "",
    within eventTimeout: Duration = eventTimeout,
    where fits: (TraceLine) -> Bool = { _ in true }
  ) throws -> TraceLine {
    try eventually(
      "no \(event) \(expectation)\n\(tail())",
      within: eventTimeout,
      pause: watch.wait
    ) {
      try readNew()
      guard
        let index = lines[position...].firstIndex(where: { $0.event == event && fits($0) })
      else { return nil }
      position = index + 1
      return lines[index]
    }
  }

  /// Everything of one event so far.
  package func all(_ event: String) throws -> [TraceLine] {
    try readNew()
    return lines.filter { $0.event == event }
  }

  /// Returns when there may be new lines, or at the deadline.
  package func pause(until deadline: MonotonicTime) { watch.wait(until: deadline) }

  /// The last lines as they stand in the file, for a failure's description.
  package func tail(_ count: Int = 25) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").suffix(count).joined(separator: "\n")
  }

  private func readNew() throws {
    while let bytes = Command.readSome(descriptor) { unfinished += bytes }
    while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Data(unfinished[..<end])
      unfinished.removeSubrange(...end)
      do {
        lines.append(try decoder.decode(TraceLine.self, from: line))
      } catch {
        throw Failure("not a line of a trace: \(String(decoding: line, as: UTF8.self))")
      }
    }
  }
}

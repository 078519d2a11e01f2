import Foundation
import Glibc
import Platform

/// A line of the program's trace.
///
/// The event determines which fields are present.
package struct TraceLine: Decodable {
  package let t: Double
  package let event: String
  package var monotonicNs: Int64?
  package var n: Int?
  package var screen: String?
  package var buildMs: Double?
  package var writeMs: Double?
  /// The number of pictures placed in the frame.
  ///
  /// `photos` counts those that show the photo itself.
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

/// A trace that is read while the program writes it.
package final class TraceFile {
  package let path: String
  /// The lines read so far.
  package private(set) var lines: [TraceLine] = []
  /// The index at the beginning of the next search.
  private var position = 0
  private var unfinished: [UInt8] = []
  private let descriptor: Int32
  private let watch: FileWatch
  private let decoder: JSONDecoder

  /// Creates the file, so that it can be watched.
  package init(creating path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure("cannot open \(path): errno \(errno)") }
    watch = try FileWatch(path)
    decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
  }

  deinit { close(descriptor) }

  /// Skips the events so far, so that the next search finds only newer ones.
  package func skip() throws {
    try readNew()
    position = lines.count
  }

  /// Waits for the next line of an event that matches.
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

  /// Returns all lines of an event so far.
  package func all(_ event: String) throws -> [TraceLine] {
    try readNew()
    return lines.filter { $0.event == event }
  }

  /// Returns when there may be new lines, or at the deadline.
  package func pause(until deadline: MonotonicTime) { watch.wait(until: deadline) }

  /// Returns the last lines of the file, for a failure's description.
  package func tail(_ count: Int = 25) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").suffix(count).joined(separator: "\n")
  }

  private func readNew() throws {
    while let bytes = Subprocess.readSome(descriptor) { unfinished += bytes }
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

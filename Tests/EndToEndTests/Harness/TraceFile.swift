import Foundation
import Glibc
import Platform

/// A line of the program's trace; which fields there are depends on the event.
struct TraceLine: Decodable {
  let t: Double
  let event: String
  var monotonicNs: Int64?
  var n: Int?
  var screen: String?
  var buildMs: Double?
  var writeMs: Double?
  var cells: Int?
  var bytes: Int?
  var name: String?
  var method: String?
  var url: String?
  var status: Int?
  var ms: Double?
  var error: String?
  var photo: String?
  var stage: String?
  var decodeMs: Double?
  var renderMs: Double?
}

/// Follows a trace while the program writes it.
final class TraceFile {
  let path: String
  /// Everything read so far.
  private(set) var lines: [TraceLine] = []
  /// Where the search for the next line begins.
  private var position = 0
  private var unfinished: [UInt8] = []
  private let descriptor: Int32
  private let watch: FileWatch
  private let decoder: JSONDecoder

  /// Creates the file, so that there is something to watch.
  init(creating path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure("cannot open \(path): errno \(errno)") }
    watch = try FileWatch(path)
    decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
  }

  deinit { close(descriptor) }

  /// Forgets what has happened until now: what is waited for next is newer.
  func skip() throws {
    try readNew()
    position = lines.count
  }

  /// Waits for the next line of an event that fits.
  @discardableResult
  func next(
    _ event: String,
    _ expectation: String = "",
    within patience: Duration = patience,
    where fits: (TraceLine) -> Bool = { _ in true }
  ) throws -> TraceLine {
    try eventually(
      "no \(event) \(expectation)\n\(tail())",
      within: patience,
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
  func all(_ event: String) throws -> [TraceLine] {
    try readNew()
    return lines.filter { $0.event == event }
  }

  /// Returns when there may be new lines, or at the deadline.
  func pause(until deadline: MonotonicTime) { watch.wait(until: deadline) }

  /// The last lines as they stand in the file, for a failure's description.
  func tail(_ count: Int = 25) -> String {
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

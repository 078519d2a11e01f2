import Canvas
import Glibc
import HTTP
import Platform

/// A file of JSON lines about the program's activity, for tests and measurements.
///
/// Each line has `t`, the milliseconds since `main` began, and `event`. No line holds a secret.
package final class Trace: Sendable {
  package enum Value: Sendable {
    case text(String)
    case number(Int)
    case milliseconds(Double)
    case none
  }

  private let start: MonotonicTime
  private let descriptor: Int32
  private let lock = Lock(())

  /// Opens the trace file for appending.
  ///
  /// - Parameter start: The start time of `main`.
  /// - Throws: The reason why the file can't be appended to.
  package init(path: String, start: MonotonicTime) throws(DescriptorError) {
    descriptor = try RegularFile.open(path, O_WRONLY | O_APPEND | O_CREAT, allowsDevices: true)
    self.start = start
    write("start", [("monotonic_ns", .number(Int(start.nanoseconds)))], at: start)
  }

  deinit { close(descriptor) }

  package func write(_ event: String, _ fields: [(String, Value)]) {
    write(event, fields, at: .now)
  }

  private func write(_ event: String, _ fields: [(String, Value)], at time: MonotonicTime) {
    var line = "{\"t\":\(Self.format(time.milliseconds(since: start))),\"event\":\"\(event)\""
    for (name, value) in fields {
      line += ",\"\(name)\":"
      switch value {
      case .text(let text): Self.quote(text, into: &line)
      case .number(let number): line += String(number)
      case .milliseconds(let number): line += Self.format(number)
      case .none: line += "null"
      }
    }
    line = TextSanitizer.json(line) + "}\n"
    // Each line is one write, so that lines of several threads never mix.
    lock.withLock { _ in
      line.withUTF8 { bytes in _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
    }
  }

  /// Formats a number with three decimals, independent of the locale.
  private static func format(_ number: Double) -> String {
    let thousandths = Int((number * 1000).rounded())
    let fraction = String(abs(thousandths % 1000))
    let padding = String(repeating: "0", count: 3 - fraction.count)
    return "\(thousandths < 0 ? "-" : "")\(abs(thousandths / 1000)).\(padding)\(fraction)"
  }

  private static func quote(_ text: String, into line: inout String) {
    line += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: line.unicodeScalars.append(scalar)
      }
    }
    line += "\""
  }
}

/// An observer that records every finished request in the trace.
package struct TraceObserver: HTTPObserver {
  private let trace: Trace

  package init(_ trace: Trace) { self.trace = trace }

  package func finished(
    method: String,
    url: String,
    status: Int?,
    milliseconds: Double,
    bytes: Int64,
    error: String?
  ) {
    trace.write(
      "http",
      [
        ("method", .text(method)), ("url", .text(url)),
        ("status", status.map(Trace.Value.number) ?? .none),
        ("ms", .milliseconds(milliseconds)), ("bytes", .number(Int(bytes))),
        ("error", error.map(Trace.Value.text) ?? .none),
      ]
    )
  }
}

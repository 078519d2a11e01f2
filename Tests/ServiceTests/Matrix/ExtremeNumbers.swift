import FoundationEssentials
import Glibc
import HTTP

/// Numbers and other values that no valid service sends.
enum ExtremeNumbers {
  /// The values as JSON.
  static let json = [
    "-9223372036854775808", "-1", "0", "1", "9007199254740992", "9223372036854775807",
    "9223372036854775808", "1e308", "-1e308", "0.5", "1e-400", "\"7\"", "true", "null", "[]",
  ]

  /// Replaces the selected numbers of a response: in its body, and in header fields of digits or
  /// links with a page.
  ///
  /// - Parameter names: the names of members and fields; `nil` for all.
  static func put(
    _ number: String,
    into response: HTTPResponse,
    names: Set<String>? = nil,
    sides: Bool = true
  ) -> HTTPResponse {
    guard response.isSuccess, !response.isHTML else { return response }
    var response = response
    for index in response.headers.indices {
      let field = response.headers[index]
      guard names?.contains(field.name) ?? true else { continue }
      response.headers[index] = HTTPHeader(field.name, Self.put(number, intoField: field))
    }
    if response.header("Content-Type")?.contains("json") == true {
      let text = NumberedJSON(response.body)
      response.body = text.replacing { name, _ in
        let isSide = name == "width" || name == "height"
        return (names?.contains(name) ?? true) && (sides || !isSide) ? number : nil
      }
    }
    return response
  }

  private static func put(_ number: String, intoField field: HTTPHeader) -> String {
    if field.value.allSatisfy(\.isNumber) { return number }
    guard field.name.lowercased() == "link" else { return field.value }
    // As the last parameter of each URL.
    return field.value.split(separator: ">").joined(separator: "&page=\(number)>")
  }
}

/// A JSON text and the positions of its numbers.
///
/// The numbers are found in the text, so that none is missed.
struct NumberedJSON {
  let bytes: [UInt8]
  /// The member that each number belongs to, directly or within a list.
  let numbers: [(name: String, range: Range<Int>)]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var numbers: [(String, Range<Int>)] = []
    var name = ""
    var index = 0
    while index < bytes.count {
      let start = index
      if bytes[index] == UInt8(ascii: "\"") {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
          name = String(decoding: bytes[start + 1..<index - 1], as: UTF8.self)
        }
      } else if bytes[index] == UInt8(ascii: "-") || isdigit(Int32(bytes[index])) != 0 {
        while index < bytes.count, Self.isInNumber[Int(bytes[index])] { index += 1 }
        numbers.append((name, start..<index))
      } else {
        index += 1
      }
    }
    self.numbers = numbers
  }

  /// Whether each byte can be part of a number.
  private static let isInNumber = (0...UInt8.max).map { "-+.eE0123456789".utf8.contains($0) }

  var names: Set<String> { Set(numbers.map(\.name)) }

  /// Returns the text with some numbers replaced.
  ///
  /// - Parameter choose: receives a number's name and how many of that name came before it; returns
  ///   the replacement, or `nil` to keep the number.
  func replacing(_ choose: (_ name: String, _ occurrence: Int) -> String?) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    var seen: [String: Int] = [:]
    for (name, range) in numbers {
      let occurrence = seen[name, default: 0]
      seen[name] = occurrence + 1
      guard let replacement = choose(name, occurrence) else { continue }
      result += bytes[end..<range.lowerBound] + replacement.utf8
      end = range.upperBound
    }
    return result + bytes[end...]
  }
}

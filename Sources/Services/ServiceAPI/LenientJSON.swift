import FoundationEssentials
import Logging

/// A JSON decoder that accepts strings with invalid Unicode.
package enum LenientJSON {
  /// Decodes a response.
  ///
  /// Replaces unpaired surrogates and bytes that aren't UTF-8 by U+FFFD. `JSONDecoder` would reject
  /// the string, or the whole object if the string is one of its keys.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from bytes: [UInt8]
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(repaired(bytes)))
  }

  /// Returns the JSON with unpaired surrogates and invalid UTF-8 replaced by U+FFFD.
  package static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    let isValid = String(validating: bytes, as: UTF8.self) != nil
    var bytes = isValid ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
    var index = 0
    while let slash = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
      guard let unit = unit(bytes, at: slash) else {
        // Another escape, of two bytes.
        index = min(slash + 2, bytes.count)
        continue
      }
      index = slash + 6
      guard (0xD800...0xDFFF).contains(unit) else { continue }
      if unit < 0xDC00, let next = self.unit(bytes, at: index), (0xDC00...0xDFFF).contains(next) {
        index += 6
      } else {
        bytes.replaceSubrange((slash + 2)..<index, with: "FFFD".utf8)
      }
    }
    return bytes
  }

  /// Returns the number of an escape such as `\u00e9` at this index; `nil` if there is none.
  private static func unit(_ bytes: [UInt8], at index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self)
    return digits.allSatisfy(\.isHexDigit) ? UInt16(digits, radix: 16) : nil
  }
}

/// An array that skips and counts undecodable elements.
package struct LossyArray<Element: Decodable>: Decodable {
  package var elements: [Element] = []
  /// The path and reason of the first skipped elements, at most ten.
  ///
  /// Contains no values of the response.
  package var failures: [String] = []
  /// The number of skipped elements.
  package var skipped = 0
  /// The number of elements in the response.
  package var count: Int { elements.count + skipped }
  /// Whether the response has elements, but none of them is decodable.
  package var isUnreadable: Bool { elements.isEmpty && skipped > 0 }

  /// Decodes an array.
  ///
  /// - Throws: if the value is something else, or has more than 10,000 elements. No service sends
  ///   so many, and a compressed response could have millions.
  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    while !values.isAtEnd {
      guard count < 10_000 else {
        throw DecodingError.dataCorruptedError(in: values, debugDescription: "too many elements")
      }
      do {
        elements.append(try values.decode(Element.self))
      } catch {
        if failures.count < 10 { failures.append(Self.reason(error)) }
        skipped += 1
        _ = try values.decode(IgnoredValue.self)
      }
    }
  }

  /// Logs the skipped elements.
  ///
  /// - Parameter name: the word for an element, such as "photo".
  package func logSkipped(_ name: String, to log: Logger, metadata: Logger.Metadata = [:]) {
    for failure in failures {
      let reason: Logger.Metadata = ["reason": "\(failure)"]
      log.warning("skipped a \(name)", metadata: metadata.merging(reason) { $1 })
    }
    guard skipped > failures.count else { return }
    let rest: Logger.Metadata = ["count": "\(skipped - failures.count)"]
    log.warning("skipped more", metadata: metadata.merging(rest) { $1 })
  }

  private static func reason(_ error: any Error) -> String {
    let (context, kind): (DecodingError.Context, String) =
      switch error {
      case DecodingError.keyNotFound(let key, let context):
        (context, "no \(key.stringValue)")
      case DecodingError.valueNotFound(_, let context): (context, "null")
      case DecodingError.typeMismatch(_, let context): (context, "another type")
      case DecodingError.dataCorrupted(let context): (context, "not valid")
      default: (.init(codingPath: [], debugDescription: ""), "undecodable")
      }
    return context.codingPath.map(\.stringValue).joined(separator: ".") + ": " + kind
  }
}

/// A type that decodes from any value, to skip it.
private struct IgnoredValue: Decodable {
  package init(from decoder: any Decoder) {}
}

/// The members of a JSON object.
///
/// Members that are missing, null or of another type don't fail the object.
package struct LenientValues {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Key>

  package init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
  }

  /// Returns a member, or throws if it is missing or of another type.
  package func required<Value: Decodable>(_ name: String) throws -> Value {
    try container.decode(Value.self, forKey: Key(stringValue: name))
  }

  /// Returns a required string that is used in the path of a URL.
  ///
  /// - Throws: for names of dots only, such as `..`, which would change the path. Also for empty
  ///   names and for names of more than 200 bytes.
  package func name(_ member: String) throws -> String {
    let name: String = try required(member)
    guard (1...200).contains(name.utf8.count), !name.allSatisfy({ $0 == "." }) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no name"))
    }
    return name
  }

  /// The member with this name; `nil` if it is missing, null or of another type.
  package subscript<Value: Decodable>(name: String) -> Value? {
    try? container.decodeIfPresent(Value.self, forKey: Key(stringValue: name))
  }

  /// Returns a finite number, which may be encoded as a decimal string; `nil` if the member is
  /// something else.
  package func number(_ name: String) -> Double? {
    if let number: Double = self[name] { return number }
    // `Double` would also read `nan`, `infinity` and hexadecimal numbers.
    guard let text = text(name), text.utf8.allSatisfy("0123456789+-.eE".utf8.contains),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// Returns an integer, which may be encoded as a string; `nil` if the member isn't a number.
  ///
  /// Fractions are rounded. Numbers too large for `Int` are `nil`.
  package func whole(_ name: String) -> Int? {
    if let whole: Int = self[name] { return whole }
    return number(name).flatMap { Int(exactly: $0.rounded()) }
  }

  /// Returns a string; `nil` if the member is missing, of another type or blank.
  package func text(_ name: String) -> String? {
    guard let text: String = self[name], !text.allSatisfy(\.isWhitespace) else { return nil }
    return text
  }

  /// Returns a string without surrounding or repeated white space, which cameras add to values.
  package func words(_ name: String) -> String? {
    text(name)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
